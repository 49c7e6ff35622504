// Candidates that are marked, by Ctrl-click, Shift-click and the same with Space, to be compared, measured or
// copied together.
import { signal } from "@preact/signals";

interface Marks {
  keys: ReadonlySet<number>;
  last: number; // where a range begins
}

const kNone: Marks = { keys: new Set(), last: -1 };
export const marks = signal<Marks>(kNone);
export const markNote = signal(""); // what was done with them last

export function isMarked(key: number): boolean {
  return marks.value.keys.has(key);
}

export function clearMarks(): void {
  marks.value = kNone;
  markNote.value = "";
}

// The marks after a click or key on `key`, in a table of these rows.
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

// True when the event marks a row and does nothing else.
export function mark(event: MouseEvent | KeyboardEvent, key: number, order: number[]): boolean {
  const marks_ = event.ctrlKey || event.metaKey || event.shiftKey;
  if (!marks_ || (event instanceof KeyboardEvent && event.key !== " ")) return false;
  event.preventDefault();
  window.getSelection()?.removeAllRanges(); // which Shift-click makes
  marks.value = marked(marks.value, key, order, event.shiftKey);
  markNote.value = "";
  return true;
}
