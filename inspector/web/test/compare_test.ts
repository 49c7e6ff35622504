import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf, isSame, kernelCounts, scoresOf, stepRows, timesOf, type Side } from "../src/model/compare.ts";

test("a step is lines of text: lists with commas, lengths as products, arguments one a line", () => {
  const step = {
    node: "0.0",
    in: { strides: [262208, 512, 1], lengths: [4096, 512], buffer: "TEMP0", layout: "{2:1}" },
    in_place: true,
    access: { reads: "rows", writes: "columns", transposes: true },
    kernel: {
      name: "fft_x",
      spec: { factors: [16, 32], lds: { words: 8, pad: 1 } },
      arguments: [
        { name: "in", kind: "pointer" },
        { name: "stride0", kind: "int", value: 512 },
      ],
    },
  };
  assert.deepEqual(Object.fromEntries(fieldsOf(step)), {
    "in.strides": "262208, 512, 1",
    "in.lengths": "4096 × 512",
    "in.buffer": "T0",
    in_place: "yes",
    access: "reads rows, writes columns, transposing",
    "kernel.spec.factors": "16 × 32",
    "kernel.spec.lds.words": "8",
    "kernel.spec.lds.pad": "1",
    "kernel.arguments.in": "pointer",
    "kernel.arguments.stride0": "512",
  });
});

function side(leaves: number[], buffers: number, tree: string, ms: number | null = null): Side {
  const step = (leaf: number) => ({
    leaf,
    node: `0.${leaf}`,
    nodes: leaf === 0 ? ["0.0"] : [`0.${leaf - 1}`, `0.${leaf}`],
    kernel: { name: `k${leaf}`, blocks: 2 },
    in_place: false,
  });
  return {
    summary: { token: "t", target: { name: "gfx90a" } },
    tree: [{ id: tree, scheme: "X", lengths: [], output_lengths: [] }],
    detail: {
      candidate: 0,
      rank: 1,
      path: [],
      padded_path: [],
      buffers,
      predicted_us: 1000 * buffers,
      steps: leaves.map(step),
      lanes: [{ buffer: "TEMP0", bytes: 8 * buffers }],
    },
    timing: ms === null ? null : { samples: 3, median_ms: ms },
    from: "",
  } as unknown as Side;
}

const kCriteria = [{ name: "buffers", label: "Buffers", better: "less" as const }];

test("steps of one tree are paired by leaf, of several by position", () => {
  const byLeaf = stepRows([side([0, 1, 2], 2, "x"), side([0, 2], 3, "x")]);
  assert.deepEqual(byLeaf.map((row) => row.steps), [[0, 0], [1, null], [2, 1]]);
  assert.deepEqual(byLeaf.map(isSame), [true, false, true]);
  assert.deepEqual(byLeaf[1]?.elsewhere, [null, 1]); // the other side's second step does this work
  const byPosition = stepRows([side([0, 1, 2], 2, "x"), side([0, 2], 3, "y")]);
  assert.deepEqual(byPosition.map((row) => row.steps), [[0, 0], [1, 1], [2, null]]);
});

test("only lines that differ among the sides are kept, for up to four sides", () => {
  const other = side([0], 2, "x");
  const kernel = other.detail.steps[0]?.kernel;
  if (kernel) kernel.blocks = 3;
  const [row] = stepRows([side([0], 2, "x"), side([0], 2, "x"), other, side([0], 2, "x")]);
  assert.deepEqual(row?.lines, [{ name: "blocks", values: ["2", "2", "3", "2"], best: [] }]);
});

test("the best of each figure is marked, unless all are the same", () => {
  const sides = [side([0], 2, "x", 2), side([0], 3, "x", 1), side([0], 2, "x")];
  const [buffers, bytes] = scoresOf(sides, kCriteria);
  assert.deepEqual([buffers?.values, buffers?.best], [[2, 3, 2], [0, 2]]);
  assert.deepEqual(bytes?.values, [16, 24, 16]);
  const { predicted, measured } = timesOf(sides);
  assert.deepEqual([predicted.values, predicted.best], [[2, 3, 2], [0, 2]]);
  assert.deepEqual([measured.values, measured.best], [[2, 1, null], [1]]);
});

test("kernels that all share, and that one alone has", () => {
  assert.deepEqual(kernelCounts([side([0, 1], 2, "x"), side([0, 2], 2, "x")]), { shared: 1, only: [1, 1] });
});
