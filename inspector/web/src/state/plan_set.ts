// Many problems for many targets: what each plan costs next to what memory allows.
import { batch, computed, signal } from "@preact/signals";
import { parseNumbers } from "../model/form.ts";
import { leftOut, optionsWithLengths, withLengths } from "../model/other_lengths.ts";
import type { PlanSummary } from "../model/types.ts";
import { ApiError, post } from "./api.ts";
import { plan, planFor } from "./state.ts";
import { view } from "./view.ts";

const kUsual = "2^8, 2^12, 2^16, 2^20, 2^24, 1000, 1009, 7919, 1024 x 1024, 128 x 128 x 128";
export const lengthsText = computed(() => (view.value.set === "" ? kUsual : view.value.set));
export const cells = signal(new Map<string, PlanSummary | string>()); // a reason where there is none
export const filling = signal(false);
export const setError = signal("");

const kKeepEvery = 16; // plans after which the one on show is asked for, so that the server keeps it

export function cellKey(lengths: number[], target: string): string {
  return `${lengths.join("x")} ${target}`;
}

// "2^8, 336 x 336 x 56": problems are separated by commas, lengths of one by x.
export function parseSet(text: string): number[][] {
  return text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => parseNumbers("lengths", part));
}

// How much of the predicted time memory alone would take.
export function shareOfRoof(summary: PlanSummary): number {
  return summary.predicted_us > 0 ? Math.min(1, summary.roof_us / summary.predicted_us) : 0;
}

// How much slower than the best candidate the cost model thinks the chosen one is.
export function predictedRegret(summary: PlanSummary): number {
  return summary.fastest_us > 0 ? summary.predicted_us / summary.fastest_us - 1 : 0;
}

// What the plan on show has and plans of other lengths lack.
export const leftOutOfSet = computed(() => {
  const made = plan.value;
  if (made === null) return [];
  try {
    const all = parseSet(lengthsText.value).flatMap((lengths) => leftOut(made.problem, made.options, lengths));
    return [...new Set(all)];
  } catch {
    return []; // lengths that are being typed
  }
});

// The plan on show with other lengths.
async function planOne(made: PlanSummary, lengths: number[], target: string): Promise<PlanSummary | string> {
  try {
    return await post<PlanSummary>("/plans", {
      problem: withLengths(made.problem, lengths),
      target,
      options: optionsWithLengths(made.options, made.problem, lengths),
    });
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return error.message;
    throw error;
  }
}

export function stopSet(): void {
  filling.value = false;
}

export async function fillSet(targets: string[]): Promise<void> {
  const made = plan.value;
  if (made === null) return;
  batch(() => {
    filling.value = true;
    setError.value = "";
    cells.value = new Map();
  });
  try {
    let count = 0;
    for (const lengths of parseSet(lengthsText.value)) {
      for (const target of targets) {
        if (!filling.value) return;
        const found = await planOne(made, lengths, target);
        cells.value = new Map(cells.value).set(cellKey(lengths, target), found);
        if (++count % kKeepEvery === 0) await planFor(plan.value?.target.name ?? "");
      }
    }
  } catch (error) {
    setError.value = error instanceof Error ? error.message : String(error);
  } finally {
    filling.value = false;
    await planFor(plan.value?.target.name ?? "").catch(() => undefined);
  }
}
