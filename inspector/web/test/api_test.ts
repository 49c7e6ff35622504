import assert from "node:assert/strict";
import { test } from "node:test";
import { takeEvents, type ServerEvent } from "../src/state/api.ts";
import { parseArchive } from "../src/state/archive.ts";

test("events arrive in pieces", () => {
  const events: ServerEvent[] = [];
  const sink = (event: ServerEvent) => events.push(event);
  let rest = takeEvents('id: 1\nevent: progress\nda', sink);
  assert.equal(events.length, 0);
  rest = takeEvents(`${rest}ta: {"done":1}\n\n: waiting\n\nid: 2\nevent: end\ndata: {}\n\nid`, sink);
  assert.equal(rest, "id");
  assert.deepEqual(events, [
    { id: "1", event: "progress", data: '{"done":1}' },
    { id: "2", event: "end", data: "{}" },
  ]);
});

test("only exports are opened", () => {
  const good = { schema: "fft.inspector.export/1", responses: {}, bodies: [] };
  assert.equal(parseArchive(JSON.stringify(good)).schema, good.schema);
  for (const bad of ["{}", "null", "[]", '{"schema": "fft.plan/1"}']) {
    assert.throws(() => parseArchive(bad), /not an export/);
  }
});
