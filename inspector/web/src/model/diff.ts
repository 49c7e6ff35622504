// Differences of two texts, line by line: Myers' O(ND) algorithm ("An O(ND) Difference Algorithm and
// Its Variations", 1986).

export interface DiffRow {
  a: number | null; // index of the line in the first text, or null
  b: number | null;
}

// Furthest-reaching paths by number of edits; gives up beyond `limit` edits.
function editTrace(a: string[], b: string[], limit: number): Map<number, number>[] | null {
  const trace: Map<number, number>[] = [];
  let reach = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= Math.min(limit, a.length + b.length); edits++) {
    const next = new Map(reach);
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && (next.get(k - 1) ?? 0) < (next.get(k + 1) ?? 0));
      let x = down ? (next.get(k + 1) ?? 0) : (next.get(k - 1) ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      next.set(k, x);
      if (x >= a.length && x - k >= b.length) {
        trace.push(reach);
        return trace;
      }
    }
    trace.push(reach);
    reach = next;
  }
  return null;
}

function allDifferent(a: string[], b: string[]): DiffRow[] {
  return [
    ...a.map((_, i): DiffRow => ({ a: i, b: null })),
    ...b.map((_, i): DiffRow => ({ a: null, b: i })),
  ];
}

function middleRows(a: string[], b: string[]): DiffRow[] {
  const trace = editTrace(a, b, 1000);
  if (trace === null) return allDifferent(a, b);
  const rows: DiffRow[] = [];
  let x = a.length;
  let y = b.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -edits || (k !== edits && (reach.get(k - 1) ?? 0) < (reach.get(k + 1) ?? 0));
    const fromK = down ? k + 1 : k - 1;
    const fromX = reach.get(fromK) ?? 0;
    while (x > fromX && y > fromX - fromK) rows.push({ a: --x, b: --y });
    if (edits === 0) break;
    if (down) rows.push({ a: null, b: --y });
    else rows.push({ a: --x, b: null });
  }
  return rows.reverse();
}

// The lines of both texts in order: in both, only in `a`, or only in `b`.
export function diffLines(a: string[], b: string[]): DiffRow[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  ) {
    tail++;
  }
  const middle = middleRows(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return [
    ...Array.from({ length: head }, (_, i): DiffRow => ({ a: i, b: i })),
    ...middle.map((row) => ({
      a: row.a === null ? null : row.a + head,
      b: row.b === null ? null : row.b + head,
    })),
    ...Array.from({ length: tail }, (_, i): DiffRow => ({
      a: a.length - tail + i,
      b: b.length - tail + i,
    })),
  ];
}

// Removed and added lines side by side where they follow each other.
export function pairRows(rows: DiffRow[]): DiffRow[] {
  const paired: DiffRow[] = [];
  let i = 0;
  while (i < rows.length) {
    const row = rows[i];
    if (row === undefined) break;
    if (row.a !== null && row.b !== null) {
      paired.push(row);
      i++;
      continue;
    }
    const removed: number[] = [];
    const added: number[] = [];
    for (let at = rows[i]; at !== undefined && (at.a === null || at.b === null); at = rows[++i]) {
      if (at.a !== null) removed.push(at.a);
      if (at.b !== null) added.push(at.b);
    }
    for (let j = 0; j < Math.max(removed.length, added.length); j++) {
      paired.push({ a: removed[j] ?? null, b: added[j] ?? null });
    }
  }
  return paired;
}

// Whether each row is within `context` rows of a change.
export function nearChange(changed: boolean[], context: number): boolean[] {
  const near = changed.map(() => false);
  changed.forEach((is, i) => {
    if (!is) return;
    for (let j = Math.max(0, i - context); j <= Math.min(near.length - 1, i + context); j++) {
      near[j] = true;
    }
  });
  return near;
}
