import assert from "node:assert/strict";
import { test } from "node:test";
import { front, pointsOf } from "../src/model/pareto.ts";

const figures = (item: number[]) => ({ x: item[0] ?? NaN, y: item[1] ?? NaN, candidate: item[2] ?? 0 });
const xy = (points: { x: number; y: number }[]) => points.map(({ x, y }) => [x, y]);

test("equal figures are one point, missing ones none", () => {
  const points = pointsOf([[1, 2, 0], [3, 4, 1], [1, 2, 2], [1, NaN, 3]], figures);
  assert.deepEqual(points, [
    { x: 1, y: 2, candidates: [0, 2] },
    { x: 3, y: 4, candidates: [1] },
  ]);
});

test("the front is what nothing equals or beats in both", () => {
  const points = pointsOf([[1, 9, 0], [2, 5, 1], [2, 6, 2], [3, 5, 3], [4, 1, 4], [5, 2, 5]], figures);
  assert.deepEqual(xy(front(points, 1, 1)), [[1, 9], [2, 5], [4, 1]]);
  assert.deepEqual(xy(front(points, -1, 1)), [[5, 2], [4, 1]]);
  assert.deepEqual(xy(front(points, 1, -1)), [[1, 9]]);
  assert.deepEqual(front([], 1, 1), []);
});
