import assert from "node:assert/strict";
import { test } from "node:test";
import { ago } from "../src/dialogs/programs_dialog.tsx";
import type { ProgramPlan } from "../src/model/types.ts";
import { keyOf, ratesBetween } from "../src/state/programs_state.ts";

const one = (pid: number, executions: number) => ({ pid, executions, made_ms: 1, token: "t", candidate: 0 }) as ProgramPlan;

test("executions a second between two looks", () => {
  const rates = ratesBetween([one(1, 10), one(2, 5)], [one(1, 30), one(2, 5), one(3, 7)], 500);
  assert.equal(rates.get(keyOf(one(1, 0))), 40);
  assert.equal(rates.get(keyOf(one(2, 0))), 0);
  assert.equal(rates.has(keyOf(one(3, 0))), false, "seen for the first time");
});

test("how long ago", () => {
  assert.equal(ago(0, 5e6), "never");
  assert.equal(ago(5e6, 5e6 + 500), "now");
  assert.equal(ago(5e6, 5e6 + 30e3), "30 s ago");
  assert.equal(ago(5e6, 5e6 + 300e3), "5 min ago");
  assert.equal(ago(5e6, 5e6 + 8 * 3600e3), "8 h ago");
});
