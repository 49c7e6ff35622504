import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bodyOf, decodeSweep, encodeSweep, fieldsFor, isOfShape, kTexts, levelOf, plainCell, splits, surelyApart, usualValues, valueWords, whyNotSwept } from "../src/model/sweep.ts";
import type { Problem, Sweep, SweepCell } from "../src/model/types.ts";

const k2d = { lengths: [64, 48], batch: 1, placement: "op" } as Problem;

test("padding is swept where there are rows, of either side where there are two", () => {
  assert.deepEqual(fieldsFor(k2d).slice(0, 3), ["padding", "input.padding", "output.padding"]);
  assert.deepEqual(fieldsFor({ ...k2d, placement: "ip" }).slice(0, 2), ["padding", "factors"]);
  assert.ok(!fieldsFor({ ...k2d, lengths: [64] }).includes("padding"));
  assert.ok(fieldsFor({ ...k2d, lengths: [64], batch: 2 }).includes("padding"));
});

test("what can be swept is what the server sweeps", () => {
  const { SweptPadding, SweptShape, SweptText } = JSON.parse(readFileSync("schemas.json", "utf8"));
  assert.deepEqual(fieldsFor(k2d), [...SweptPadding.enum, ...SweptShape.enum, "scheme"]);
  assert.deepEqual(kTexts, SweptText.enum);
  assert.deepEqual(fieldsFor(k2d).filter((field) => isOfShape({ field, values: "" })), SweptShape.enum);
});

test("what cannot be swept is refused in words, padding of loops above all", () => {
  const looped = { ...k2d, loops: [{ length: 2, in_stride: 4096, out_stride: 4096 }] };
  assert.deepEqual(fieldsFor(looped).filter((field) => field.endsWith("padding")), []);
  for (const field of ["padding", "input.padding", "output.padding"] as const) {
    assert.match(whyNotSwept(looped, field), /loops/);
    assert.match(whyNotSwept({ ...k2d, lengths: [64] }, field), /one row/);
    assert.equal(whyNotSwept(k2d, field), "");
  }
  assert.match(whyNotSwept({ ...k2d, placement: "ip" }, "input.padding"), /in place/);
  for (const field of ["", "threads", "scheme"] as const) assert.equal(whyNotSwept(looped, field), "");
});

test("what is typed becomes the server's body", () => {
  const asked = {
    rows: { field: "factors", values: "planned, 16x16 , 4x8x8" },
    columns: { field: "threads", values: "planned, 16,x" },
    length: "256",
  } as const;
  assert.deepEqual(bodyOf(asked, true), {
    rows: { field: "factors", values: ["", "16x16", "4x8x8"] },
    columns: { field: "threads", values: [0, 16, "x"] },
    length: 256,
    cold_caches: true,
  });
  const padding = { rows: { field: "padding", values: "0,8" }, columns: { field: "", values: "" }, length: "256" } as const;
  assert.deepEqual(bodyOf(padding, false), { rows: { field: "padding", values: [0, 8] } });
  assert.deepEqual(decodeSweep(encodeSweep(asked)), asked);
  for (const text of ["", "x", "colour:1;:;", ":;;"]) assert.equal(decodeSweep(text), null, text);
});

test("what is no count can be no", () => {
  const [rows, columns] = (["staged", "persistent"] as const).map((field) => ({ field, values: usualValues(field, 256, []) }));
  assert.ok(rows && columns);
  assert.deepEqual(bodyOf({ rows, columns, length: "256" }, false), {
    rows: { field: "staged", values: ["", "0", "1"] },
    columns: { field: "persistent", values: ["", "0", "1"] },
    length: 256,
  });
  assert.equal(valueWords("staged", "0"), "0");
});

test("splits are products of radices, few passes first", () => {
  assert.deepEqual(splits(256)[0], [16, 16]);
  for (const one of splits(4096)) assert.equal(one.reduce((a, b) => a * b), 4096);
  assert.ok(splits(4096).length > 2);
  assert.deepEqual(splits(37), []);
  assert.deepEqual(splits(1), []);
  assert.match(usualValues("factors", 256, []), /^planned, 16x16, /);
  assert.equal(usualValues("scheme", 0, ["A", "B"]), "planned, A, B");
});

test("a padding of nothing is a value, a shape of nothing the plan's", () => {
  assert.equal(valueWords("input.padding", 0), "0");
  assert.equal(valueWords("threads", 0), "planned");
  assert.equal(valueWords("scheme", ""), "planned");
});

function cell(row: number, median: number, spread = 0.1): SweepCell {
  const timed = { median_ms: median, low_ms: median - spread, high_ms: median + spread, best_ms: median, samples: 9 };
  return { row, column: 0, ...timed, token: "t", shapes: "", scheme: null, predicted_us: null, steps: 1, error: "" };
}

test("levels tell how near a cell comes", () => {
  const best = cell(0, 1);
  assert.deepEqual([1, 1.05, 1.2, 1.5, 3].map((ms) => levelOf(cell(1, ms), best)), [4, 3, 2, 1, 0]);
  assert.ok(surelyApart(best, cell(1, 1.3)));
  assert.ok(!surelyApart(best, cell(1, 1.15)));
  const sweep = { rows: { field: "padding", values: [8, 0] }, columns: null, items: [best, cell(1, 2)] } as unknown as Sweep;
  assert.equal(plainCell(sweep), sweep.items[1]);
});
