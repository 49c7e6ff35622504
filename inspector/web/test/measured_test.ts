import assert from "node:assert/strict";
import { test } from "node:test";
import type { Timing } from "../src/model/types.ts";
import { fastestWords } from "../src/panels/measure_panel.tsx";

const timing = (candidate: number, low_ms: number, high_ms: number) => ({ candidate, low_ms, high_ms, samples: 30 }) as Timing;
const audit = { fastest: 0, winner: 0, regret: 0 };

test("overlapping intervals leave open which is the fastest", () => {
  const words = fastestWords([timing(0, 11.8, 18.4), timing(1, 17, 25.3), timing(2, 19, 25.4)], audit);
  assert.equal(words, "Candidate 0 has the least median, which may be chance: the interval of candidate 1 overlaps its own.");
  assert.equal(fastestWords([timing(0, 1, 2), timing(1, 3, 4)], audit), "Candidate 0 is the fastest.");
  assert.match(fastestWords([timing(0, 3, 4), timing(1, 1, 2)], { fastest: 1, winner: 0, regret: 1 }), /Candidate 1 is the fastest\. Candidate 0, ranked first, is 100\.0 % slower/);
});
