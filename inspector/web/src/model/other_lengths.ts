// A problem with other lengths: which parts of its layout and its options it takes along, and which hold for its own
// lengths alone.
import { loopsOf } from "./form.ts";
import type { ArrayDescription, AskedOptions, PlanOptions, Problem } from "./types.ts";

function hasLengths(problem: Problem, lengths: number[]): boolean {
  return problem.lengths.join() === lengths.join();
}

// One row has a stride whatever its length is.
function areRows(problem: Problem, lengths: number[]): boolean {
  return problem.lengths.length === 1 && lengths.length === 1;
}

// Whether what lies `distance` apart lies between the elements of a row.
function isBetween({ strides }: ArrayDescription, distance: number): boolean {
  return distance < (strides[0] ?? 1);
}

function sideFor(side: ArrayDescription, asRow: boolean): Partial<ArrayDescription> {
  const { format, strides, distance, offsets } = side;
  if (!asRow) return { format, offsets };
  return { format, strides, offsets, ...(isBetween(side, distance) ? { distance } : {}) };
}

function keepsLoops(problem: Problem, asRow: boolean): boolean {
  const { input, output } = problem;
  return asRow && loopsOf(problem).every(({ in_stride, out_stride }) => isBetween(input, in_stride) && isBetween(output, out_stride));
}

// What the server completes: the layout that is missing is packed.
type OpenProblem = Omit<Problem, "input" | "output"> & Record<"input" | "output", Partial<ArrayDescription>>;

export function withLengths(problem: Problem, lengths: number[]): OpenProblem {
  if (hasLengths(problem, lengths)) return problem;
  const asRow = areRows(problem, lengths);
  const { loops, ...rest } = problem;
  return {
    ...rest,
    lengths,
    ...(loops !== undefined && keepsLoops(problem, asRow) ? { loops } : {}),
    input: sideFor(problem.input, asRow),
    output: sideFor(problem.output, asRow),
  };
}

// Schemes, factors and shapes are of lengths.
export function optionsWithLengths(options: PlanOptions, problem: Problem, lengths: number[]): AskedOptions {
  const { strategy, allow_input_overwrite, allow_gap_overwrite, scheme, factors, shapes } = options;
  const general = { strategy, allow_input_overwrite, allow_gap_overwrite };
  return hasLengths(problem, lengths) ? { ...general, scheme, factors, shapes } : general;
}

// The lengths of a side as they lie in memory when nothing is between them.
function packedLengths({ lengths, placement }: Problem, format: string): number[] {
  const last = lengths[lengths.length - 1] ?? 1;
  const half = Math.floor(last / 2) + 1;
  const isHermitian = format === "HI" || format === "HP";
  const stored = isHermitian ? half : format === "R" && placement === "ip" ? 2 * half : last;
  return [...lengths.slice(0, -1), stored];
}

function isDense(problem: Problem, { format, strides }: ArrayDescription): boolean {
  let packed = 1;
  const stored = packedLengths(problem, format);
  return stored.every((_, back) => {
    const at = stored.length - 1 - back;
    const fits = strides[at] === packed;
    packed *= stored[at] ?? 1;
    return fits;
  });
}

function isClose(problem: Problem, { format, strides, distance }: ArrayDescription): boolean {
  return distance === Math.max(1, ...packedLengths(problem, format).map((length, at) => length * (strides[at] ?? 1)));
}

// What a plan for these lengths leaves out, in words.
export function leftOut(problem: Problem, options: PlanOptions, lengths: number[]): string[] {
  if (hasLengths(problem, lengths)) return [];
  const asRow = areRows(problem, lengths);
  const sides = [problem.input, problem.output];
  const gone = {
    strides: !asRow && sides.some((side) => !isDense(problem, side)),
    distance:
      problem.batch > 1 &&
      sides.some((side) => !isClose(problem, side) && !(asRow && isBetween(side, side.distance))),
    loops: loopsOf(problem).length > 0 && !keepsLoops(problem, asRow),
    scheme: options.scheme !== null,
    factors: options.factors.length > 0,
    "shapes of kernels": options.shapes !== "",
  };
  return Object.entries(gone).filter(([, is]) => is).map(([name]) => name);
}
