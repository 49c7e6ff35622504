// Numbers and shapes as text.

export function bytes(count: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || Number.isInteger(value) ? 0 : value < 10 ? 2 : 1;
  return `${value.toFixed(digits)} ${units[unit]}`;
}

export function milliseconds(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toPrecision(3)} s`;
  if (ms >= 1) return `${ms.toPrecision(3)} ms`;
  return `${(ms * 1000).toPrecision(3)} µs`;
}

// Groups of three digits, separated by a narrow space.
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

// A length as people name it: 1048576 is 2^20.
export function power(value: number): string {
  const exponent = Math.log2(value);
  return Number.isInteger(exponent) && exponent >= 10 ? `2^${exponent}` : String(value);
}

export function error(value: number | null): string {
  return value === null ? "not finite" : value.toExponential(2);
}

const kBufferNames: Record<string, string> = {
  USER_IN: "IN",
  USER_OUT: "OUT",
  TEMP0: "T0",
  TEMP1: "T1",
};

export function buffer(name: string): string {
  return kBufferNames[name] ?? name;
}

// A member of a kernel's spec on one line.
export function specValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(specValue).join(" × ");
  if (value !== null && typeof value === "object") {
    return Object.entries(value)
      .map(([name, member]) => `${name.replace(/_/g, " ")} ${specValue(member)}`)
      .join(", ");
  }
  return value === "" ? "–" : String(value);
}

// A kernel in a word: the scheme of its leaf, where it is no plain transform.
export function stepName(step: { scheme: string; transform: number[] }): string {
  const name = step.scheme === "STOCKHAM" ? "FFT" : step.scheme.replace(/_/g, " ").toLowerCase();
  return `${name} ${shape(step.transform)}`;
}
