import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { axisWords, bytesBetween, decodeRanks, gridOf, gridWords, kLinks } from "../src/model/ranks.ts";

test("what is asked of ranks, in the address", () => {
  assert.equal(decodeRanks("").ranks, "4");
  const asked = decodeRanks("8;2x4x1;;pcie;messages;3");
  assert.deepEqual(asked, { ranks: "8", input: "2x4x1", output: "", link: "pcie", transport: "messages", candidate: 3 });
  assert.equal(decodeRanks("2").link, "nvlink");
});

test("the links are those that the server takes", () => {
  const { Link } = JSON.parse(readFileSync("schemas.json", "utf8"));
  assert.deepEqual([...kLinks].sort(), Link.enum.sort());
});

test("grids, sums and names", () => {
  const box = (...lower: number[]) => ({ lower });
  assert.deepEqual(gridOf([box(0, 0, 0), box(0, 0, 4), box(0, 8, 0), box(0, 8, 4)]), [1, 2, 2]);
  const shown = { ranks: 2, exchanges: [{ number: 0, bytes: [[0, 3], [4, 0]] }, { number: 1, bytes: [[0, 1], [0, 0]] }] };
  assert.deepEqual(bytesBetween(shown as Parameters<typeof bytesBetween>[0]), [[0, 4], [4, 0]]);
  assert.equal(axisWords([3, 2]), "axes 3, 2");
  assert.equal(axisWords([1]), "axis 1");
  assert.equal(axisWords([0]), "the batch");
  assert.equal(gridWords("grid", [1, 1, 4]), "grid 1×4");
  assert.equal(gridWords("grid", [4, 1]), "grid 1, batch over 4");
});
