import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeView, encodeView, kDefaultView, type View } from "../src/hash.ts";

test("a view survives its link", () => {
  const view: View = {
    token: "complex_forward_len_16_32_single_op",
    target: "gfx90a",
    strategy: "fewest_buffers",
    scheme: "L1D_CC",
    overwrite: true,
    gaps: true,
    factors: "4096 x 256",
    candidate: 3,
    step: 1,
    tab: "compare",
    sort: "-workspace_bytes,buffers",
    filter: "buffers<=2 T0",
    versus: 2,
    versusTarget: "sm_90",
    line: 47,
  };
  assert.deepEqual(decodeView(encodeView(view)), view);
});

test("defaults leave no trace in the link", () => {
  assert.equal(encodeView({ ...kDefaultView, token: "x" }), "#token=x");
});

test("a broken link gives defaults", () => {
  for (const hash of ["", "#", "#%%%", "#candidate=-1&step=x", "#candidate=1e9", "#tab=x"]) {
    assert.deepEqual(decodeView(hash), { ...kDefaultView }, hash);
  }
});
