// The differences between up to four candidates, of one plan or of several.
import { accessText, buffer, bytes, specValue } from "./format.ts";
import type { CandidateDetail, Criterion, PlanSummary, Step, Timing, TreeNode } from "./types.ts";

export interface Side {
  summary: PlanSummary;
  tree: TreeNode[];
  detail: CandidateDetail;
  timing: Timing | null; // the times measured on this server's device
  from: string; // where the plan comes from, such as "file"; empty for this page's plan
}

// A line of the comparison. It has a value for each side, or null if the side lacks it.
export interface Line {
  name: string;
  values: (string | null)[];
  best: number[]; // the sides with the best value; empty where no value is better
}

export interface StepRow {
  steps: (number | null)[]; // each side's step, or null
  elsewhere: (number | null)[]; // if a side's step is null, its step that does the same work
  lines: Line[]; // the members that differ
}

type Members = Record<string, unknown>;

function isMembers(value: unknown): value is Members {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

// Members of a step that are not compared. They follow from other members or do not affect the
// work.
const kDerived = new Set([
  "choice",
  "leaf",
  "node",
  "axes",
  "loops",
  "transform",
  "predicted_us",
  "bytes_moved",
  "in.elements",
  "out.elements",
  "in.transformed",
  "out.transformed",
  "in.layout",
  "out.layout",
  "kernel.name",
  "kernel.leaf",
  "kernel.spec.placement",
  "kernel.flops_per_byte",
]);

const kNames: Record<string, string> = {
  nodes: "does the work of nodes",
  shim: "fusion",
  in_place: "in place",
  access: "goes",
  "in.buffer": "reads from",
  "out.buffer": "writes to",
  "in.format": "format read",
  "out.format": "format written",
  "in.padded": "reads padded rows",
  "out.padded": "writes padded rows",
  "in.lengths": "lengths read",
  "out.lengths": "lengths written",
  "in.strides": "strides read",
  "out.strides": "strides written",
  "in.bytes": "bytes of what it reads",
  "out.bytes": "bytes of what it writes",
};

function fieldName(field: string): string {
  return (
    kNames[field] ??
    field
      .replace(/^kernel\.spec\./, "")
      .replace(/^kernel\.arguments\./, "argument ")
      .replace(/^kernel\.tables\./, "table ")
      .replace(/^kernel\./, "")
      .replace(/[._]/g, " ")
  );
}

function fieldText(field: string, value: unknown): string {
  if (field.endsWith(".buffer")) return buffer(String(value));
  if (field.endsWith("bytes") && typeof value === "number") return bytes(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return specValue(value, field);
}

// Whether a value is a list of named things, such as a kernel's arguments. Such a list gets a line
// for each item.
function isNamed(value: unknown): value is { name: string; kind?: string; value?: unknown }[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isMembers(item) && "name" in item);
}

// The members of a step as text, by field name. Members of objects and named items of lists have
// fields of their own.
export function fieldsOf(value: unknown, field = ""): Map<string, string> {
  const found = new Map<string, string>();
  if (kDerived.has(field) || value === undefined) return found;
  if (field === "access") return found.set(field, accessText(value as NonNullable<Step["access"]>));
  if (isNamed(value)) {
    for (const item of value) found.set(`${field}.${item.name}`, specValue(item.value ?? item.kind ?? "given"));
    return found;
  }
  if (Array.isArray(value) && value.some(isMembers)) {
    value.forEach((item, i) => found.set(`${field}.${i}`, specValue(item)));
    return found;
  }
  if (!isMembers(value)) return found.set(field, fieldText(field, value));
  for (const [name, member] of Object.entries(value)) {
    for (const [key, text] of fieldsOf(member, field === "" ? name : `${field}.${name}`)) found.set(key, text);
  }
  return found;
}

function differingLines(steps: (Step | null)[]): Line[] {
  const fields = steps.map((step) => (step === null ? null : fieldsOf(step)));
  const names = new Set(fields.flatMap((map) => [...(map?.keys() ?? [])]));
  const lines: Line[] = [];
  for (const name of names) {
    const values = fields.map((map) => (map === null ? null : (map.get(name) ?? "–")));
    const given = values.filter((value) => value !== null);
    if (new Set(given).size > 1) lines.push({ name: fieldName(name), values, best: [] });
  }
  return lines;
}

// Whether all sides have the same plan tree.
function sameTree(sides: Side[]): boolean {
  const shape = ({ tree }: Side) =>
    tree.map(({ id, scheme, lengths, output_lengths }) => [id, scheme, lengths, output_lengths].join()).join(";");
  return new Set(sides.map(shape)).size === 1;
}

// The steps of the sides, side by side. Where all sides have one tree, steps with the same first leaf are paired;
// otherwise steps are paired by position.
export function stepRows(sides: Side[]): StepRow[] {
  const byLeaf = sameTree(sides);
  const keyed = sides.map(
    ({ detail }) => new Map(detail.steps.map((step, i) => [byLeaf ? step.leaf : i, i] as const)),
  );
  const keys = [...new Set(keyed.flatMap((map) => [...map.keys()]))].sort((a, b) => a - b);
  return keys.map((key) => {
    const steps = keyed.map((map) => map.get(key) ?? null);
    const some = sides.flatMap(({ detail }, i) => detail.steps[steps[i] ?? -1] ?? [])[0];
    const elsewhere = sides.map(({ detail }, i) => {
      if (steps[i] !== null || !byLeaf || some === undefined) return null;
      const at = detail.steps.findIndex(({ nodes }) => nodes.includes(some.node));
      return at < 0 ? null : at;
    });
    const lines = differingLines(sides.map(({ detail }, i) => detail.steps[steps[i] ?? -1] ?? null));
    return { steps, elsewhere, lines };
  });
}

export function isSame(row: StepRow): boolean {
  return row.steps.every((step) => step !== null) && row.lines.length === 0;
}

// The sides with the best value. A side also counts if its value differs from the best one by at
// most the part `apart` of the best value.
function bestOf(values: (number | null)[], better: "more" | "less", apart = 0): number[] {
  const given = values.filter((value) => value !== null);
  const best = better === "more" ? Math.max(...given) : Math.min(...given);
  const isBest = (value: number) => Math.abs(value - best) <= apart * Math.abs(best);
  if (given.length < 2 || given.every(isBest)) return [];
  return values.flatMap((value, i) => (value !== null && isBest(value) ? [i] : []));
}

const kNoise = 0.005; // relative; smaller differences of times are ignored

export interface Figure {
  name: string;
  values: (number | null)[];
  text: (value: number) => string;
  best: number[];
}

// The criteria of the ranking and the bytes of each buffer, with a value for each side.
export function scoresOf(sides: Side[], criteria: Criterion[]): Figure[] {
  const scores = criteria.map(({ name, label, better }) => {
    const values = sides.map(({ detail }) => {
      const value = Number((detail as unknown as Members)[name]);
      return Number.isNaN(value) ? null : value;
    });
    return { name: label, values, text: name.endsWith("_bytes") ? bytes : String, best: bestOf(values, better) };
  });
  const names = [...new Set(sides.flatMap(({ detail }) => detail.lanes.map((lane) => lane.buffer)))].sort();
  const buffers = names.map((name) => ({
    name: `bytes in ${buffer(name)}`,
    values: sides.map(({ detail }) => detail.lanes.find((lane) => lane.buffer === name)?.bytes ?? null),
    text: bytes,
    best: [],
  }));
  return [...scores, ...buffers];
}

export function timesOf(sides: Side[]): { predicted: Figure; measured: Figure } {
  const predicted = sides.map(({ detail }) => (detail.predicted_us ? detail.predicted_us / 1000 : null));
  const measured = sides.map(({ timing }) => (timing?.samples ? timing.median_ms : null));
  const figure = (name: string, values: (number | null)[]): Figure => ({
    name,
    values,
    text: String,
    best: bestOf(values, "less", kNoise),
  });
  return { predicted: figure("predicted", predicted), measured: figure("measured", measured) };
}

// The number of kernels that all sides have, and of those that only one side has.
export function kernelCounts(sides: Side[]): { shared: number; only: number[] } {
  const names = sides.map(
    ({ detail }) => new Set(detail.steps.flatMap(({ kernel }) => (kernel === null ? [] : [kernel.name]))),
  );
  const shared = [...(names[0] ?? [])].filter((name) => names.every((set) => set.has(name)));
  return {
    shared: shared.length,
    only: names.map(
      (set, i) => [...set].filter((name) => names.every((other, j) => j === i || !other.has(name))).length,
    ),
  };
}
