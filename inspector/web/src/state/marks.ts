// Marked candidates. Ctrl-click, Shift-click, Ctrl-Space and Shift-Space mark rows, which are then
// compared or measured together.
import { signal } from "@preact/signals";

interface Marks {
  keys: ReadonlySet<number>;
  last: number; // the last marked row, where a range begins
}

const kNone: Marks = { keys: new Set(), last: -1 };
export const marks = signal<Marks>(kNone);

export function isMarked(key: number): boolean {
  return marks.value.keys.has(key);
}

export function clearMarks(): void {
  marks.value = kNone;
}

// The marks after a click or key on row `key`. `order` has the table's rows.
export function marked(before: Marks, key: number, order: number[], range: boolean): Marks {
  const keys = new Set(before.keys);
  const from = order.indexOf(before.last);
  const to = order.indexOf(key);
  if (range && from >= 0 && to >= 0) {
    for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) keys.add(one);
  } else if (!keys.delete(key)) {
    keys.add(key);
  }
  return keys.size === 0 ? kNone : { keys, last: key };
}

// Marks a row if the event is a marking click or key. Returns false for other events.
export function mark(event: MouseEvent | KeyboardEvent, key: number, order: number[]): boolean {
  const marks_ = event.ctrlKey || event.metaKey || event.shiftKey;
  if (!marks_ || (event instanceof KeyboardEvent && event.key !== " ")) return false;
  event.preventDefault();
  window.getSelection()?.removeAllRanges(); // Shift-click selects text
  marks.value = marked(marks.value, key, order, event.shiftKey);
  return true;
}
