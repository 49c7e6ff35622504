// Measures candidates as a job on the server, which can be followed and cancelled. It also lists
// the jobs of other tabs and programs, since all share one device.
import { batch, computed, effect, signal } from "@preact/signals";
import type { Job, Measurement, OpenJob, PlanSummary, Sweep } from "../model/types.ts";
import { connected, get, kLost, post, remove, returns } from "./api.ts";
import { standalone } from "./archive.ts";
import { deviceTarget, measurement, plan, submit, sweep } from "./state.ts";
import { view } from "./view.ts";

export const top = signal(8);
export const measureError = signal("");
export const sweepFailure = signal(""); // why the job failed; sweepError has the server's refusals
export const openJobs = signal<OpenJob[]>([]);
const starting = signal(false);

const kPause = 500; // milliseconds between requests of the list while there are jobs
const kLongPause = 6000; // milliseconds between requests while there are no jobs

export type JobKind = "measure" | "sweep";

export function kindOf(job: OpenJob): JobKind {
  return job.subject.startsWith("sweep ") ? "sweep" : "measure";
}

export function planOf(job: OpenJob): string {
  return job.subject.replace(/^\w+ /, "");
}

// The job that measures or sweeps the shown plan. Any tab may have started it.
function jobOf(kind: JobKind): OpenJob | null {
  return openJobs.value.find((one) => planOf(one) === plan.value?.id && kindOf(one) === kind) ?? null;
}
export const job = computed(() => jobOf("measure"));
export const sweepJob = computed(() => jobOf("sweep"));
export const measuring = computed(() => starting.value || job.value !== null);

// The jobs that come before `one`.
export function aheadOf(one: OpenJob | null): OpenJob[] {
  const at = openJobs.value.findIndex((other) => other === one);
  return at < 0 ? [] : openJobs.value.slice(0, at);
}

export const tokens = signal(new Map<string, string>()); // the tokens of the jobs' plans, by plan id

async function nameJobs(): Promise<void> {
  if (openJobs.peek().every((one) => tokens.peek().has(planOf(one)))) return;
  const { plans } = await get<{ plans: PlanSummary[] }>("/plans");
  tokens.value = new Map([...tokens.value, ...plans.map(({ id, token }) => [id, token] as const)]);
}

function end(ended: Job, planId: string): void {
  batch(() => {
    openJobs.value = openJobs.value.filter(({ id }) => id !== ended.id);
    if (plan.value?.id !== planId) return;
    const failed = ended.state === "failed" ? ended.error : "";
    if (kindOf(ended) === "sweep") {
      if (ended.result !== null) sweep.value = ended.result as Sweep;
      sweepFailure.value = failed;
      return;
    }
    if (ended.result !== null) measurement.value = ended.result as Measurement;
    if (failed !== "") measureError.value = failed;
  });
}

// Handles a job that has left the list, as all jobs do when the server is restarted.
async function endUnseen(then: OpenJob): Promise<void> {
  try {
    end(await get<Job>(`/jobs/${then.id}`), planOf(then));
  } catch {
    fail(then, "the server was started anew meanwhile and knows nothing of this job; start it again");
  }
}

function fail(one: OpenJob, why: string): void {
  const failure = kindOf(one) === "sweep" ? sweepFailure : measureError;
  failure.value = why;
}

// While the server does not answer, the page shows no jobs.
effect(() => {
  if (connected.value) return;
  const open = [job.peek(), sweepJob.peek()];
  openJobs.value = [];
  for (const one of open) if (one !== null) fail(one, `${kLost} The job may go on; its result then stands here.`);
});

// When the server is back, loads the results of jobs that ended meanwhile.
effect(() => {
  if (returns.value === 0) return;
  followJobs();
  const made = plan.peek();
  if (made === null) return;
  get<{ measurement: Measurement | null }>(`/plans/${made.id}/measurement`).then(({ measurement: found }) => {
    if (plan.value === made && found !== null) batch(() => ((measurement.value = found), (measureError.value = "")));
  }, () => undefined);
});

let looks = 0; // late answers to earlier requests are ignored

// Requests the list of jobs, and handles those of the shown plan that ended meanwhile.
async function look(): Promise<void> {
  const number = ++looks;
  const before = [job.peek(), sweepJob.peek()];
  const { jobs } = await get<{ jobs: OpenJob[] }>("/jobs");
  if (number !== looks) return;
  for (const then of before) if (then !== null && !jobs.some(({ id }) => id === then.id)) await endUnseen(then);
  openJobs.value = jobs;
  await nameJobs();
}

let timer: ReturnType<typeof setTimeout> | undefined;

// Requests the list of jobs repeatedly.
export function followJobs(): void {
  if (standalone) return;
  clearTimeout(timer);
  const again = () => {
    timer = setTimeout(followJobs, openJobs.peek().length > 0 ? kPause : kLongPause);
  };
  // A hidden tab without jobs makes no request.
  if (document.hidden && openJobs.peek().length === 0) again();
  else look().then(again, again);
}

// Lists a job that this tab has started.
export function addJob(started: Job): void {
  openJobs.value = [...openJobs.value, started];
  followJobs();
}

// Measures the given candidates, or the first ones. A plan for another target is first made again
// for this device.
export async function measure(chosen: number[] | null = null): Promise<void> {
  starting.value = true;
  measureError.value = "";
  try {
    if (plan.value?.target.name !== deviceTarget.value && !(await submit({ target: deviceTarget.value }))) return;
    const id = plan.value?.id ?? "";
    addJob(await post<Job>(`/plans/${id}/measurement`, { ...(chosen === null ? { top: top.value } : { candidates: chosen }), cold_caches: view.value.cold }));
  } catch (error) {
    measureError.value = error instanceof Error ? error.message : String(error);
  } finally {
    starting.value = false;
  }
}

export async function cancelJob(id: string): Promise<void> {
  await remove(`/jobs/${id}`).catch(() => undefined);
  followJobs();
}

export function progressWords({ state, progress }: OpenJob): string {
  if (state === "waiting") return "waits for its turn";
  if (progress === null) return "starts";
  const { phase, candidate, row = 0, column = 0, done, total } = progress;
  const what = candidate === undefined ? `row ${row + 1}, column ${column + 1}` : `candidate ${candidate}`;
  return `${phase === "build" ? "building" : "timing"} ${what}, ${done} of ${total}`;
}
