import assert from "node:assert/strict";
import { test } from "node:test";
import { sortItems } from "../src/candidates_panel.tsx";
import type { CandidateItem } from "../src/types.ts";

function item(rank: number, workspace: number): CandidateItem {
  return {
    candidate: rank - 1,
    rank,
    chosen: rank === 1,
    pass: 0,
    path: [],
    decided_by: null,
    reason: "",
    fused: 0,
    buffers: 2,
    padded: 0,
    in_place: 0,
    type_changes: 0,
    workspace_bytes: workspace,
  };
}

test("sorts by a criterion both ways, ties by rank", () => {
  const items = [item(1, 5), item(2, 9), item(3, 5), item(4, 0)];
  const ranks = (by: string) => sortItems(items, by).map((sorted) => sorted.rank);
  assert.deepEqual(ranks(""), [1, 2, 3, 4]);
  assert.deepEqual(ranks("workspace_bytes"), [4, 1, 3, 2]);
  assert.deepEqual(ranks("-workspace_bytes"), [2, 1, 3, 4]);
});
