import assert from "node:assert/strict";
import { test } from "node:test";
import { leftOut, optionsWithLengths, withLengths } from "../src/model/other_lengths.ts";
import type { CandidateDetail, PlanOptions, PlanSummary, Problem } from "../src/model/types.ts";
import { fillSet, leftOutOfSet, parseSet, predictedRegret, setError, shareOfRoof } from "../src/state/plan_set.ts";
import { detail, plan } from "../src/state/state.ts";
import { view } from "../src/state/view.ts";

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

const kUsual: PlanOptions = {
  strategy: "most_fusion",
  allow_input_overwrite: true,
  allow_gap_overwrite: false,
  scheme: null,
  factors: [],
  shapes: "",
  candidate: 2,
  max_candidates: 2000,
};

function problem(lengths: number[], strides: number[], distance: number, more: Partial<Problem> = {}): Problem {
  const side = { format: "CI", strides, distance, offsets: [4, 0] };
  return {
    type: "complex_forward",
    lengths,
    precision: "half",
    placement: "op",
    batch: 3,
    input: side,
    output: side,
    scale: 0.5,
    callbacks: true,
    ...more,
  };
}

test("at its own lengths a problem is itself, with every option", () => {
  const strided = problem([4, 8], [20, 2], 99, { loops: [{ length: 2, in_stride: 500, out_stride: 400 }] });
  const forced = { ...kUsual, scheme: "L1D_CC", factors: [4, 2], shapes: "8:threads=2" };
  assert.deepEqual(withLengths(strided, [4, 8]), strided);
  assert.deepEqual(leftOut(strided, forced, [4, 8]), []);
  assert.deepEqual(optionsWithLengths(forced, strided, [4, 8]), {
    strategy: "most_fusion",
    allow_input_overwrite: true,
    allow_gap_overwrite: false,
    scheme: "L1D_CC",
    factors: [4, 2],
    shapes: "8:threads=2",
  });
});

test("other lengths keep all but what holds for one's own, and that is told", () => {
  const strided = problem([4, 8], [20, 2], 99, { loops: [{ length: 2, in_stride: 500, out_stride: 400 }] });
  const side = { format: "CI", offsets: [4, 0] };
  assert.deepEqual(withLengths(strided, [16]), {
    type: "complex_forward",
    lengths: [16],
    precision: "half",
    placement: "op",
    batch: 3,
    input: side,
    output: side,
    scale: 0.5,
    callbacks: true,
  });
  assert.deepEqual(leftOut(strided, kUsual, [16]), ["strides", "distance", "loops"]);
  const forced = { ...kUsual, scheme: "L1D_CC", factors: [4, 2], shapes: "8:threads=2" };
  assert.deepEqual(leftOut(problem([4, 8], [8, 1], 32), forced, [16]), ["scheme", "factors", "shapes of kernels"]);
  assert.deepEqual(optionsWithLengths(forced, strided, [16]), {
    strategy: "most_fusion",
    allow_input_overwrite: true,
    allow_gap_overwrite: false,
  });
});

test("rows keep their strides, and what lies between their elements", () => {
  const spread = problem([16], [2], 32);
  assert.deepEqual(withLengths(spread, [64]).input, { format: "CI", strides: [2], offsets: [4, 0] });
  assert.deepEqual(leftOut(spread, kUsual, [64]), []);
  assert.deepEqual(leftOut(spread, kUsual, [8, 8]), ["strides"]);
  assert.deepEqual(leftOut(problem([16], [2], 40), kUsual, [64]), ["distance"]);
  assert.deepEqual(leftOut(problem([16], [2], 40, { batch: 1 }), kUsual, [64]), []);

  const loops = [{ length: 2, in_stride: 3, out_stride: 3 }];
  const woven = problem([16], [6], 1, { loops });
  assert.deepEqual(withLengths(woven, [64]), { ...woven, lengths: [64] });
  assert.deepEqual(leftOut(woven, kUsual, [64]), []);
  const apart = { ...woven, loops: [{ length: 2, in_stride: 3, out_stride: 96 }] };
  assert.equal("loops" in withLengths(apart, [64]), false);
  assert.deepEqual(leftOut(apart, kUsual, [64]), ["loops"]);
});

test("packed problems of every kind leave nothing out", () => {
  const side = (format: string, strides: number[], distance: number) => ({ format, strides, distance, offsets: [0, 0] });
  const packed: Partial<Problem>[] = [
    {},
    { type: "real_forward", input: side("R", [6, 1], 24), output: side("HI", [4, 1], 16) },
    { type: "real_inverse", placement: "ip", input: side("HI", [4, 1], 16), output: side("R", [8, 1], 32) },
    { input: side("CP", [6, 1], 24), output: side("CP", [6, 1], 24) },
  ];
  for (const one of packed) assert.deepEqual(leftOut(problem([4, 6], [6, 1], 24, one), kUsual, [8, 8]), []);
});

test("a set is planned with what goes with its lengths", async () => {
  const asked: { problem?: Problem; options?: unknown }[] = [];
  Object.defineProperty(globalThis, "sessionStorage", { value: { getItem: () => null }, configurable: true });
  globalThis.fetch = (_, init) => {
    if (init?.method === "POST") asked.push(JSON.parse(String(init.body)));
    return Promise.resolve(Response.json({}));
  };
  const strided = problem([16], [2], 40, { loops: [{ length: 2, in_stride: 500, out_stride: 400 }] });
  detail.value = { candidate: 0 } as CandidateDetail; // nothing else is to be loaded
  plan.value = { id: "1", token: "t", problem: strided, options: kUsual, target: { name: "host" }, chosen: 0, candidates: 1 } as PlanSummary;
  view.value = { ...view.value, set: "16, 64" };
  assert.deepEqual(leftOutOfSet.value, ["distance", "loops"]);
  view.value = { ...view.value, set: "16" };
  assert.deepEqual(leftOutOfSet.value, []);
  view.value = { ...view.value, set: "16, 64" };
  await fillSet(["host"]);
  assert.equal(setError.value, "");
  const problems = asked.filter((body) => body.problem !== undefined);
  assert.deepEqual(problems.map((body) => body.problem), [strided, withLengths(strided, [64])]);
  assert.deepEqual(problems.map((body) => body.options), [[16], [64]].map((one) => optionsWithLengths(kUsual, strided, one)));
});
