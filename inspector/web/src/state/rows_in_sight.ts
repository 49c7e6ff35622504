// The rows of a long table that are in sight, and some around them. Only these rows are in the
// page. Rows are added and removed in groups, so that scrolling draws only a few rows.
import { signal } from "@preact/signals";

export const kLong = 120; // rows; shorter tables have all their rows in the page
export const kRowHeight = 22; // pixels of a row in the table of candidates, as in tables.css
const kGroup = 20; // rows
const kAround = 1; // groups above and below those in sight

const first = signal(0); // the group at the top of the frame
const last = signal(2); // the group at the bottom of the frame

export function onScroll({ currentTarget }: { currentTarget: HTMLElement }): void {
  const { scrollTop, clientHeight } = currentTarget;
  const [top, foot] = [scrollTop, scrollTop + clientHeight].map((y) => Math.floor(y / kRowHeight / kGroup));
  if (top !== first.peek()) first.value = top ?? 0;
  if (foot !== last.peek()) last.value = foot ?? 0;
}

// The groups that are in the page, each as its first row and the row after its last.
export function groupsInSight(rows: number): { from: number; to: number }[] {
  if (rows <= kLong) return [{ from: 0, to: rows }];
  const groups = Math.ceil(rows / kGroup);
  const from = Math.max(0, Math.min(first.value - kAround, groups - 1));
  const to = Math.min(groups, last.value + kAround + 1);
  return Array.from({ length: to - from }, (_, i) => ({
    from: (from + i) * kGroup,
    to: Math.min(rows, (from + i + 1) * kGroup),
  }));
}

// Scrolls a long table so that the row is in sight.
export function reveal(frame: HTMLElement, row: number): void {
  const [top, head] = [row * kRowHeight, 30];
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + kRowHeight + head > frame.scrollTop + frame.clientHeight) {
    frame.scrollTop = top + kRowHeight + head - frame.clientHeight;
  } else return;
  onScroll({ currentTarget: frame });
}
