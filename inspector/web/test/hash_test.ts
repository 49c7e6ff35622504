import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeView, encodeView, kDefaultView, samePlan, type View } from "../src/model/hash.ts";

test("a view survives its link", () => {
  const view: View = {
    token: "complex_forward_len_16_32_single_op",
    target: "gfx90a",
    strategy: "fewest_buffers",
    scheme: "L1D_CC",
    overwrite: true,
    gaps: true,
    factors: "4096 x 256",
    shapes: "256:factors=16x16,threads=32",
    part: "1",
    candidate: 3,
    step: 1,
    tab: "compare",
    sort: "-workspace_bytes,buffers",
    filter: "buffers<=2 T0",
    versus: ["2", "sm_90", "gfx942.3"],
    diff: "1.2",
    line: 47,
    beside: "code",
    sweep: "input.padding:0, 8;output.padding:0, 8;256",
    cold: true,
  };
  assert.deepEqual(decodeView(encodeView(view)), view);
});

test("a link names what is compared, and nothing else does", () => {
  assert.deepEqual(decodeView("#token=x&vs=2,sm_90.1").versus, ["2", "sm_90.1"]);
  assert.deepEqual(decodeView("#token=x&vs=1,2,3,4").versus, ["1", "2", "3"]);
  assert.deepEqual(decodeView("#token=x&vs=2,,a b,sm_90.x").versus, ["2"]);
  assert.deepEqual(decodeView("#token=x&vs=2&vs_target=sm_90").versus, ["2"]);
});

test("views of one plan are told from those of another", () => {
  const view: View = { ...kDefaultView, token: "x" };
  const other: View = { ...view, candidate: 3, tab: "kernel" };
  assert.ok(samePlan(view, other));
  assert.ok(!samePlan(view, { ...view, gaps: true }));
});

test("defaults leave no trace in the link", () => {
  assert.equal(encodeView({ ...kDefaultView, token: "x" }), "#token=x");
});

test("a broken link gives defaults", () => {
  for (const hash of ["", "#", "#%%%", "#candidate=-1&step=x", "#candidate=1e9", "#tab=x"]) {
    assert.deepEqual(decodeView(hash), { ...kDefaultView }, hash);
  }
});
