// Rows of a table that are marked, by Ctrl-click, Shift-click and the same with Space, to be copied
// together. One table has marks at a time.
import { signal } from "@preact/signals";

interface Marks {
  table: string;
  keys: ReadonlySet<string>;
  last: string; // where a range begins
}

const kNone: Marks = { table: "", keys: new Set(), last: "" };
export const marks = signal<Marks>(kNone);
export const markNote = signal(""); // what became of them

export function isMarked(table: string, key: string): boolean {
  return marks.value.table === table && marks.value.keys.has(key);
}

export function clearMarks(): void {
  marks.value = kNone;
  markNote.value = "";
}

// What is marked after a click or key on `key`, in a table of these rows.
export function marked(before: Marks, table: string, key: string, order: string[], range: boolean): Marks {
  const same = before.table === table ? before : { ...kNone, table };
  const keys = new Set(same.keys);
  const from = order.indexOf(same.last);
  const to = order.indexOf(key);
  if (range && from >= 0 && to >= 0) {
    for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) keys.add(one);
  } else if (!keys.delete(key)) {
    keys.add(key);
  }
  return keys.size === 0 ? kNone : { table, keys, last: key };
}

// True when the event marks a row and does nothing else.
export function mark(event: MouseEvent | KeyboardEvent, table: string, key: string, order: string[]): boolean {
  const marks_ = event.ctrlKey || event.metaKey || event.shiftKey;
  if (!marks_ || (event instanceof KeyboardEvent && event.key !== " ")) return false;
  event.preventDefault();
  window.getSelection()?.removeAllRanges(); // which Shift-click makes
  marks.value = marked(marks.value, table, key, order, event.shiftKey);
  markNote.value = "";
  return true;
}
