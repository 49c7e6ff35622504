import assert from "node:assert/strict";
import { test } from "node:test";
import { changedWords, diffLines, nearChange, pairRows } from "../src/model/diff.ts";

function check(a: string[], b: string[]): number {
  const rows = diffLines(a, b);
  assert.deepEqual(rows.flatMap((row) => (row.a === null ? [] : [a[row.a]])), a);
  assert.deepEqual(rows.flatMap((row) => (row.b === null ? [] : [b[row.b]])), b);
  for (const row of rows) {
    if (row.a !== null && row.b !== null) assert.equal(a[row.a], b[row.b]);
  }
  return rows.filter((row) => row.a === null || row.b === null).length;
}

test("both texts can be read from the rows, with few edits", () => {
  assert.equal(check([], []), 0);
  assert.equal(check(["x"], ["x"]), 0);
  assert.equal(check(["x"], []), 1);
  assert.equal(check([..."abcabba"], [..."cbabac"]), 5); // the paper's example
  assert.equal(check([..."abcdef"], [..."abXdef"]), 2);
  let state = 7;
  const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  for (let round = 0; round < 50; round++) {
    const text = () => Array.from({ length: 30 * random() }, () => "abc"[Math.floor(3 * random())] ?? "");
    check(text(), text());
  }
});

test("texts of thousands of lines, most of them different, keep what is equal", () => {
  const lines = (seed: number) => Array.from({ length: 1500 }, (_, i) => (i % 5 === 0 ? `same ${i}` : `${seed} ${i}`));
  assert.equal(check(lines(1), lines(2)), 2400);
});

test("words that differ are marked", () => {
  assert.deepEqual(changedWords("float x = 2;", "float x = 1;").filter(({ changed }) => changed), [{ text: "2", changed: true }]);
  assert.equal(changedWords("a b", "c d").map(({ text }) => text).join(""), "a b");
});

test("removed and added lines stand side by side", () => {
  const rows = pairRows(diffLines(["a", "b", "c"], ["a", "X", "Y", "c"]));
  assert.deepEqual(rows, [
    { a: 0, b: 0 },
    { a: 1, b: 1 },
    { a: null, b: 2 },
    { a: 2, b: 3 },
  ]);
});

test("rows near a change", () => {
  assert.deepEqual(nearChange([false, false, true, false, false], 1), [false, true, true, true, false]);
});
