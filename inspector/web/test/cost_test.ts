import assert from "node:assert/strict";
import { test } from "node:test";
import { gapOf, partsOf, sharesOf, storyOf, sumOf, totalOf, type Evidence } from "../src/model/cost.ts";
import type { Step, Target } from "../src/model/types.ts";

const kTarget: Target = {
  name: "t",
  description: "",
  dialect: "hip",
  bandwidth_gbs: 1000,
  lds_bytes: 65536,
  wavefront: 64,
  max_threads: 1024,
  compute_units: 100,
  l2_bytes: 1 << 20,
  channels: { unit: "channel", interleave_bytes: 256, units: 32 },
};

const kSide = { buffer: "USER_IN", format: "CI", padded: false, elements: 1 << 20, bytes: 8 << 20, layout: "" };

// The step moves 16 MB. At 1000 GB/s this takes 16 µs. Short runs add 4 µs, exchanges 1 µs and the
// launch 3 µs.
const kStep = {
  in: { ...kSide, lengths: [1024, 1024], strides: [1024, 1], transformed: [false, true] },
  out: { ...kSide, buffer: "USER_OUT", lengths: [1024, 1024], strides: [1024, 1], transformed: [false, true] },
  in_place: false,
  bytes_moved: 16e6,
  choice: { origin: "model", price: { read: 10e-6, write: 10e-6, channels: 0, passes: 1e-6, occupancy: 0, launch: 3e-6 } },
  kernel: { blocks: 1000, flops_per_byte: 3 },
} as unknown as Step;

const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);

function evidence(change: Partial<Evidence>): Evidence {
  const parts = partsOf(kStep, kTarget.bandwidth_gbs);
  assert.ok(parts !== null);
  return { step: kStep, parts, target: kTarget, precision: "single", measured: 24, ...change };
}

test("a price by cause", () => {
  const parts = partsOf(kStep, 1000);
  assert.ok(parts !== null);
  near(parts.memory, 16);
  near(parts.access, 4);
  near(parts.launch, 3);
  near(totalOf(parts), 24);
  assert.match(sharesOf(parts, "hip"), /^67\u00a0% memory at full speed, 17\u00a0% short runs in memory, 13\u00a0% launch/);
  assert.equal(partsOf({ ...kStep, choice: null }, 1000), null);
});

test("the plan in a sentence", () => {
  const parts = evidence({}).parts;
  const story = storyOf(sumOf([parts, parts]), 16, 2, "hip");
  assert.equal(
    story,
    "One read of the input and one write of the output take 16.0 µs. 2 kernels move the data 2.0 times: 16.0 µs more. Besides: short runs in memory 8.00 µs, launch 6.00 µs, exchanges through LDS 2.00 µs.",
  );
  assert.doesNotMatch(storyOf(parts, 16, 1, "hip"), /times/);
  // If a processor's caches hold the data, the model charges less than one read and one write of
  // it.
  assert.match(storyOf({ ...parts, memory: 4 }, 16, 1, "host"), /take 16\.0 µs in memory; .* caches, so that 4\.00 µs are charged\. Besides/);
});

test("a measurement near the prediction needs no words", () => {
  assert.deepEqual(gapOf(evidence({ measured: 26 })), { near: true, words: "as predicted" });
});

test("faster than memory: a cache", () => {
  const small = { ...kStep, in: { ...kStep.in, bytes: 1000 }, out: { ...kStep.out, bytes: 1000 } };
  assert.match(gapOf(evidence({ measured: 8, step: small })).words, /fit L2/);
  assert.match(gapOf(evidence({ measured: 8 })).words, /part of its 16 MiB comes from L2/);
});

test("faster than the model: what it charges too much for", () => {
  assert.match(gapOf(evidence({ measured: 19 })).words, /short runs in memory/);
});

test("slower: what there is evidence for", () => {
  assert.match(gapOf(evidence({ measured: 60, spilled: 12 })).words, /spills 12 registers/);
  assert.match(gapOf(evidence({ measured: 60, spread: 0.5 })).words, /vary by 50 %/);
  assert.match(gapOf(evidence({ measured: 60 })).words, /267 of 1000 GB\/s: clock, caches, arithmetic or other work/);
  const clock = "the processors' clock went from 2600 to 2100 MHz";
  assert.match(gapOf(evidence({ measured: 60, clock })).words, /267 of 1000 GB\/s: the processors' clock went from 2600 to 2100 MHz$/);
  const columns = { ...kStep, in: { ...kStep.in, transformed: [true, false] } };
  assert.match(gapOf(evidence({ measured: 60, step: columns })).words, /rows 8 KiB apart meet in 1 of 32 channels/);
  const few = { ...kStep, kernel: { blocks: 10, flops_per_byte: 3 } } as unknown as Step;
  assert.match(gapOf(evidence({ measured: 60, step: few })).words, /10 workgroups leave some of 100/);
  const busy = { ...kStep, kernel: { blocks: 1000, flops_per_byte: 30 } } as unknown as Step;
  assert.match(gapOf(evidence({ measured: 60, step: busy })).words, /30 operations a byte/);
});
