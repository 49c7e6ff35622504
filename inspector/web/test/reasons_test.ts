import assert from "node:assert/strict";
import { test } from "node:test";
import type { CandidateItem, Criterion } from "../src/model/types.ts";
import { criteriaThatFavour, decidingWords, spreadWords, whyBehind } from "../src/model/reasons.ts";

const kCriteria: Criterion[] = [
  { name: "buffers", label: "Buffers", better: "less" },
  { name: "workspace_bytes", label: "Workspace", better: "less" },
  { name: "colour", label: "Colours", better: "more" },
];
const item = (scores: object) => ({ candidate: 0, predicted_us: 13100, buffers: 2, workspace_bytes: 8592031232, colour: 1, ...scores }) as unknown as CandidateItem;
const first = item({});
const second = item({ candidate: 1, predicted_us: 15800 });

test("the first criterion that tells candidates apart decides", () => {
  const why = (scores: object) => whyBehind(kCriteria, first, item({ candidate: 1, ...scores }));
  const buffers = "Candidate 0 uses 2 buffers, candidate 1 uses 3 buffers: fewer buffers decides.";
  assert.equal(why({ buffers: 3 }), buffers);
  assert.equal(why({ buffers: 3, workspace_bytes: 0 }), buffers);
  assert.match(why({ workspace_bytes: 17181965824 }), /needs 8\.002 GiB .*16\.002 GiB/);
  assert.match(why({ colour: 0 }), /has 1, candidate 1 has 0: more colours decides/);
  assert.equal(decidingWords("buffers"), "fewer buffers");
  assert.equal(decidingWords("order"), "");
});

test("equal scores are not equal times", () => {
  const words = whyBehind(kCriteria, first, second);
  assert.match(words, /^No criterion .* names decides\. .* predicts 13\.1 ms and 15\.8 ms\.$/);
});

test("the spread is said in per cent", () => {
  assert.equal(spreadWords([{ predicted_us: 44078 }, { predicted_us: 44102 }]), "The model separates 2 candidates by 0.054 %: rules decide. Measure them.");
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
