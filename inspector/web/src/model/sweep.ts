// The request of a sweep, as it is typed: fields and their values. It is converted for the server
// and for the address.
import { loopsOf } from "./form.ts";
import type { Problem, SweepAxis, SweepCell, Sweep } from "./types.ts";

export type SweptField = SweepAxis["field"];

export interface Asked {
  field: SweptField | "";
  values: string; // "0, 8, 16"
}

export interface SweepAsked {
  rows: Asked;
  columns: Asked; // field "" if only one field is swept
  length: string; // the length of the kernels whose shapes are swept
}

export const kFieldWords: Record<SweptField, string> = {
  padding: "padding of all rows",
  "input.padding": "padding of input rows",
  "output.padding": "padding of output rows",
  factors: "factors of the kernel",
  threads: "threads a transform",
  transforms: "transforms a workgroup",
  exchange: "exchange through LDS",
  pad_every: "LDS padding after",
  resident_groups: "workgroups at once",
  staged: "rows through LDS (0 or 1)",
  persistent: "tile after tile (0 or 1)",
  scheme: "scheme",
};

// Fields whose values are texts, in which "0" means no. In other fields, except paddings, 0 stands
// for the plan's own value.
export const kTexts: readonly SweptField[] = ["factors", "exchange", "staged", "persistent", "scheme"];
const kPlanned = "planned"; // stands for the value in the shown plan

function isPadding(field: string): boolean {
  return field.endsWith("padding");
}

export function isOfShape({ field }: Asked): boolean {
  return field !== "" && field !== "scheme" && !isPadding(field);
}

// Why this problem's plans cannot be swept over a field; empty if they can
// (inspector/server/runs/sweep.h).
export function whyNotSwept(problem: Problem, field: SweptField | ""): string {
  if (!isPadding(field)) return "";
  if (loopsOf(problem).length > 0) return "a problem with loops gets no padding: the strides of its loops are its token's";
  if (problem.lengths.length === 1 && problem.batch === 1) return "one row has nothing to be padded against";
  if (field !== "padding" && problem.placement !== "op") return "in place the rows of both sides are padded alike";
  return "";
}

export function fieldsFor(problem: Problem): SweptField[] {
  const all = Object.keys(kFieldWords) as SweptField[];
  return all.filter((field) => whyNotSwept(problem, field) === "");
}

// Products of radices that make `length`, those with the fewest passes first.
export function splits(length: number, most = 16, at = 0): number[][] {
  if (length === 1) return at === 0 ? [] : [[]];
  const found: number[][] = [];
  for (let radix = Math.min(most, length); radix >= 2; radix--) {
    if (length % radix !== 0) continue;
    for (const rest of splits(length / radix, radix, at + 1)) found.push([radix, ...rest]);
  }
  return found.sort((a, b) => a.length - b.length || (b[b.length - 1] ?? 0) - (a[a.length - 1] ?? 0)).slice(0, 6);
}

// Default values for a sweep over `field`.
export function usualValues(field: SweptField | "", length: number, schemes: string[]): string {
  if (field === "" || field === "scheme") return field === "" ? "" : [kPlanned, ...schemes].slice(0, 6).join(", ");
  if (isPadding(field)) return "0, 8, 16, 32, 64";
  if (field === "factors") return [kPlanned, ...splits(length).map((one) => one.join("x"))].join(", ");
  if (field === "exchange") return `${kPlanned}, half, full`;
  if (field === "staged" || field === "persistent") return `${kPlanned}, 0, 1`;
  if (field === "transforms") return `${kPlanned}, 1, 2, 4, 8`;
  if (field === "threads") return [kPlanned, ...[8, 4, 2].map((part) => Math.floor(length / part)).filter((one) => one > 0)].join(", ");
  return `${kPlanned}, 1, 2, 4, 8, 16`;
}

function axisOf({ field, values }: Asked): SweepAxis | null {
  if (field === "") return null;
  const isText = kTexts.includes(field);
  const parts = values.split(",").map((part) => part.trim()).filter((part) => part !== "");
  return {
    field,
    values: parts.map((part) => {
      if (part === kPlanned) return isText ? "" : 0;
      return isText || !/^\d+$/.test(part) ? part : Number(part);
    }),
  };
}

export function bodyOf(asked: SweepAsked, cold: boolean): Record<string, unknown> {
  const columns = axisOf(asked.columns);
  const ofShape = isOfShape(asked.rows) || isOfShape(asked.columns);
  return {
    rows: axisOf(asked.rows),
    ...(columns === null ? {} : { columns }),
    ...(ofShape && asked.length !== "" ? { length: Number(asked.length) } : {}),
    ...(cold ? { cold_caches: true } : {}),
  };
}

// The sweep as a part of the address: "input.padding:0, 8;output.padding:0, 8;256".
export function encodeSweep({ rows, columns, length }: SweepAsked): string {
  return [rows, columns].map(({ field, values }) => `${field}:${values.replace(/;/g, ",")}`).join(";") + `;${length}`;
}

export function decodeSweep(text: string): SweepAsked | null {
  const [rows = "", columns = "", length = ""] = text.split(";");
  const axis = (part: string): Asked => {
    const at = part.indexOf(":");
    const field = part.slice(0, Math.max(at, 0));
    return { field: Object.hasOwn(kFieldWords, field) ? (field as SweptField) : "", values: part.slice(at + 1) };
  };
  const asked = { rows: axis(rows), columns: axis(columns), length };
  return asked.rows.field === "" ? null : asked;
}

// The name of a value. 0 and "" stand for the plan's own value, except for a padding, where 0 means
// no padding.
export function valueWords(field: string, value: number | string): string {
  if (value === "" || (value === 0 && !isPadding(field))) return kPlanned;
  return String(value);
}

export function cellAt(sweep: Sweep, row: number, column: number): SweepCell | undefined {
  return sweep.items.find((item) => item.row === row && item.column === column);
}

// How near a cell's time is to the fastest one: 0 (under 50 % of its speed) to 4 (98 % or more).
export function levelOf(cell: SweepCell, fastest: SweepCell): number {
  const share = fastest.median_ms / cell.median_ms;
  return [0.5, 0.75, 0.9, 0.98].filter((bound) => share >= bound).length;
}

// The cell with the values of the shown plan, or undefined if the sweep has no such cell.
export function plainCell(sweep: Sweep): SweepCell | undefined {
  const plain = (axis: SweepAxis | null) => (axis === null ? 0 : axis.values.findIndex((value) => value === 0 || value === ""));
  return cellAt(sweep, plain(sweep.rows), plain(sweep.columns));
}

// Whether the 95 % intervals of two cells do not overlap.
export function surelyApart(a: SweepCell, b: SweepCell): boolean {
  return a.high_ms < b.low_ms || b.high_ms < a.low_ms;
}
