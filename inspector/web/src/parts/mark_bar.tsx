// The bar above a table with marked rows.
import type { ComponentChildren } from "preact";
import { markdownTable } from "../model/table_text.ts";
import { clearMarks, markNote, marks } from "../state/marks.ts";
import { copyText } from "./save.ts";

export interface MarkedRows {
  json: unknown[];
  head: string[];
  cells: (string | number)[][];
}

interface Props {
  rows: (keys: ReadonlySet<number>) => MarkedRows;
  children: ComponentChildren; // actions on the rows other than copying
}

// Actions on the marked rows.
export function MarkBar({ rows, children }: Props) {
  const { keys } = marks.value;
  if (keys.size === 0) return null;
  const copy = async (form: string, make: (found: MarkedRows) => string) => {
    const done = await copyText(make(rows(keys)));
    markNote.value = done ? `copied as ${form}` : "the browser gives no clipboard to this page";
  };
  return (
    <div class="bar marks" role="group" aria-label="Marked rows" data-testid="marks">
      <span aria-live="polite">
        {keys.size} {keys.size === 1 ? "row" : "rows"} marked{markNote.value === "" ? "" : `: ${markNote.value}`}
      </span>
      <span class="spring" />
      {children}
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
