// Measuring candidates as a job on the server: start, follow, cancel.
import { batch, signal } from "@preact/signals";
import { follow, get, post, remove } from "./api.ts";
import { deviceTarget, measurement, plan, submit, target } from "./state.ts";
import type { Job } from "./types.ts";

export const top = signal(8);
export const job = signal<Job | null>(null);
export const measuring = signal(false);
export const measureError = signal("");

function apply(planId: string, state: Job): void {
  if (plan.value?.id !== planId) return;
  batch(() => {
    job.value = state;
    if (state.result !== null) measurement.value = state.result;
    if (state.state === "failed") measureError.value = state.error;
  });
}

// Measures the first candidates; a plan for another machine is first made anew for this one.
export async function measure(): Promise<void> {
  measuring.value = true;
  measureError.value = "";
  try {
    if (plan.value?.target.name !== deviceTarget.value) {
      target.value = deviceTarget.value;
      if (!(await submit())) return;
    }
    const id = plan.value?.id ?? "";
    const started = await post<Job>(`/plans/${id}/measurement`, { top: top.value });
    apply(id, started);
    await follow(`/jobs/${started.id}/events`, ({ event, data }) => {
      if (event === "end") apply(id, JSON.parse(data) as Job);
      else if (job.value?.id === started.id) {
        job.value = { ...job.value, state: "running", progress: JSON.parse(data) as Job["progress"] };
      }
    });
    // A stream that broke off leaves the job as it is now.
    apply(id, await get<Job>(`/jobs/${started.id}`));
  } catch (error) {
    measureError.value = error instanceof Error ? error.message : String(error);
  } finally {
    measuring.value = false;
  }
}

export async function cancelMeasurement(): Promise<void> {
  if (job.value !== null) await remove(`/jobs/${job.value.id}`).catch(() => undefined);
}
