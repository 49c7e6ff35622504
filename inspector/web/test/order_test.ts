import assert from "node:assert/strict";
import { test } from "node:test";
import { nextKeys, parseFilter, parseSort, printSort, sortItems } from "../src/model/order.ts";
import type { CandidateItem } from "../src/model/types.ts";

function item(rank: number, workspace: number, path: string[] = []): CandidateItem {
  return {
    candidate: rank - 1,
    rank,
    chosen: rank === 1,
    pass: 0,
    path,
    padded_path: [],
    predicted_us: null,
    kernels: 2,
    traffic: 2,
    fused: 0,
    padded: 0,
    in_place: 0,
    type_changes: 0,
    decided_by: null,
    reason: "",
    buffers: 2 + (rank % 2),
    workspace_bytes: workspace,
  };
}

const value = (of: CandidateItem, column: string) => Number(of[column] ?? NaN);
const items = [item(1, 5), item(2, 9), item(3, 5), item(4, 0)];

function ranks(by: string): number[] {
  return sortItems(items, parseSort(by), value).map((sorted) => sorted.rank);
}

test("sorts by a column both ways, ties by rank", () => {
  assert.deepEqual(ranks(""), [1, 2, 3, 4]);
  assert.deepEqual(ranks("workspace_bytes"), [4, 1, 3, 2]);
  assert.deepEqual(ranks("-workspace_bytes"), [2, 1, 3, 4]);
});

test("sorts by several columns, the first weighs most", () => {
  assert.deepEqual(ranks("buffers,-workspace_bytes"), [2, 4, 1, 3]);
  assert.deepEqual(ranks("-buffers,workspace_bytes"), [1, 3, 4, 2]);
});

test("missing values stand last, whichever way", () => {
  const measured = (of: CandidateItem) => (of.rank === 3 ? 7 : of.rank === 2 ? 1 : NaN);
  for (const [sort, wanted] of [["measured", [2, 3, 1, 4]], ["-measured", [3, 2, 1, 4]]] as const) {
    const sorted = sortItems(items, parseSort(sort), measured);
    assert.deepEqual(sorted.map(({ rank }) => rank), wanted);
  }
});

test("clicks turn a column round and let it go; added ones stay behind", () => {
  const column = { name: "buffers", label: "", better: "less" } as const;
  const other = { name: "in_place", label: "", better: "more" } as const;
  const text = (sort: string, of: typeof column | typeof other, add: boolean) =>
    printSort(nextKeys(parseSort(sort), of, add));
  assert.equal(text("", column, false), "buffers");
  assert.equal(text("buffers", column, false), "-buffers");
  assert.equal(text("-buffers", column, false), "");
  assert.equal(text("", other, false), "-in_place");
  assert.equal(text("buffers", other, true), "buffers,-in_place");
  assert.equal(text("buffers,-in_place", column, true), "-buffers,-in_place");
  assert.equal(text("-buffers,-in_place", column, true), "-in_place");
  assert.equal(text("buffers,-in_place", other, false), "in_place");
});

test("filters by columns and buffers", () => {
  const columns = ["rank", "buffers", "workspace_bytes"];
  const all = [
    item(1, 5, ["USER_IN", "USER_OUT"]),
    item(2, 9, ["USER_IN", "TEMP0", "USER_OUT"]),
    item(3, 4, ["USER_OUT", "TEMP_BLUESTEIN", "USER_OUT"]),
  ];
  const kept = (text: string) =>
    all.filter(parseFilter(text, columns, value).accepts).map(({ rank }) => rank);
  assert.deepEqual(kept(""), [1, 2, 3]);
  assert.deepEqual(kept("workspace_bytes<9"), [1, 3]);
  assert.deepEqual(kept("workspace_bytes>=5 T0"), [2]);
  assert.deepEqual(kept("buffers!=3"), [2]);
  assert.deepEqual(kept("t1"), []);
  assert.deepEqual(kept("tb"), [3]);
  assert.deepEqual(kept("temp"), [2, 3]);
  assert.deepEqual(kept("IN"), [1, 2]);
  assert.match(parseFilter("colour=3", columns, value).error, /no column "colour"/);
  assert.match(parseFilter("buffers<", columns, value).error, /no condition/);
});
