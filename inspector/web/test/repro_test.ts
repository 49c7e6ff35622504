import assert from "node:assert/strict";
import { test } from "node:test";
import { benchmarkCommand, commandLine, cppProgram, cProgram, type Recipe } from "../src/repro.ts";

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

test("the benchmark names device and candidate, and what it cannot be given", () => {
  assert.equal(
    benchmarkCommand({ ...kPlain, candidate: 2 }),
    `# on a machine with gfx90a\nbazel run -c opt //bench:fft_bench -- ${kToken} --device hip --candidate 2`,
  );
  const forced = benchmarkCommand(kForced);
  assert.match(forced, /^# fft_bench has no flag for .*scheme "L1D_TRTRT", factors \[1024,1024\]/);
  assert.match(forced, /--device host --candidate 3$/);
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

test("the C program says what it leaves out", () => {
  assert.ok(cProgram(kPlain).includes(`fft_plan_create(context, "${kToken}", &plan)`));
  assert.ok(!cProgram(kPlain).includes("without"));
  assert.match(cProgram(kForced), /^\/\* The C API takes no plan options/);
});
