import assert from "node:assert/strict";
import { test } from "node:test";
import { markdownTable } from "../src/model/table_text.ts";
import { marked } from "../src/state/marks.ts";

const kNone = { keys: new Set<number>(), last: -1 };
const kOrder = [4, 0, 2, 7];

test("marks come and go one by one, and in ranges", () => {
  const one = marked(kNone, 0, kOrder, false);
  assert.deepEqual([...one.keys], [0]);
  assert.deepEqual([...marked(one, 7, kOrder, true).keys], [0, 2, 7]);
  assert.deepEqual([...marked(one, 4, kOrder, true).keys], [0, 4]);
  assert.equal(marked(one, 0, kOrder, false).keys.size, 0);
  // Without an earlier mark there is no range, so Shift marks one row.
  assert.deepEqual([...marked(kNone, 2, kOrder, true).keys], [2]);
});

test("cells cannot break the table", () => {
  assert.equal(markdownTable(["x", "y"], [["a|b", 2]]), "| x | y |\n| --- | --- |\n| a\\|b | 2 |\n");
});
