// A table by its columns.
import type { ComponentChildren } from "preact";
import { Scroll } from "./scroll.tsx";

export interface Column<Row> {
  head: ComponentChildren;
  cell: (row: Row, at: number) => ComponentChildren;
  num?: boolean;
  class?: string;
  title?: string;
}

interface Props<Row> {
  rows: readonly Row[];
  columns: readonly (Column<Row> | false | undefined)[];
  name?: string; // class of the table
  of?: (row: Row, at: number) => Record<string, unknown>; // attributes of a row
}

export function Table<Row>({ rows, columns, name, of }: Props<Row>) {
  const shown = columns.filter((column) => column !== false && column !== undefined);
  const classOf = (column: Column<Row>) => `${column.num ? "num " : ""}${column.class ?? ""}`.trim() || undefined;
  return (
    <table class={name} data-testid={name}>
      <thead>
        <tr>
          {shown.map((column, i) => (
            <th key={i} class={column.num ? "num" : undefined} title={column.title}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at} {...of?.(row, at)}>
            {shown.map((column, i) => (
              <td key={i} class={classOf(column)}>
                {column.cell(row, at)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// A table with a heading that scrolls separately. An empty one is a sentence.
export function Listed<Row>({ title, label, none = "", ...table }: Props<Row> & { title: string; label: string; none?: string }) {
  return (
    <>
      <h3>{title}</h3>
      <Scroll label={label}>{table.rows.length === 0 && none !== "" ? <p class="note">{none}</p> : <Table {...table} />}</Scroll>
    </>
  );
}
