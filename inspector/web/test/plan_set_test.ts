import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanSummary } from "../src/model/types.ts";
import { parseSet, predictedRegret, shareOfRoof } from "../src/state/plan_set.ts";

test("problems are separated by commas, lengths of one by x", () => {
  assert.deepEqual(parseSet("2^8, 1009,, 336 x 336x56 "), [[256], [1009], [336, 336, 56]]);
  assert.deepEqual(parseSet(""), []);
  assert.throws(() => parseSet("12, abc"), /lengths is "abc"/);
});

test("shares and regrets", () => {
  const summary = (predicted_us: number, fastest_us: number, roof_us: number) =>
    ({ predicted_us, fastest_us, roof_us }) as PlanSummary;
  assert.equal(shareOfRoof(summary(40, 40, 10)), 0.25);
  assert.equal(shareOfRoof(summary(8, 8, 10)), 1);
  assert.equal(shareOfRoof(summary(0, 0, 10)), 0);
  assert.equal(predictedRegret(summary(50, 40, 10)), 0.25);
  assert.equal(predictedRegret(summary(0, 0, 10)), 0);
});
