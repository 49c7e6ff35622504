import assert from "node:assert/strict";
import { test } from "node:test";
import { parseArchive } from "../src/state/archive.ts";

test("only whole exports are opened", () => {
  const path = (name: string) => `/plans/x${name}`;
  const summary = { id: "x", chosen: 0, target: { name: "t" }, problem: { lengths: [4] } };
  const bodies = [{ nodes: [{}] }, { items: [{}] }, { steps: [{}] }, {}];
  const responses = Object.fromEntries(["/tree", "/candidates?limit=500", "/candidates/0", "/search"].map((name, i) => [path(name), i]));
  const good = { schema: "fft.inspector.export/1", summary, responses, bodies };
  assert.equal(parseArchive(JSON.stringify(good)).schema, good.schema);
  for (const bad of ["{}", "null", "[]", '{"schema": "fft.plan/1"}', '{"schema": "fft.inspector.export/1"}']) {
    assert.throws(() => parseArchive(bad), /not an export/);
  }
  assert.throws(() => parseArchive("<html>"), /not JSON/);
  for (const at of bodies.keys()) {
    const hollow = bodies.map((body, i) => (i === at ? null : body));
    assert.throws(() => parseArchive(JSON.stringify({ ...good, bodies: hollow })), /lacks/);
  }
});
