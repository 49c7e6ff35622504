import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenOf } from "../src/model/token_text.ts";

test("a size is a token", () => {
  for (const [typed, token] of [
    ["4096x262144", "complex_forward_len_4096_262144_single_op"],
    ["2^20", "complex_forward_len_1048576_single_op"],
    ["336 x 336 × 56 double in place", "complex_forward_len_336_336_56_double_ip"],
    ["4096 real inverse batch 3", "real_inverse_len_4096_single_op_batch_3"],
  ] as const) {
    assert.equal(tokenOf(typed), token);
  }
});

test("a token is found in quotes, capitals and command lines", () => {
  const token = "complex_forward_len_16_single_op_istride_1_CI_ostride_1_CI";
  for (const text of [token, `"${token}"`, token.toUpperCase(), `fft plan --token ${token} --target gfx90a`, ` ${token}\n`]) {
    assert.equal(tokenOf(text), token, text);
  }
  assert.equal(tokenOf("complex_forward_len_16_single_op_scale_-2e-05"), "complex_forward_len_16_single_op_scale_-2e-05");
  assert.equal(tokenOf("complex_forward_len_16_single_op_CB_scale_0.25"), "complex_forward_len_16_single_op_CB_scale_0.25");
});

test("what means nothing stays as it is", () => {
  for (const text of ["", "hello", "4096 blue", "0", "x"]) assert.equal(tokenOf(text), text);
});
