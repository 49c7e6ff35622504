// The differences of two texts line by line, and of two lines word by word.
import { diffArrays, diffWordsWithSpace } from "diff";

export interface DiffRow {
  a: number | null; // index of the line in the first text, or null
  b: number | null;
}

// The lines of both texts in order: in both, only in `a`, or only in `b`.
export function diffLines(a: string[], b: string[]): DiffRow[] {
  let [x, y] = [0, 0];
  return diffArrays(a, b).flatMap(({ value, added, removed }) =>
    value.map((): DiffRow => ({ a: added ? null : x++, b: removed ? null : y++ })),
  );
}

// Puts removed lines beside the added ones that follow them.
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

// A line beside another one, cut into pieces. Each piece stands in the other line, too, or is
// missing there.
export function changedWords(text: string, other: string): Piece[] {
  return diffWordsWithSpace(other, text)
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ text: value, changed: added }));
}

// Whether each row is within `context` rows of a change.
export function nearChange(changed: boolean[], context: number): boolean[] {
  const near = changed.map(() => false);
  changed.forEach((is, i) => {
    if (is) near.fill(true, Math.max(0, i - context), i + context + 1);
  });
  return near;
}
