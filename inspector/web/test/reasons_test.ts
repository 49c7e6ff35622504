import assert from "node:assert/strict";
import { test } from "node:test";
import type { CandidateItem, Criterion } from "../src/model/types.ts";
import { criteriaThatFavour, decidingCriterion, spreadWords, whyBehind } from "../src/model/reasons.ts";

const first = { candidate: 0, predicted_us: 13100 };
const second = { candidate: 1, predicted_us: 15800 };

test("who has more is said", () => {
  assert.equal(
    whyBehind("fewer buffers: 2 against 3", first, second),
    "Candidate 0 uses 2 buffers, candidate 1 uses 3 buffers: fewer buffers decides.",
  );
  assert.match(whyBehind("less workspace: 8592031232 against 17181965824", first, second), /needs 8\.002 GiB .*16\.002 GiB/);
  assert.equal(decidingCriterion("fewer buffers: 2 against 3"), "fewer buffers");
});

test("equal scores are not equal times", () => {
  const words = whyBehind("equal scores; by name of what step 2 writes: TEMP0 before USER_OUT", first, second);
  assert.match(words, /^No criterion .* names decides\. .* predicts 13\.1 ms and 15\.8 ms\.$/);
  assert.doesNotMatch(words, /TEMP0|equal/);
  assert.equal(decidingCriterion("equal scores; by name of what step 2 writes: A before B"), "");
});

test("the spread is said in per cent", () => {
  assert.equal(spreadWords([{ candidate: 0, predicted_us: 44078 }, { candidate: 1, predicted_us: 44102 }]), "The model separates 2 candidates by 0.054 %: rules decide. Measure them.");
  assert.match(spreadWords([first, first]), /same time for all 2/);
  assert.equal(spreadWords([first, second]), "The model separates 2 candidates by 21 %.");
  assert.equal(spreadWords([first]), "");
});

test("a criterion that is asked first makes a candidate the first, or does not", () => {
  const criteria: Criterion[] = [
    { name: "fused", label: "Fused kernels", better: "more" },
    { name: "buffers", label: "Buffers", better: "less" },
  ];
  const items = [[2, 3], [1, 2], [0, 2]].map(([fused, buffers], rank) => ({ candidate: rank, rank, fused, buffers }) as CandidateItem);
  const favours = items.map((item) => criteriaThatFavour(item, items, criteria).map(({ name }) => name));
  assert.deepEqual(favours, [["fused"], ["buffers"], []]);
});
