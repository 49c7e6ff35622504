import assert from "node:assert/strict";
import { test } from "node:test";
import { withNotes } from "../src/notes.tsx";

test("notes become a member of the export", () => {
  const text = 'a "quote", $& and </script>';
  const json = withNotes('{"schema":"x"}', "json", text);
  assert.deepEqual(JSON.parse(json), { notes: text, schema: "x" });
  const html = withNotes('<p>{</p><script id="export">{"schema":"x"}</script>', "html", text);
  const held = /id="export">(.*)<\/script>/.exec(html)?.[1] ?? "";
  assert.ok(!held.includes("<"));
  assert.deepEqual(JSON.parse(held), { notes: text, schema: "x" });
  assert.equal(withNotes("{}", "json", ""), "{}");
});
