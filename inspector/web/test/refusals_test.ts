import assert from "node:assert/strict";
import { test } from "node:test";
import { refusalsOf } from "../src/model/refusals.ts";

test("a refusal of every scheme is a list", () => {
  const { head, nested } = refusalsOf("no scheme takes [7:1:1]: A_B: 7 is odd; so it is: really; C1: no");
  assert.equal(head, "no scheme takes [7:1:1]");
  assert.deepEqual(nested, [
    { scheme: "A_B", reason: "7 is odd; so it is: really", nested: [] },
    { scheme: "C1", reason: "no", nested: [] },
  ]);
});

test("what a scheme would need is a list inside", () => {
  const { nested } = refusalsOf("no scheme takes real [7:1:1]: A: no; B: no scheme takes [7:1:1]: C: never; D: nor");
  assert.deepEqual(nested, [
    { scheme: "A", reason: "no", nested: [] },
    {
      scheme: "B",
      reason: "no scheme takes [7:1:1]",
      nested: [
        { scheme: "C", reason: "never", nested: [] },
        { scheme: "D", reason: "nor", nested: [] },
      ],
    },
  ]);
});

test("other mistakes stay as they are", () => {
  const text = "lengths[0] is 0; allowed: whole numbers from 1";
  assert.deepEqual(refusalsOf(text), { head: text, nested: [] });
});
