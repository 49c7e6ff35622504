import assert from "node:assert/strict";
import { test } from "node:test";
import { edgesFor, hopsOf } from "../src/model/channel_model.ts";
import type { Edge } from "../src/model/types.ts";

const model = { unit: "channel", interleave_bytes: 256, units: 32, period_bytes: 8192 };

test("strides of the period meet in one channel, padded ones do not", () => {
  assert.deepEqual(hopsOf(model, 8192, 4), { units: [0, 0, 0, 0], distinct: 1, busiest: 4 });
  const padded = hopsOf(model, 8192 + 512, 1000);
  assert.equal(padded.units.length, 64);
  assert.deepEqual([padded.distinct, padded.busiest], [16, 4]);
});

test("another geometry gives other figures; neighbours have none", () => {
  const dim = { length: 100, stride: 1024, packed_stride: 1024, changed: false, hops: null, packed_hops: null, role: "loop" };
  const near = { ...dim, stride: 1, packed_stride: null };
  const edge = { element_bytes: 8, writer_dims: [dim, near], reader_dims: [] } as unknown as Edge;
  const found = (interleave: number) =>
    edgesFor({ ...model, interleave_bytes: interleave }, [edge])[0]?.writer_dims.map((one) => one.hops?.distinct);
  assert.deepEqual(found(256), [1, undefined]);
  assert.deepEqual(found(1024), [4, undefined]);
});
