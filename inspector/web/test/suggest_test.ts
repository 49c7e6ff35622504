import assert from "node:assert/strict";
import { test } from "node:test";
import { completions, suggestions } from "../src/model/suggest.ts";

const values = (text: string) => completions(text).map(({ value }) => value);

test("tokens are completed part by part", () => {
  assert.deepEqual(values("rea"), ["real_forward_len_", "real_inverse_len_"]);
  assert.deepEqual(values("real_forward_len_"), []);
  assert.equal(values("complex_forward_len_64_32").length, 8);
  assert.ok(values("complex_forward_len_64_32").includes("complex_forward_len_64_32_double_ip"));
  assert.deepEqual(values("complex_forward_len_64_s"), ["complex_forward_len_64_single_op", "complex_forward_len_64_single_ip"]);
  assert.deepEqual(values("complex_forward_len_64_single_o"), ["complex_forward_len_64_single_op"]);
  assert.ok(values("complex_forward_len_64_single_op").includes("complex_forward_len_64_single_op_batch_"));
  assert.deepEqual(values("nonsense"), []);
});

test("presets and tokens planned before are found by any part", () => {
  const recent = ["complex_forward_len_77_single_op"];
  assert.deepEqual(suggestions("77_si", recent)[0], { value: recent[0], label: "planned before" });
  assert.ok(suggestions("prime", []).some(({ label }) => label === "1D prime 7919"));
  assert.ok(suggestions("", recent).some(({ value }) => value === recent[0]));
  assert.ok(!suggestions(recent[0] ?? "", recent).some(({ value }) => value === recent[0]));
});
