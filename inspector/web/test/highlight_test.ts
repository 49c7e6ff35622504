import assert from "node:assert/strict";
import { test } from "node:test";
import { highlightLines, splitLines } from "../src/model/highlight.ts";

test("spans are closed at line ends and opened again", () => {
  assert.deepEqual(splitLines('<span class="a">x\ny</span> z'), [
    '<span class="a">x</span>',
    '<span class="a">y</span> z',
  ]);
});

test("one line per line of source", () => {
  const source = "int f() {\n  /* two\n     lines */\n  return 1;\n}\n";
  const lines = highlightLines(source);
  assert.equal(lines.length, 5);
  for (const line of lines) {
    assert.equal(line.match(/<span/g)?.length ?? 0, line.match(/<\/span>/g)?.length ?? 0, line);
  }
});

test("source text never becomes markup", () => {
  const html = highlightLines('// <img src=x onerror="alert(1)">\nif (a < b && c > d) {}').join("");
  assert.ok(!html.includes("<img"));
  assert.ok(html.includes("&lt;"));
});
