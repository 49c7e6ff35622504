import assert from "node:assert/strict";
import { test } from "node:test";
import type { Machine } from "../src/model/types.ts";
import { machineWords, spreadOf } from "../src/parts/noise.tsx";

const kGpu: Machine = {
  driver: "580.65.06",
  clock_mhz: 1980,
  processors: 16,
  processor_mhz: 2600.4,
  governor: "performance",
  others_share: 0.031,
  stolen_share: 0,
  warnings: [],
};

test("the line of the machine names driver and clocks, as far as they are told", () => {
  assert.equal(
    machineWords(kGpu),
    "driver 580.65.06, clock up to 1980 MHz, 16 processors at 2600 MHz, governor performance, 3 % of their time taken by other programs",
  );
  assert.equal(machineWords({ ...kGpu, driver: "", clock_mhz: null, processor_mhz: null, governor: "", others_share: null }), "16 processors");
});

test("the spread is that of the least certain median", () => {
  const timed = (median: number, low: number, high: number) => ({ median_ms: median, low_ms: low, high_ms: high, samples: 5 });
  assert.equal(spreadOf([timed(1, 0.9, 1.1), timed(2, 1, 3)]), 1);
  assert.equal(spreadOf([{ ...timed(1, 0, 9), samples: 0 }]), 0);
});
