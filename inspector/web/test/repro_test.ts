import assert from "node:assert/strict";
import { test } from "node:test";
import { benchmarkCommand, type Recipe } from "../src/state/repro.ts";

const kToken = "complex_inverse_len_64_48_double_ip_batch_3_scale_0.5";
const kPlain: Recipe = { token: kToken, target: "gfx90a", dialect: "hip", options: {}, candidate: 0 };
const kForced: Recipe = {
  ...kPlain,
  target: "host",
  dialect: "host",
  options: { strategy: "most_fusion", allow_input_overwrite: true, scheme: "L1D_TRTRT", factors: [1024, 1024] },
  candidate: 3,
};

test("the benchmark names device, options and candidate", () => {
  assert.equal(
    benchmarkCommand({ ...kPlain, candidate: 2 }),
    `# on a machine with gfx90a\nbazel run -c opt //bench:fft_bench -- ${kToken} --device hip --candidate 2`,
  );
  assert.equal(
    benchmarkCommand({ ...kForced, options: { ...kForced.options, allow_gap_overwrite: true, shapes: "64:threads=8" } }),
    `bazel run -c opt //bench:fft_bench -- ${kToken} --device host --strategy most_fusion --scheme L1D_TRTRT ` +
      "--factors 1024x1024 --shape '64:threads=8' --overwrite input,gaps --candidate 3",
  );
});
