import assert from "node:assert/strict";
import { test } from "node:test";
import { readPlanRecord } from "../src/model/plan_record.ts";

const json = JSON.stringify({
  schema: "fft.plan_record/1",
  program: "solver",
  token: "complex_forward_len_4096_single_op",
  target: "sm_90",
  options: { strategy: "most_fusion", scheme: "L1D_CR", factors: [64, 64], allow_input_overwrite: true },
  candidate: 2,
});

test("a record is what the program asked for, and how often it ran", () => {
  const record = readPlanRecord(`1200 2400000 1764240000000 0     \n${json}\n`);
  assert.equal(record?.candidate, 2);
  assert.equal(record?.asked.token, "complex_forward_len_4096_single_op");
  assert.equal(record?.asked.target, "sm_90");
  assert.equal(record?.asked.factors, "64 x 64");
  assert.equal(record?.asked.overwrite, true);
  assert.match(record?.words ?? "", /^solver executed it 1\u202f200 times, 2(\.0*)? µs a call$/);
  assert.equal(readPlanRecord(`0 0 0 1\n${json}`)?.words, "solver executed it 0 times");
});

test("other files hold none", () => {
  for (const text of [json, "", `1 2 3\n${json}`, '1 2 3 0\n{"schema": "else"}']) assert.equal(readPlanRecord(text), null, text);
});
