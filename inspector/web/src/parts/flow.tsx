// The data's path as coloured cells: the input, then the buffer that each leaf of the plan tree
// writes. A kernel that does the work of several leaves has one long cell, so the cells of all
// candidates are aligned. Cells of padded buffers are hatched.
import { buffer, routeText } from "../model/format.ts";
import type { CandidateItem } from "../model/types.ts";

export type Route = Pick<CandidateItem, "path" | "padded_path" | "path_formats" | "path_leaves">;

export interface Cell {
  from: number; // its first column; `leaves` is the number of columns
  leaves: number;
  name: string;
  padded: boolean;
  format: string;
}

export function cellsOf(route: Route): Cell[] {
  let from = 0;
  return route.path.map((name, at) => {
    const leaves = at === 0 ? 1 : (route.path_leaves?.[at - 1] ?? 1);
    const cell = { from, leaves, name, padded: route.padded_path[at] ?? false, format: route.path_formats?.[at] ?? "CI" };
    from += leaves;
    return cell;
  });
}

function isEqual(a: Cell, b: Cell | undefined): boolean {
  return b !== undefined && a.from === b.from && a.leaves === b.leaves && a.name === b.name && a.padded === b.padded && a.format === b.format;
}

// For each cell, whether the other path has no equal cell.
export function differing(cells: Cell[], other: Cell[]): boolean[] {
  return cells.map((cell) => !isEqual(cell, other.find(({ from }) => from === cell.from)));
}

function wordsOf({ name, format, padded, leaves }: Cell): string {
  return [
    buffer(name),
    format === "CI" ? "" : format,
    padded ? "padded rows" : "",
    leaves > 1 ? `written by one kernel for ${leaves} leaves` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

// Paths of kSmall columns or more have small cells. Those of kNarrow or more have cells with one
// letter.
const kSmall = 6;
const kNarrow = 9;

function sizeOf(columns: number): string {
  return columns < kSmall ? "" : columns < kNarrow ? " small" : " narrow";
}

function letterOf(name: string, columns: number): string {
  const short = buffer(name);
  return columns < kNarrow ? short : /^T.$/.test(short) ? short.slice(1) : short.slice(0, 1).toLowerCase();
}

// Draws a path. Cells that differ from those of `beside` are outlined.
export function Flow({ route, beside }: { route: Route; beside?: Route | undefined }) {
  const cells = cellsOf(route);
  const last = cells[cells.length - 1];
  const columns = (last?.from ?? 0) + (last?.leaves ?? 0);
  const differs = beside === undefined ? [] : differing(cells, cellsOf(beside));
  return (
    <span class={`path flow${sizeOf(columns)}`} title={cells.map(wordsOf).join(" › ")}>
      <span class="hidden-text">{routeText(route)}</span>
      {cells.map((cell, at) => (
        <span
          key={at}
          aria-hidden="true"
          class={`cell ${cell.name.toLowerCase()}${cell.padded ? " padded" : ""}${differs[at] ? " differs" : ""}`}
          style={{ "--leaves": cell.leaves }}
        >
          {letterOf(cell.name, columns)}
          {cell.format !== "CI" && <sup>{cell.format}</sup>}
        </span>
      ))}
    </span>
  );
}
