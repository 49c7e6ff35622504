import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, differing } from "../src/parts/flow.tsx";
import { groupsOf } from "../src/model/groups.ts";

const route = (path: string[], leaves: number[], padded = path.map(() => false)) => ({
  path,
  padded_path: padded,
  path_formats: path.map(() => "CI"),
  path_leaves: leaves,
});

test("cells stand under each other by leaf, fused ones are long", () => {
  const plain = cellsOf(route(["USER_IN", "TEMP0", "TEMP0", "USER_OUT"], [1, 1, 1]));
  const fused = cellsOf(route(["USER_IN", "TEMP0", "USER_OUT"], [2, 1]));
  assert.deepEqual(plain.map(({ from }) => from), [0, 1, 2, 3]);
  assert.deepEqual(fused.map(({ from, leaves }) => [from, leaves]), [[0, 1], [1, 2], [3, 1]]);
  assert.deepEqual(differing(fused, plain), [false, true, false]);
  assert.deepEqual(differing(plain, fused), [false, true, true, false]);
});

test("padding is a difference", () => {
  const packed = cellsOf(route(["USER_IN", "TEMP0", "USER_OUT"], [1, 1]));
  const padded = cellsOf(route(["USER_IN", "TEMP0", "USER_OUT"], [1, 1], [false, true, false]));
  assert.deepEqual(differing(padded, packed), [false, true, false]);
});

test("neighbours with equal figures are a group", () => {
  const items = [[1, 5], [1, 5], [2, 5], [1, 5]].map(([a, b], candidate) => ({ candidate, a, b }));
  const groups = groupsOf(items, (item) => `${item.a} ${item.b}`);
  assert.deepEqual(groups.map((group) => group.map(({ candidate }) => candidate)), [[0, 1], [2], [3]]);
});
