// Which candidates nobody beats in two figures at once.
export interface Point {
  x: number;
  y: number;
  candidates: number[]; // with these figures, best first
}

// Equal figures become one point; candidates without one of them (NaN) are left out.
export function pointsOf<Item>(
  items: Item[],
  figures: (item: Item) => { x: number; y: number; candidate: number },
): Point[] {
  const points = new Map<string, Point>();
  for (const item of items) {
    const { x, y, candidate } = figures(item);
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    const key = `${x} ${y}`;
    const point = points.get(key) ?? { x, y, candidates: [] };
    point.candidates.push(candidate);
    points.set(key, point);
  }
  return [...points.values()];
}

// The points that no other point equals or beats in both figures, by x. `xSign` and `ySign` are 1
// where less is better, -1 where more is.
export function front(points: Point[], xSign: number, ySign: number): Point[] {
  const sorted = [...points].sort((a, b) => xSign * (a.x - b.x) || ySign * (a.y - b.y));
  const found: Point[] = [];
  for (const point of sorted) {
    const last = found[found.length - 1];
    if (last === undefined || ySign * (point.y - last.y) < 0) found.push(point);
  }
  return found;
}
