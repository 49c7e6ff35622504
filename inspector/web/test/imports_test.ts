import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

// By file, the files it imports at once; what is imported later (`import()`) and types may close a circle.
function imports(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of readdirSync("src").filter((name) => /\.tsx?$/.test(name))) {
    const text = readFileSync(`src/${file}`, "utf8").replace(/^import type [^;]*;/gm, "");
    found.set(file, [...text.matchAll(/from "\.\/([\w.]+)"/g)].map((match) => match[1] ?? ""));
  }
  return found;
}

function circle(graph: Map<string, string[]>, path: string[], done: Set<string>): string[] | null {
  const last = path[path.length - 1] ?? "";
  if (done.has(last)) return null;
  for (const next of graph.get(last) ?? []) {
    if (path.includes(next)) return [...path.slice(path.indexOf(next)), next];
    const found = circle(graph, [...path, next], done);
    if (found !== null) return found;
  }
  done.add(last);
  return null;
}

test("no module needs itself", () => {
  const graph = imports();
  assert.ok(graph.size > 40, `${graph.size} modules`);
  const done = new Set<string>();
  for (const file of graph.keys()) assert.equal(circle(graph, [file], done)?.join(" > ") ?? "", "", file);
  assert.deepEqual(circle(new Map([["a", ["b"]], ["b", ["a"]]]), ["a"], new Set()), ["a", "b", "a"]);
});
