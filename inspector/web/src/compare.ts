// Two candidates compared in the page, where one comes from a file: the same figures as the server's
// comparison of its own plans (inspector/server/views_compare.h).
import type {
  CandidateDetail,
  ComparedStep,
  Comparison,
  Criterion,
  Difference,
  PlanSummary,
  Step,
  TreeNode,
} from "./types.ts";

export interface Side {
  summary: PlanSummary;
  tree: TreeNode[];
  detail: CandidateDetail;
}

// Members of a step that follow from others or that say nothing about the work.
const kDerived = new Set([
  "leaf",
  "node",
  "axes",
  "loops",
  "kernel.name",
  "kernel.leaf",
  "kernel.flops_per_byte",
]);

type Members = Record<string, unknown>;

function isMembers(value: unknown): value is Members {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function equal(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

// Where two values differ: objects member by member, all else as a whole.
export function differencesOf(a: unknown, b: unknown, field = ""): Difference[] {
  if (kDerived.has(field) || equal(a, b)) return [];
  if (!isMembers(a) || !isMembers(b)) return [{ field, a, b }];
  const prefix = field === "" ? "" : `${field}.`;
  const names = [...Object.keys(a), ...Object.keys(b).filter((name) => !(name in a))];
  return names.flatMap((name) => differencesOf(a[name] ?? null, b[name] ?? null, prefix + name));
}

function stepRow(a: (Step & { step: number }) | null, b: (Step & { step: number }) | null): ComparedStep {
  const only = a === null ? "b" : b === null ? "a" : null;
  const differences =
    only === null ? differencesOf({ ...a, step: 0 }, { ...b, step: 0 }) : [];
  return { a, b, only, same: only === null && differences.length === 0, differences };
}

// Paired by the leaf that they run first where the trees are the same, by position otherwise.
function stepRows(a: Side, b: Side, byLeaf: boolean): ComparedStep[] {
  const keyed = ({ detail }: Side) =>
    new Map(detail.steps.map((step, i) => [byLeaf ? step.leaf : i, { ...step, step: i }]));
  const left = keyed(a);
  const right = keyed(b);
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort((x, y) => x - y);
  return keys.map((key) => stepRow(left.get(key) ?? null, right.get(key) ?? null));
}

function head({ summary, detail }: Side): Comparison["a"] {
  return {
    token: summary.token,
    target: summary.target.name,
    candidate: detail.candidate,
    rank: detail.rank,
    path: detail.path,
    padded_path: detail.padded_path,
    kernels: detail.steps.length,
  };
}

function figure(side: Side, name: string): number {
  return Number((side.detail as unknown as Members)[name]);
}

function bufferRows(a: Side, b: Side): Comparison["buffers"] {
  const bytes = (side: Side, name: string) =>
    side.detail.lanes.find((lane) => lane.buffer === name)?.bytes ?? null;
  const names = new Set([...a.detail.lanes, ...b.detail.lanes].map((lane) => lane.buffer));
  return [...names].sort().map((buffer) => ({
    buffer,
    a_bytes: bytes(a, buffer),
    b_bytes: bytes(b, buffer),
    same: bytes(a, buffer) === bytes(b, buffer),
  }));
}

export function compareSides(a: Side, b: Side, criteria: Criterion[]): Comparison {
  const sameTree = equal(a.tree, b.tree);
  const steps = stepRows(a, b, sameTree);
  const names = ({ detail }: Side) =>
    new Set(detail.steps.flatMap(({ kernel }) => (kernel === null ? [] : [kernel.name])));
  const left = names(a);
  const right = names(b);
  const shared = [...left].filter((name) => right.has(name)).length;
  const same = steps.filter((row) => row.same).length;
  return {
    a: head(a),
    b: head(b),
    same_tree: sameTree,
    order: null,
    criteria: criteria.map(({ name, label, better }) => {
      const [x, y] = [figure(a, name), figure(b, name)];
      const winner = x === y ? "" : x > y === (better === "more") ? "a" : "b";
      return { name, label, a: x, b: y, better: winner };
    }),
    steps,
    buffers: bufferRows(a, b),
    counts: {
      steps_same: same,
      steps_differing: steps.length - same,
      kernels_shared: shared,
      kernels_only_a: left.size - shared,
      kernels_only_b: right.size - shared,
    },
  };
}
