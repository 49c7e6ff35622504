// The problem as a form. An empty layout field means the packed layout, whose numbers the server
// fills in.
import type { ArrayDescription, Dim, Problem } from "./types.ts";

export interface SideForm {
  format: string;
  strides: string;
  distance: string;
  offsets: string;
  ranges: string; // first element and count of each axis that the array holds, slowest first: "0 3; 6 4"
}

export interface Form {
  type: string;
  lengths: string;
  kinds: string; // the kind of each axis, or one for all: "dst3, dct2"; empty if the type implies it
  precision: string;
  placement: string;
  batch: string;
  scale: string;
  callbacks: boolean;
  window: boolean; // whether the input has one
  function: string; // of the output: "none", "magnitude" or "power"
  loops: string; // length, input stride and output stride of each loop, slowest first: "2 960 504; 3 8 16"
  input: SideForm;
  output: SideForm;
}

const kNoFunction = "none";

export class FieldError extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

// Reads a list of numbers. "336 x 336 x 56", "336,336,56", "2^20" and "-8, 1" are all valid.
export function parseNumbers(field: string, text: string): number[] {
  const parts = text.split(/[\s,x×*]+/).filter((part) => part !== "");
  return parts.map((part) => {
    const match = /^(-?\d+)(?:\^(\d+))?$/.exec(part);
    const value = match ? Number(match[1]) ** Number(match[2] ?? 1) : NaN;
    if (!Number.isSafeInteger(value)) {
      throw new FieldError(field, `${field} is "${part}"; allowed: whole numbers`);
    }
    return value;
  });
}

function parseNumber(field: string, text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) {
    throw new FieldError(field, `${field} is "${text}"; allowed: a number`);
  }
  return value;
}

// The loops of a problem. The server leaves the member out where there are none.
export function loopsOf(problem: Problem): Dim[] {
  return problem.loops ?? [];
}

// Reads groups of `count` numbers, such as "2 64 128; 3 8 16". `allowed` is for the error.
function parseGroups(field: string, text: string, count: number, allowed: string): number[][] {
  return text.split(";").filter((part) => part.trim() !== "").map((part) => {
    const numbers = parseNumbers(field, part);
    if (numbers.length !== count) throw new FieldError(field, `${field} is "${part.trim()}"; allowed: ${allowed}`);
    return numbers;
  });
}

function parseLoops(text: string): Dim[] {
  return parseGroups("loops", text, 3, "a length and two strides of each").map(
    ([length = NaN, in_stride = NaN, out_stride = NaN]) => ({ length, in_stride, out_stride }),
  );
}

function parseRanges(field: string, text: string): NonNullable<ArrayDescription["ranges"]> {
  return parseGroups(field, text, 2, "a first element and a count of each axis").map(
    ([first = NaN, count = NaN]) => ({ first, count }),
  );
}

// Reads the kinds of the axes. One kind stands for all of them.
function parseKinds(text: string, axes: number): string[] {
  const kinds = text.toLowerCase().split(/[\s,x×]+/).filter((word) => word !== "");
  return kinds.length === 1 ? Array.from({ length: axes }, () => kinds[0] ?? "") : kinds;
}

function parseSide(name: string, side: SideForm): Record<string, unknown> {
  const json: Record<string, unknown> = { format: side.format };
  if (side.strides.trim() !== "") json.strides = parseNumbers(`${name}.strides`, side.strides);
  if (side.distance.trim() !== "") json.distance = parseNumber(`${name}.distance`, side.distance);
  if (side.offsets.trim() !== "") json.offsets = parseNumbers(`${name}.offsets`, side.offsets);
  if (side.ranges.trim() !== "") json.ranges = parseRanges(`${name}.ranges`, side.ranges);
  return json;
}

// The problem as the server takes it. Throws FieldError for a field that is not valid.
export function problemOf(form: Form): Record<string, unknown> {
  const loops = parseLoops(form.loops);
  const lengths = parseNumbers("lengths", form.lengths);
  const kinds = parseKinds(form.kinds, lengths.length);
  return {
    ...(loops.length === 0 ? {} : { loops }),
    type: form.type,
    lengths,
    ...(kinds.length === 0 ? {} : { kinds }),
    precision: form.precision,
    placement: form.placement,
    batch: parseNumber("batch", form.batch),
    scale: parseNumber("scale", form.scale),
    callbacks: form.callbacks,
    input: { ...parseSide("input", form.input), ...(form.window ? { window: true } : {}) },
    output: { ...parseSide("output", form.output), ...(form.function === kNoFunction ? {} : { function: form.function }) },
  };
}

// The problem without strides, distances and offsets, which means packed arrays.
export function withoutLayout(problem: Problem): Record<string, unknown> {
  const side = ({ strides: _strides, distance: _distance, offsets: _offsets, ...rest }: ArrayDescription) => rest;
  return { ...problem, input: side(problem.input), output: side(problem.output) };
}

function sideOf(array: ArrayDescription, packed: ArrayDescription): SideForm {
  const same = (a: number[], b: number[]) => a.join() === b.join();
  return {
    format: array.format,
    strides: same(array.strides, packed.strides) ? "" : array.strides.join(", "),
    distance: array.distance === packed.distance ? "" : String(array.distance),
    offsets: same(array.offsets, packed.offsets) ? "" : array.offsets.join(", "),
    ranges: (array.ranges ?? []).map(({ first, count }) => `${first} ${count}`).join("; "),
  };
}

// Fills a form. `packed` is the server's completion of withoutLayout(problem); layout fields that
// equal it stay empty.
export function formOf(problem: Problem, packed: Problem): Form {
  return {
    type: problem.type,
    lengths: problem.lengths.join(" × "),
    kinds: (problem.kinds ?? []).join(", "),
    precision: problem.precision,
    placement: problem.placement,
    batch: String(problem.batch),
    scale: String(problem.scale),
    callbacks: problem.callbacks,
    window: problem.input.window ?? false,
    function: problem.output.function ?? kNoFunction,
    loops: loopsOf(problem).map(({ length, in_stride, out_stride }) => `${length} ${in_stride} ${out_stride}`).join("; "),
    input: sideOf(problem.input, packed.input),
    output: sideOf(problem.output, packed.output),
  };
}

// Whether input and output have the formats that are the default in a token.
export function hasUsualFormats({ type, input, output }: Problem): boolean {
  const usual = formatsOf(type, output.function);
  return input.format === usual.input[0] && output.format === usual.output[0];
}

// The token of a packed problem without the parts that are the default.
export function shortToken(token: string): string {
  return token.replace(/_istride_.*_ooffset_\d+(_\d+)?/, "").replace(/_batch_1(?=_|$)/, "");
}

const kRealFormats = { real: "R", hermitian: "HI" };

// The formats that a type of transform allows for input and output. The first one is the default.
// An output with a function has reals.
export function formatsOf(type: string, outputFunction = kNoFunction): { input: string[]; output: string[] } {
  const real = [kRealFormats.real];
  const hermitian = [kRealFormats.hermitian, "HP"];
  const complex = ["CI", "CP"];
  const output = (usual: string[]) => (outputFunction === kNoFunction ? usual : real);
  if (type === "real_forward") return { input: real, output: output(hermitian) };
  if (type === "real_inverse") return { input: hermitian, output: real };
  if (type === kRealToReal) return { input: real, output: real };
  return { input: complex, output: output(complex) };
}

export const kRealToReal = "real_to_real";
const kFirstKind = "dct2"; // of a form that becomes one of reals to reals

// Whether an axis of this kind belongs to a transform of reals to reals.
function isOfReals(kind: string): boolean {
  return kind !== "forward" && kind !== "inverse";
}

// Sets the type or the output's function. Formats, kinds and functions that the type does not allow
// become the default ones.
export function withType(form: Form, type: string, outputFunction = form.function): Form {
  const takesFunction = type !== "real_inverse" && type !== kRealToReal;
  const chosen = takesFunction ? outputFunction : kNoFunction;
  const formats = formatsOf(type, chosen);
  const pick = (side: SideForm, allowed: string[]): SideForm =>
    allowed.includes(side.format) ? side : { ...side, format: allowed[0] ?? "CI" };
  const kinds = parseKinds(form.kinds, 1);
  const fits = kinds.length > 0 && kinds.every((kind) => isOfReals(kind) === (type === kRealToReal));
  return {
    ...form,
    type,
    function: chosen,
    window: form.window && takesFunction,
    kinds: fits ? form.kinds : type === kRealToReal ? kFirstKind : "",
    input: pick(form.input, formats.input),
    output: pick(form.output, formats.output),
  };
}

// Sets one field to a value that the server proposes. "output.strides[1]" is one element of a list.
// Returns null where the form has no such field.
export function withField(form: Form, field: string, value: unknown): Form | null {
  const [, name = "", index] = /^([\w.]+)(?:\[(\d+)\])?$/.exec(field) ?? [];
  const put = (old: string, separator: string): string => {
    if (index === undefined) return Array.isArray(value) ? value.join(separator) : String(value);
    const items = parseNumbers(name, old);
    items[Number(index)] = Number(value);
    return items.join(separator);
  };
  const [side, member] = name.split(".");
  if ((side === "input" || side === "output") && member !== undefined && member in form[side]) {
    const key = member as keyof SideForm;
    return { ...form, [side]: { ...form[side], [key]: put(form[side][key], ", ") } };
  }
  if (side === "lengths") return { ...form, lengths: put(form.lengths, " × ") };
  if (member === undefined && ["type", "precision", "placement", "batch", "scale"].includes(name)) {
    return { ...form, [name]: String(value) };
  }
  return null;
}

// Splits a token whose layout the server refuses: the token of the packed problem, and the layout
// as fields of the form.
export function layoutOf(token: string): { packed: string; input: Partial<SideForm>; output: Partial<SideForm> } {
  const side = (letter: string): Partial<SideForm> => {
    const [, strides, format] = new RegExp(`_${letter}stride_(-?\\d+(?:_-?\\d+)*)_(CI|CP|R|HI|HP)(?=_|$)`).exec(token) ?? [];
    const [, distance] = new RegExp(`_${letter}dist_(-?\\d+)`).exec(token) ?? [];
    const [, offsets] = new RegExp(`_${letter}offset_(\\d+(?:_\\d+)?)`).exec(token) ?? [];
    return {
      ...(strides === undefined ? {} : { strides: strides.replace(/_/g, ", ") }),
      ...(format === undefined ? {} : { format }),
      ...(distance === undefined ? {} : { distance }),
      ...(offsets === undefined ? {} : { offsets: offsets.replace(/_/g, ", ") }),
    };
  };
  const packed = token
    .replace(/_[io]stride_-?\d+(?:_-?\d+)*_(?:CI|CP|R|HI|HP)(?=_|$)/g, "")
    .replace(/_[io]dist_-?\d+/g, "")
    .replace(/_[io]offset_\d+(?:_\d+)?/g, "");
  return { packed, input: side("i"), output: side("o") };
}
