import assert from "node:assert/strict";
import { test } from "node:test";
import { compareSides, differencesOf, type Side } from "../src/compare.ts";

test("objects differ member by member, other values as a whole", () => {
  const a = { in: { strides: [1, 2], buffer: "T0" }, kernel: { name: "x", blocks: 4 }, only: 1 };
  const b = { in: { strides: [1, 3], buffer: "T0" }, kernel: { name: "y", blocks: 5 }, more: 2 };
  assert.deepEqual(differencesOf(a, b), [
    { field: "in.strides", a: [1, 2], b: [1, 3] },
    { field: "kernel.blocks", a: 4, b: 5 },
    { field: "only", a: 1, b: null },
    { field: "more", a: null, b: 2 },
  ]);
  assert.deepEqual(differencesOf(a, a), []);
});

function side(leaves: number[], buffers: number, tree: string): Side {
  const step = (leaf: number) => ({ leaf, kernel: { name: `k${leaf}` }, in_place: false });
  return {
    summary: { token: "t", target: { name: "gfx90a" } },
    tree: [{ id: tree }],
    detail: {
      candidate: 0,
      rank: 1,
      path: [],
      padded_path: [],
      buffers,
      steps: leaves.map(step),
      lanes: [{ buffer: "TEMP0", bytes: 8 * buffers }],
    },
  } as unknown as Side;
}

const kCriteria = [
  { name: "buffers", label: "Buffers", better: "less" as const },
  { name: "rank", label: "Rank", better: "less" as const },
];

test("steps of one tree are paired by leaf, of two by position", () => {
  const byLeaf = compareSides(side([0, 1, 2], 2, "x"), side([0, 2], 3, "x"), kCriteria);
  assert.deepEqual(byLeaf.steps.map(({ only, same }) => [only, same]), [[null, true], ["a", false], [null, true]]);
  assert.deepEqual(byLeaf.counts, {
    steps_same: 2,
    steps_differing: 1,
    kernels_shared: 2,
    kernels_only_a: 1,
    kernels_only_b: 0,
  });
  assert.deepEqual(byLeaf.criteria.map(({ better }) => better), ["a", ""]);
  assert.deepEqual(byLeaf.buffers, [{ buffer: "TEMP0", a_bytes: 16, b_bytes: 24, same: false }]);
  const byPosition = compareSides(side([0, 1, 2], 2, "x"), side([0, 2], 3, "y"), kCriteria);
  assert.equal(byPosition.same_tree, false);
  assert.deepEqual(byPosition.steps.map(({ only }) => only), [null, null, "a"]);
});
