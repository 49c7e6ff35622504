import assert from "node:assert/strict";
import { test } from "node:test";
import { benchmarkCommand, commandLine, cppProgram, cProgram, type Recipe } from "../src/state/repro.ts";

const kToken = "complex_inverse_len_64_48_double_ip_batch_3_scale_0.5";
const kPlain: Recipe = { token: kToken, target: "gfx90a", dialect: "hip", options: {}, candidate: 0 };
const kForced: Recipe = {
  ...kPlain,
  target: "host",
  dialect: "host",
  options: { strategy: "most_fusion", allow_input_overwrite: true, scheme: "L1D_TRTRT", factors: [1024, 1024] },
  candidate: 3,
};

test("the command line makes the very plan", () => {
  assert.equal(commandLine(kPlain), `fft plan ${kToken} --target gfx90a`);
  assert.equal(
    commandLine(kForced),
    `fft show candidate ${kToken} --candidate 3 --target host --options ` +
      `'{"strategy":"most_fusion","allow_input_overwrite":true,"scheme":"L1D_TRTRT","factors":[1024,1024]}'`,
  );
});

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

test("the C++ program holds the whole problem and every option", () => {
  const program = cppProgram(kForced);
  for (const part of [
    `fft::ParseToken(\n      "${kToken}")`,
    "options.strategy = fft::Strategy::kMostFusion;",
    "options.allow_input_overwrite = true;",
    "options.scheme = fft::SchemeKind::kL1dTrtrt;",
    "options.factors = {1024, 1024};",
    "options.candidate = 3;",
    'environment.device = "host";',
  ]) {
    assert.ok(program.includes(part), part);
  }
  assert.ok(!cppProgram(kPlain).includes("options."));
});

test("the C program holds them, too", () => {
  const program = cProgram(kForced);
  for (const part of [
    `.token = "${kToken}"`,
    ".flags = FFT_OVERWRITE_INPUT",
    ".strategy = FFT_MOST_FUSION",
    ".candidate = 3",
    "const int64_t factors[] = {1024, 1024};",
    ".factor_count = 2",
    '.scheme = "L1D_TRTRT"',
    '.device = "host"',
  ]) {
    assert.ok(program.includes(part), part);
  }
  assert.ok(cProgram(kPlain).includes("fft_plan_options options = {\n      .struct_size = sizeof options};"));
});
