// Transforms over several ranks: the request as the view holds it, and figures of the plan.
import type { Distributed } from "./types.ts";

// The names of links, as in fft/dist/link_model.cc.
export const kLinks = ["nvlink", "pcie", "memory", "infiniband", "infiniband_hdr", "infiniband_fdr"];

export interface RanksAsked {
  ranks: string;
  input: string; // ranks along each length, "4 x 1 x 1"; empty: slabs of the first length
  output: string;
  link: string;
  transport: string;
  candidate: number;
}

const kUsual: RanksAsked = { ranks: "4", input: "", output: "", link: "nvlink", transport: "direct", candidate: 0 };

// Reads the request from the view, for example "8;2x4x1;;nvlink;direct;0".
export function decodeRanks(text: string): RanksAsked {
  if (text === "") return kUsual;
  const [ranks = "4", input = "", output = "", link = "nvlink", transport = "direct", candidate = "0"] = text.split(";");
  return { ranks, input, output, link, transport, candidate: Number(candidate) || 0 };
}

// The number of ranks along each axis, computed from the ranks' boxes.
export function gridOf(boxes: { lower: number[] }[]): number[] {
  const axes = boxes[0]?.lower.length ?? 0;
  return Array.from({ length: axes }, (_, axis) => new Set(boxes.map(({ lower }) => lower[axis])).size);
}

// The process grid as text: "grid 1×4×1", or "grid 1, batch over 4" if ranks share the batch.
export function gridWords(holder: string, processes: number[]): string {
  const [batch = 1, ...lengths] = processes;
  return `${holder} ${lengths.join("×")}${batch > 1 ? `, batch over ${batch}` : ""}`;
}

// The bytes that each rank sends to each other rank, summed over all exchanges.
export function bytesBetween({ ranks, exchanges }: Distributed): number[][] {
  const sum = Array.from({ length: ranks }, () => Array.from({ length: ranks }, () => 0));
  for (const { bytes } of exchanges) {
    bytes.forEach((row, from) =>
      row.forEach((value, to) => {
        const line = sum[from];
        if (line !== undefined) line[to] = (line[to] ?? 0) + value;
      }),
    );
  }
  return sum;
}

// Names of axes: 0 is the batch.
export function axisWords(axes: number[]): string {
  const names = axes.map((axis) => (axis === 0 ? "the batch" : String(axis)));
  return axes.every((axis) => axis > 0) ? `${axes.length === 1 ? "axis" : "axes"} ${names.join(", ")}` : names.join(", ");
}
