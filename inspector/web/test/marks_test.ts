import assert from "node:assert/strict";
import { test } from "node:test";
import { markdownTable } from "../src/model/table_text.ts";
import { parseBookmarks, withBookmark } from "../src/state/bookmarks.ts";
import { marked } from "../src/state/marks.ts";

const kNone = { table: "", keys: new Set<string>(), last: "" };
const kOrder = ["a", "b", "c", "d"];

test("marks come and go one by one, and in ranges", () => {
  const one = marked(kNone, "steps", "b", kOrder, false);
  assert.deepEqual([...one.keys], ["b"]);
  assert.deepEqual([...marked(one, "steps", "d", kOrder, true).keys], ["b", "c", "d"]);
  assert.deepEqual([...marked(one, "steps", "a", kOrder, true).keys].sort(), ["a", "b"]);
  assert.equal(marked(one, "steps", "b", kOrder, false).keys.size, 0);
  // Another table begins anew; a range without a beginning is one mark.
  assert.deepEqual([...marked(one, "tree", "a", kOrder, true).keys], ["a"]);
});

test("cells cannot break the table", () => {
  assert.equal(markdownTable(["x", "y"], [["a|b", 2]]), "| x | y |\n| --- | --- |\n| a\\|b | 2 |\n");
});

test("bookmarks survive what others wrote into the storage", () => {
  const good = { name: "n", view: "#token=x" };
  assert.deepEqual(parseBookmarks(JSON.stringify([good, { name: 1, view: "#" }, null, { name: "m", view: "javascript:x" }])), [good]);
  for (const text of [null, "", "{", "3", "{}"]) assert.deepEqual(parseBookmarks(text), []);
  const other = { name: "n", view: "#token=y" };
  assert.deepEqual(withBookmark([good, { name: "m", view: "#" }], other), [other, { name: "m", view: "#" }]);
});
