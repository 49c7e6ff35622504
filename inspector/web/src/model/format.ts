// Numbers and shapes as text.

const kUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

// A number of bytes with four significant digits, or more where four digits would look like a whole
// number.
export function bytes(count: number): string {
  let unit = 0;
  while (count >= 1024 ** (unit + 1) && unit < kUnits.length - 1) unit += 1;
  const value = count / 1024 ** unit;
  let figures = 4;
  const rounded = () => Number(value.toPrecision(figures));
  while (figures < 15 && Number.isInteger(rounded()) && rounded() !== value) figures += 1;
  return `${rounded()} ${kUnits[unit]}`;
}

// A sentence of the library in which numbers of bytes are replaced by readable ones.
export function readableBytes(text: string): string {
  return text.replace(/\b(\d{4,}) bytes\b/g, (_, digits: string) => bytes(Number(digits)));
}

// Three significant digits without an exponent.
function digits(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return rounded >= 100 ? String(rounded) : value.toPrecision(3);
}

export function milliseconds(ms: number): string {
  if (ms === 0) return "0 s";
  if (Number((ms * 1000).toPrecision(3)) < 0.01) return `${digits(ms * 1e6)} ns`;
  if (Number((ms * 1000).toPrecision(3)) < 1000) return `${digits(ms * 1000)} µs`;
  if (Number(ms.toPrecision(3)) < 1000) return `${digits(ms)} ms`;
  if (ms < 120e3) return `${digits(ms / 1000)} s`;
  return ms < 7200e3 ? `${digits(ms / 60e3)} min` : `${digits(ms / 3600e3)} h`;
}

export function microseconds(us: number): string {
  return milliseconds(us / 1000);
}

const kSame = 5e-5; // relative; smaller differences of times are ignored

// The relative difference of two times: "+0.06 %", "−30 %", "the same".
export function percent(value: number, base: number): string {
  const part = value / base - 1;
  if (Math.abs(part) < kSame) return "the same";
  const figures = Math.abs(part) < 0.0995 ? Number((100 * Math.abs(part)).toPrecision(2)) : Math.round(100 * Math.abs(part));
  return `${part > 0 ? "+" : "−"}${figures} %`;
}

// A time compared with another: a percentage, or from twice the time on a factor such as "2.80 × as
// long".
export function against(value: number, base: number): string {
  if (!(value > 0) || !(base > 0)) return "";
  const ratio = value / base;
  const times = Math.max(ratio, 1 / ratio);
  if (times < 2) return percent(value, base);
  return `${times >= 100 ? Math.round(times) : times.toPrecision(3)}\u202f× as ${ratio > 1 ? "long" : "fast"}`;
}

// A whole number in groups of three digits, separated by narrow spaces.
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

export function shape(lengths: number[]): string {
  return lengths.length === 0 ? "1" : lengths.join("×");
}

export function list(values: number[]): string {
  return values.length === 0 ? "–" : values.join(", ");
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

export function error(value: number | null): string {
  return value === null ? "not finite" : value.toExponential(2);
}

const kBufferNames: Record<string, string> = {
  USER_IN: "IN",
  USER_OUT: "OUT",
  TEMP0: "T0",
  TEMP1: "T1",
  TEMP_BLUESTEIN: "TB",
};

export function buffer(name: string): string {
  return kBufferNames[name] ?? name;
}

const kNameOfBuffer = new RegExp(`\\b(${Object.keys(kBufferNames).join("|")})\\b`, "g");

// A sentence of the library with the page's names of buffers.
export function plainNames(text: string): string {
  return text.replace(kNameOfBuffer, buffer);
}

interface Route {
  path: string[];
  padded_path: boolean[];
  path_formats?: string[]; // older exports lack this and path_leaves
  path_leaves?: number[];
}

// One buffer on the data's path, as `fft candidates` prints it. "T0/CP*(2)" is temporary 0, planar
// and padded, written by a kernel that does the work of two leaves.
function stop(route: Route, at: number): { name: string; note: string } {
  const format = route.path_formats?.[at] ?? "CI";
  const leaves = at > 0 ? (route.path_leaves?.[at - 1] ?? 1) : 1;
  return {
    name: buffer(route.path[at] ?? ""),
    note: `${format === "CI" ? "" : `/${format}`}${route.padded_path[at] ? "*" : ""}${leaves > 1 ? `(${leaves})` : ""}`,
  };
}

// The whole path as plain text: "IN > T0 > OUT".
export function routeText(route: Route): string {
  return route.path
    .map((_, at) => {
      const { name, note } = stop(route, at);
      return name + note;
    })
    .join(" > ");
}

const kProducts = /(lengths|factors|transform|grid|split)$/;

// A member of a kernel's spec or of a step as one line. Lengths and factors are joined as a
// product, other lists by commas.
export function specValue(value: unknown, name = ""): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return "–";
    return value.map((item) => specValue(item)).join(kProducts.test(name) ? " × " : ", ");
  }
  if (value !== null && typeof value === "object") {
    return Object.entries(value)
      .map(([member, inner]) => `${member.replace(/_/g, " ")} ${specValue(inner, member)}`)
      .join(", ");
  }
  return value === "" || value === null || value === undefined ? "–" : String(value);
}

// How a step reads and writes: "reads columns, writes rows, transposing".
export function accessText(access: { reads: string; writes: string; transposes: boolean }): string {
  const same = access.reads === access.writes;
  const along = same ? `along ${access.reads}` : `reads ${access.reads}, writes ${access.writes}`;
  return access.transposes ? `${along}, transposing` : along;
}

// The words for a launch. On a CPU a workgroup is a task, its threads are iterations of a loop, and
// they share scratch memory in the cache.
export function launchWords(dialect: string | undefined) {
  return dialect === "host"
    ? { blocks: "tasks", threads: "points at a time", shared: "scratch" }
    : { blocks: "blocks", threads: "threads", shared: "LDS" };
}

// A short name for a kernel: "FFT" or its leaf's scheme, and the lengths. In a small room the word
// is cut, but not the lengths.
export function stepName(step: { scheme: string; transform: number[] }, room = Infinity): string {
  const name = step.scheme === "STOCKHAM" ? "FFT" : step.scheme.replace(/_/g, " ").toLowerCase();
  return withinRoom(name, shape(step.transform), room);
}

// A word and a number in at most `room` characters. The word is cut if necessary, the number is
// not.
export function withinRoom(word: string, number: string, room: number): string {
  const most = Math.max(1, room - number.length - 1);
  return `${word.length <= most ? word : `${word.slice(0, most - 1)}…`} ${number}`;
}
