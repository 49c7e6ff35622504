// Draws random problems: every target, type, number of dimensions, precision and placement, strides
// with gaps, planar arrays, batches, primes, forced schemes and strategies.

export interface Drawn {
  token: string;
  target: string;
  scheme: string; // the forced scheme; empty if none is forced
  strategy: string;
}

// A generator of random numbers in [0, 1) by Lehmer's method. A seed always gives the same numbers.
export function generator(seed: number): () => number {
  let state = (seed * 48271) % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const kSchemes = [
  [],
  ["L1D_CC", "L1D_CR", "L1D_CRT", "L1D_TRTRT"],
  ["2D_RC", "2D_RTRT", "PER_AXIS"],
  ["3D_RC", "3D_RTRT", "3D_TRTRTR", "3D_BLOCK_RC", "PER_AXIS"],
];
const kLengths: number[][] = [
  [],
  [4096, 16384, 65536, 1048576, 16777216, 30030, 44100, 1009, 7919, 104729, 96, 20677],
  [64, 128, 1024, 48, 336, 500, 37, 4096, 16411],
  [16, 24, 37, 60, 96, 128, 200, 336],
];

type Pick = <T>(from: readonly T[]) => T;

// Strides of rows that are `gap` elements longer than necessary. A gap of 0 means packed rows.
function strides(lengths: number[], gap: number): number[] {
  const all: number[] = [];
  let stride = 1;
  for (let at = lengths.length - 1; at >= 0; at--) {
    all.unshift(stride);
    stride *= lengths[at] ?? 1;
    if (at === lengths.length - 1) stride += gap;
  }
  return all;
}

// The layout of an out-of-place problem, as a part of its token.
function layout(type: string, lengths: number[], planar: boolean, gaps: [number, number]): string {
  const half = [...lengths.slice(0, -1), Math.floor((lengths[lengths.length - 1] ?? 1) / 2) + 1];
  const formats = type === "real_forward" ? ["R", "HI"] : type === "real_inverse" ? ["HI", "R"] : planar ? ["CP", "CP"] : ["CI", "CI"];
  const side = (name: string, at: number) => {
    const of = formats[at] === "HI" ? half : lengths;
    return `_${name}_${strides(of, gaps[at] ?? 0).join("_")}_${formats[at]}`;
  };
  return `${side("istride", 0)}${side("ostride", 1)}`;
}

// Draws item `at` of a list of problems. Properties that must occur follow from `at`, the others
// are random.
export function draw(at: number, targets: readonly string[], next: () => number): Drawn {
  const pick: Pick = (from) => from[Math.floor(next() * from.length)] as (typeof from)[number];
  const dims = 1 + (at % 3);
  const lengths = Array.from({ length: dims }, () => pick(kLengths[dims] ?? [64]));
  const strided = at % 4 === 2;
  const forced = at % 5 === 3;
  const type = forced ? pick(["complex_forward", "complex_inverse"]) : pick(["complex_forward", "complex_inverse", "real_forward", "real_inverse"]);
  const placement = strided ? "op" : pick(["op", "ip"]);
  const precision = pick(["single", "double", "single", "double", "half", "bfloat16"]);
  const batch = strided ? 1 : pick([1, 1, 3, 16]);
  const gaps: [number, number] = dims === 1 ? [0, 0] : [pick([0, 2, 8]), pick([2, 16])];
  return {
    token:
      `${type}_len_${lengths.join("_")}_${precision}_${placement}${batch > 1 ? `_batch_${batch}` : ""}` +
      (strided ? layout(type, lengths, dims === 1 || next() < 0.3, gaps) : ""),
    target: targets[at % targets.length] ?? "host",
    scheme: forced ? pick(kSchemes[dims] ?? []) : "",
    strategy: at % 7 === 4 ? pick(["fewest_buffers", "most_fusion"]) : "balanced",
  };
}
