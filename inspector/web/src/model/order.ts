// Sorts candidates by several columns, and filters them by conditions that are typed as text.
import { buffer } from "./format.ts";
import type { CandidateItem, Criterion } from "./types.ts";

export type Value = (item: CandidateItem, column: string) => number;

export interface SortKey {
  column: string;
  descending: boolean;
}

export function parseSort(text: string): SortKey[] {
  return text
    .split(",")
    .filter((part) => part !== "")
    .map((part) => ({ column: part.replace(/^-/, ""), descending: part.startsWith("-") }));
}

export function printSort(keys: SortKey[]): string {
  return keys.map((key) => (key.descending ? "-" : "") + key.column).join(",");
}

// Sorts by the keys, the most important one first. Equal items keep the order of their ranks.
// Missing values (NaN) come last.
export function sortItems(items: CandidateItem[], keys: SortKey[], value: Value): CandidateItem[] {
  const compare = (a: CandidateItem, b: CandidateItem): number => {
    for (const { column, descending } of keys) {
      const left = value(a, column);
      const right = value(b, column);
      if (Number.isNaN(left) !== Number.isNaN(right)) return Number.isNaN(left) ? 1 : -1;
      if (left !== right && !Number.isNaN(left)) return (left - right) * (descending ? -1 : 1);
    }
    return a.rank - b.rank;
  };
  return keys.length === 0 ? items : [...items].sort(compare);
}

const kCompare: Record<string, (a: number, b: number) => boolean> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};

export interface Filter {
  error: string;
  accepts: (item: CandidateItem) => boolean;
}

// Reads a filter such as "buffers<=2 in_place>0 T0": conditions on columns, and names of buffers on
// the path. A candidate must satisfy all of them.
export function parseFilter(text: string, columns: string[], value: Value): Filter {
  const tests: ((item: CandidateItem) => boolean)[] = [];
  for (const part of text.split(/\s+/).filter((word) => word !== "")) {
    const match = /^(\w+)(<=|>=|!=|<|>|=)(-?[\d.]+)$/.exec(part);
    if (match === null && /[<>=]/.test(part)) {
      return { error: `"${part}" is no condition such as buffers<=2`, accepts: () => true };
    }
    if (match === null) {
      const name = part.toUpperCase();
      tests.push((item) => item.path.some((one) => buffer(one) === name || one.startsWith(name)));
      continue;
    }
    const [, column = "", operator = "=", number = "0"] = match;
    if (!columns.includes(column)) {
      return { error: `no column "${column}"; there are ${columns.join(", ")}`, accepts: () => true };
    }
    tests.push((item) => kCompare[operator]?.(value(item, column), Number(number)) ?? false);
  }
  return { error: "", accepts: (item) => tests.every((test) => test(item)) };
}

// The sort keys after a click on a column. The first click sorts by it with the best first, the
// second with the worst first, and the third removes it. With `add` the other keys stay, and a new
// key comes last.
export function nextKeys(now: SortKey[], column: Criterion, add: boolean): SortKey[] {
  const best = column.better === "more"; // the largest values are the best
  const held = now.find((key) => key.column === column.name);
  const kept = add ? now : now.filter((key) => key === held);
  if (held === undefined) return [...kept, { column: column.name, descending: best }];
  if (held.descending !== best) return kept.filter((key) => key !== held);
  return kept.map((key) => (key === held ? { ...key, descending: !best } : key));
}
