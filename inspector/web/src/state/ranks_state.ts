// The shown problem over several ranks: the request, and the server's plan.
import { computed, effect, signal } from "@preact/signals";
import { loopsOf, parseNumbers } from "../model/form.ts";
import { decodeRanks, type RanksAsked } from "../model/ranks.ts";
import type { Distributed, PlanSummary, Problem } from "../model/types.ts";
import { post } from "./api.ts";
import { plan } from "./state.ts";
import { show, tab, view } from "./view.ts";

export const ranksAsked = computed(() => decodeRanks(view.value.ranks));

export function askRanks(change: Partial<RanksAsked>): void {
  const { ranks, input, output, link, transport, candidate } = { ...ranksAsked.value, candidate: 0, ...change };
  show({ ranks: [ranks, input, output, link, transport, candidate].map((part) => String(part).replace(/;/g, "")).join(";") });
}

export const distributed = signal<Distributed | null>(null);
export const ranksError = signal("");
export const ranksBusy = signal(false);
let requests = 0;

// Whether the plan over ranks ignores the problem's strides and planar arrays. Ranks hold packed
// boxes.
export const layoutLeftOut = computed(() => /_(istride|ioffset)_/.test(view.value.token));

// The packed problem. Loops stay, so that the server's refusal names them.
function dense(problem: Problem): Record<string, unknown> {
  const { type, lengths, precision, placement, batch, scale } = problem;
  const loops = loopsOf(problem);
  return { type, lengths, precision, placement, batch, scale, ...(loops.length === 0 ? {} : { loops }) };
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
