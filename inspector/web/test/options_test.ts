import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { kStrategies, kUsualStrategy } from "../src/model/strategies.ts";
import { kMostCandidates } from "../src/state/state.ts";

const { Strategy, AskedOptions, PlanOptions } = JSON.parse(readFileSync("schemas.json", "utf8"));

test("the strategies on offer are the server's, asked and answered", () => {
  assert.deepEqual(Object.keys(kStrategies).sort(), [...Strategy.enum].sort());
  assert.equal(Object.keys(kStrategies)[0], kUsualStrategy);
});

test("options are asked by the names that they are answered by", () => {
  assert.deepEqual(Object.keys(AskedOptions.properties).sort(), Object.keys(PlanOptions.properties).sort());
});

test("as many candidates are asked for as the server keeps of a plan and sends", () => {
  assert.equal(AskedOptions.properties.max_candidates.maximum, kMostCandidates);
});
