// Rows of a table that are marked, by Ctrl-click, Shift-click and the same with Space, to be copied
// together. One table has marks at a time.
import { signal } from "@preact/signals";
import { copyText } from "./save.ts";

interface Marks {
  table: string;
  keys: ReadonlySet<string>;
  last: string; // where a range begins
}

const kNone: Marks = { table: "", keys: new Set(), last: "" };
export const marks = signal<Marks>(kNone);
const note = signal("");

export function isMarked(table: string, key: string): boolean {
  return marks.value.table === table && marks.value.keys.has(key);
}

export function clearMarks(): void {
  marks.value = kNone;
  note.value = "";
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
  note.value = "";
  return true;
}

export function markdownTable(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.map((cell) => String(cell).replace(/\|/g, "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n");
}

export interface MarkedRows {
  json: unknown[];
  head: string[];
  cells: (string | number)[][];
}

// What can be done with the marked rows; `rows` gives them by their keys.
export function MarkBar({ table, rows }: { table: string; rows: (keys: ReadonlySet<string>) => MarkedRows }) {
  const { keys } = marks.value;
  if (marks.value.table !== table || keys.size === 0) return null;
  const copy = async (form: string, make: (found: MarkedRows) => string) => {
    const done = await copyText(make(rows(keys)));
    note.value = done ? `copied as ${form}` : "the browser gives no clipboard to this page";
  };
  return (
    <div class="bar marks" role="group" aria-label="Marked rows" data-testid="marks">
      <span aria-live="polite">
        {keys.size} {keys.size === 1 ? "row" : "rows"} marked{note.value === "" ? "" : `: ${note.value}`}
      </span>
      <span class="spring" />
      <button type="button" onClick={() => void copy("JSON", ({ json }) => JSON.stringify(json, null, 1))}>
        Copy JSON
      </button>
      <button type="button" onClick={() => void copy("Markdown", ({ head, cells }) => markdownTable(head, cells))}>
        Copy Markdown
      </button>
      <button type="button" onClick={clearMarks}>
        Clear
      </button>
    </div>
  );
}
