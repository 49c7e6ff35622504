// Compares two texts line by line, and two lines word by word.
import { diffArrays, diffWordsWithSpace } from "diff";

export interface DiffRow {
  a: number | null; // index of the line in the first text, or null
  b: number | null;
}

// The lines of both texts in order. A row is in both texts, only in `a`, or only in `b`.
export function diffLines(a: string[], b: string[]): DiffRow[] {
  let [x, y] = [0, 0];
  return diffArrays(a, b).flatMap(({ value, added, removed }) =>
    value.map((): DiffRow => ({ a: added ? null : x++, b: removed ? null : y++ })),
  );
}

// Puts removed lines into one row with the added lines that follow them.
export function pairRows(rows: DiffRow[]): DiffRow[] {
  const paired: DiffRow[] = [];
  for (let i = 0; i < rows.length; ) {
    const begin = i;
    while (rows[i]?.a === null || rows[i]?.b === null) i++;
    const changed = rows.slice(begin, i);
    const removed = changed.flatMap(({ a }) => a ?? []);
    const added = changed.flatMap(({ b }) => b ?? []);
    for (let j = 0; j < Math.max(removed.length, added.length); j++) {
      paired.push({ a: removed[j] ?? null, b: added[j] ?? null });
    }
    for (let row = rows[i]; row !== undefined && row.a !== null && row.b !== null; row = rows[++i]) paired.push(row);
  }
  return paired;
}

export interface Piece {
  text: string;
  changed: boolean;
}

// A line cut into pieces. Each piece says whether the other line has it too.
export function changedWords(text: string, other: string): Piece[] {
  return diffWordsWithSpace(other, text)
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ text: value, changed: added }));
}

// For each row, whether it is within `context` rows of a changed row.
export function nearChange(changed: boolean[], context: number): boolean[] {
  const near = changed.map(() => false);
  changed.forEach((is, i) => {
    if (is) near.fill(true, Math.max(0, i - context), i + context + 1);
  });
  return near;
}
