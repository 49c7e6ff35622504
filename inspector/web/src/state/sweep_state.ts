// The sweep of the shown plan: the request, its job, and the results.
import { computed, signal } from "@preact/signals";
import { bodyOf, decodeSweep, encodeSweep, fieldsFor, usualValues, type SweepAsked } from "../model/sweep.ts";
import type { Job, Step } from "../model/types.ts";
import { post } from "./api.ts";
import { addJob, sweepFailure, sweepJob } from "./measure_state.ts";
import { deviceTarget, plan, selectedStep, schemes, submit, detail } from "./state.ts";
import { show, view } from "./view.ts";

export const sweepError = signal("");
const starting = signal(false);

export const sweeping = computed(() => starting.value || sweepJob.value !== null);

// The length of the lines that a step's kernel transforms, which is the product of its factors.
function lineOf(step: Step): number {
  const factors = step.kernel?.spec.factors;
  return Array.isArray(factors) ? factors.reduce((product: number, factor) => product * Number(factor), 1) : 1;
}

export const lineLengths = computed(() => {
  const lengths = (detail.value?.steps ?? []).map(lineOf).filter((length) => length > 1);
  return [...new Set(lengths)].sort((a, b) => a - b);
});

// The sweep that is proposed first. It is over the padding of rows if the problem has rows to pad,
// otherwise over the shape of the selected step's kernel.
const first = computed((): SweepAsked => {
  const problem = plan.value?.problem;
  const fields = problem === undefined ? [] : fieldsFor(problem);
  const step = selectedStep.value;
  const length = step === null ? 1 : lineOf(step);
  const names = schemes.value.map(({ name }) => name);
  const asked = (field: (typeof fields)[number] | "") => ({ field, values: usualValues(field, length, names) });
  const given = String(length > 1 ? length : (lineLengths.value[0] ?? ""));
  if (fields.includes("input.padding")) return { rows: asked("input.padding"), columns: asked("output.padding"), length: given };
  return fields.includes("padding")
    ? { rows: asked("padding"), columns: asked(""), length: given }
    : { rows: asked("factors"), columns: asked(""), length: given };
});

export const sweepAsked = computed(() => decodeSweep(view.value.sweep) ?? first.value);

export function askSweep(change: Partial<SweepAsked>): void {
  show({ sweep: encodeSweep({ ...sweepAsked.value, ...change }) });
}

// Starts the sweep. A plan for another target is first made again for this device.
export async function startSweep(): Promise<void> {
  starting.value = true;
  sweepError.value = "";
  sweepFailure.value = "";
  try {
    const asked = sweepAsked.value;
    if (plan.value?.target.name !== deviceTarget.value && !(await submit({ target: deviceTarget.value }))) return;
    const id = plan.value?.id ?? "";
    addJob(await post<Job>(`/plans/${id}/sweep`, bodyOf(asked, view.value.cold)));
  } catch (error) {
    sweepError.value = error instanceof Error ? error.message : String(error);
  } finally {
    starting.value = false;
  }
}
