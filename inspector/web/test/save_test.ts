import assert from "node:assert/strict";
import { test } from "node:test";
import { axisOf } from "../src/charts/chart.tsx";
import { csv } from "../src/model/table_text.ts";
import { withView } from "../src/parts/save.ts";

test("cells with commas and quotes are quoted", () => {
  assert.equal(csv([["a", 1], ['x,"y"', 2.5]]), 'a,1\r\n"x,""y""",2.5\r\n');
});

test("the view becomes a member of the export", () => {
  const view = '#token=x&filter="$&" </script>';
  assert.deepEqual(JSON.parse(withView('{"schema":"x"}', "json", view)), { view, schema: "x" });
  const html = withView('<p>{</p><script id="export">{"schema":"x"}</script>', "html", view);
  const held = /id="export">(.*)<\/script>/.exec(html)?.[1] ?? "";
  assert.ok(!held.includes("<"));
  assert.deepEqual(JSON.parse(held), { view, schema: "x" });
});

test("axes end at a round number with a handful of marks", () => {
  for (const value of [0.00037, 0.9, 1, 3.2, 47, 999]) {
    const { end, step } = axisOf(value);
    assert.ok(end >= value && end < value + step * 1.001, `${value}: ${end} by ${step}`);
    assert.ok(Math.round(end / step) <= 7 && end / step >= 1, `${end / step} marks`);
  }
});
