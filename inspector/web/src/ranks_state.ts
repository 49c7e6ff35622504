// The problem on show over several ranks: what is asked, and the server's plan of it.
import { computed, effect, signal } from "@preact/signals";
import { post } from "./api.ts";
import { parseNumbers } from "./form.ts";
import { plan } from "./state.ts";
import type { Distributed, PlanSummary, Problem } from "./types.ts";
import { show, tab, view } from "./view.ts";

export const kLinks = ["nvlink", "pcie", "memory", "infiniband", "infiniband_hdr"];

export interface RanksAsked {
  ranks: string;
  input: string; // "4 x 1 x 1": ranks along each length; empty: slabs of the first
  output: string;
  link: string;
  transport: string;
  candidate: number;
}

const kUsual: RanksAsked = { ranks: "4", input: "", output: "", link: "nvlink", transport: "direct", candidate: 0 };

// "8;2x4x1;;nvlink;direct;0" in the view.
export function decodeRanks(text: string): RanksAsked {
  if (text === "") return kUsual;
  const [ranks = "4", input = "", output = "", link = "nvlink", transport = "direct", candidate = "0"] = text.split(";");
  return { ranks, input, output, link, transport, candidate: Number(candidate) || 0 };
}

export const ranksAsked = computed(() => decodeRanks(view.value.ranks));

export function askRanks(change: Partial<RanksAsked>): void {
  const { ranks, input, output, link, transport, candidate } = { ...ranksAsked.value, candidate: 0, ...change };
  show({ ranks: [ranks, input, output, link, transport, candidate].map((part) => String(part).replace(/;/g, "")).join(";") });
}

export const distributed = signal<Distributed | null>(null);
export const ranksError = signal("");
export const ranksBusy = signal(false);
let requests = 0;

// Ranks hold packed boxes: of a problem with strides or planar arrays the packed one is planned.
export const layoutLeftOut = computed(() => /_(istride|ioffset)_/.test(view.value.token));

function dense({ type, lengths, precision, placement, batch, scale }: Problem): Record<string, unknown> {
  return { type, lengths, precision, placement, batch, scale };
}

async function load(asked: RanksAsked, made: PlanSummary): Promise<void> {
  const number = ++requests;
  ranksBusy.value = true;
  try {
    const grid = (field: "input" | "output") => (asked[field].trim() === "" ? {} : { [field]: parseNumbers(field, asked[field]) });
    const found = await post<Distributed>("/distributed", {
      ...(layoutLeftOut.value ? { problem: dense(made.problem) } : { token: made.token }),
      ranks: Number(asked.ranks),
      link: asked.link,
      transport: asked.transport,
      candidate: asked.candidate,
      ...grid("input"),
      ...grid("output"),
    });
    if (number !== requests) return;
    distributed.value = found;
    ranksError.value = "";
  } catch (error) {
    if (number === requests) ranksError.value = error instanceof Error ? error.message : String(error);
  } finally {
    if (number === requests) ranksBusy.value = false;
  }
}

effect(() => {
  const asked = ranksAsked.value;
  const made = plan.value;
  if (tab.value === "ranks" && made !== null) void load(asked, made);
});

// Ranks along each axis of a side, from its boxes.
export function gridOf(boxes: { lower: number[] }[]): number[] {
  const axes = boxes[0]?.lower.length ?? 0;
  return Array.from({ length: axes }, (_, axis) => new Set(boxes.map(({ lower }) => lower[axis])).size);
}

// "grid 1×4×1", of a grid that shares the batch, too, "grid 1, batch over 4".
export function gridWords(holder: string, processes: number[]): string {
  const [batch = 1, ...lengths] = processes;
  return `${holder} ${lengths.join("×")}${batch > 1 ? `, batch over ${batch}` : ""}`;
}

// What every rank sends to every other in all exchanges together.
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
