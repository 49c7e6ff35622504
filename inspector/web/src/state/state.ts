// The shown plan and its parts, and the actions that change them.
import { batch, computed, effect, signal } from "@preact/signals";
import { formOf, hasUsualFormats, shortToken } from "../model/form.ts";
import { askedOf, decodeView, kDefaultView, kMostCompared, samePlan, type PlanAsked, type View } from "../model/hash.ts";
import type {
  CandidateDetail,
  Candidates,
  Devices,
  Measurement,
  PlanSummary,
  RunResult,
  Search,
  Sweep,
  Target,
  TreeNode,
} from "../model/types.ts";
import { connected, get, post, returns, takeKey } from "./api.ts";
import { archive, loadStandalone, parseArchive, standalone } from "./archive.ts";
import { resource } from "./resource.ts";
import { rememberToken } from "./recent_tokens.ts";
import { readPlanRecord } from "../model/plan_record.ts";
import { notice } from "./notice.ts";
import * as asked from "./request.ts";
import { show, step, versus, view, writeHash, type How } from "./view.ts";

const kFirstToken = "complex_forward_len_1048576_single_op";

export const kMostCandidates = 2000; // the number that the server keeps of a plan
const kArchived = 500; // the number that exports hold

// What the server's machine offers.
export const targets = signal<Target[]>([]);
export const schemes = signal<{ name: string; summary: string }[]>([]);
export const devices = signal<Devices | null>(null);
export const deviceTarget = computed(() => devices.value?.target ?? "");
// Why the shown plan cannot be executed here. Empty if it can.
export const whyNotTimed = computed((): string => {
  if (plan.value?.chain !== undefined) return "plans of chains are shown, not executed: they need the caller’s spectra";
  const machine = devices.value;
  return machine !== null && machine.opened === "" ? `no device: ${machine.reason}` : "";
});

// The shown plan and its parts.
export const plan = signal<PlanSummary | null>(null);
export const tree = signal<TreeNode[]>([]);
export const candidates = signal<Candidates | null>(null);
export const search = signal<Search | null>(null);
export const detail = signal<CandidateDetail | null>(null);
export const measurement = signal<Measurement | null>(null);
export const sweep = signal<Sweep | null>(null);
export const planning = signal(false);

export const candidate = computed(() =>
  plan.value === null ? null : (view.value.candidate ?? plan.value.chosen),
);

// The last run with its plan and candidate.
const lastRun = signal<{ plan: string; candidate: number; result: RunResult | null; error: string } | null>(null);
export const running = signal<number | null>(null); // when the current run began
const runOfShown = computed(() => {
  const last = lastRun.value;
  return last?.plan === plan.value?.id && last?.candidate === candidate.value ? last : null;
});
export const run = computed(() => runOfShown.value?.result ?? null);
export const runError = computed(() => runOfShown.value?.error ?? "");

// The step that does the work of a node, by the node's id.
export const stepOfNode = computed(
  () => new Map(detail.value?.steps.flatMap((item, at) => item.nodes.map((node) => [node, at])) ?? []),
);
export const selectedStep = computed(() => detail.value?.steps[step.value] ?? null);
export const timings = computed(
  () => new Map(measurement.value?.items.flatMap((item) => (item.samples > 0 ? [[item.candidate, item] as const] : [])) ?? []),
);
type Timed = "run" | "measurement";

export interface ShownTimes {
  of: Timed;
  steps: number[];
  whole: number;
}

const newest = signal<Timed>("measurement");
effect(() => {
  if (measurement.value !== null) newest.value = "measurement";
});

// Milliseconds of the shown candidate and of its steps. They come from the run or the measurement,
// whichever is newer.
export const shownTimes = computed((): ShownTimes | null => {
  const ran = run.value;
  const timing = timings.value.get(candidate.value ?? -1);
  const measured = timing?.samples ? { of: "measurement" as const, steps: timing.step_ms, whole: timing.median_ms } : null;
  if (ran === null || (newest.value === "measurement" && measured !== null)) return measured;
  return { of: "run", steps: ran.step_ms, whole: ran.median_ms };
});
// Whether the shown plan is not that of the typed request. Actions on the plan could then surprise
// the user.
export const stale = computed(() => asked.edited.value || asked.requestError.value !== null);

let requests = 0; // the number of requests for plans; late answers to earlier requests are ignored

// Plans the shown problem for another target.
export function planFor(otherTarget: string): Promise<PlanSummary> {
  const options = asked.optionsOf(view.value);
  return post<PlanSummary>("/plans", { token: plan.value?.token, target: otherTarget, options, ...asked.partOf(view.value) });
}

// Whether the plan's token means the same without its layout. Fills the form of a problem.
async function isPacked(made: PlanSummary, short: string): Promise<boolean> {
  if (made.chain !== undefined) return (await asked.completedToken(short)) === made.token;
  return (await asked.fillForm(made.problem)) === made.token && hasUsualFormats(made.problem);
}

// Removes the layout from the token if it is packed.
async function shortenToken(made: PlanSummary): Promise<void> {
  const token = shortToken(made.token);
  if (!(await isPacked(made, token))) return;
  if (plan.value !== made || view.value.token !== made.token) return;
  batch(() => {
    if (asked.request.value.token === made.token) asked.editOptions({ token });
    view.value = { ...view.value, token };
  });
  writeHash("replace");
}

// The view for a plan that was made: candidates that the plan lacks are removed.
function fitting(wanted: View, made: PlanSummary): View {
  const { candidate: index } = wanted;
  return {
    ...wanted,
    token: made.token,
    target: made.target.name,
    candidate: index === null || index >= made.candidates || index === made.chosen ? null : index,
    versus: wanted.versus.filter((item) => !/^\d+$/.test(item) || Number(item) < made.candidates),
  };
}

// Loads all parts of a plan. The page shows all of them at once or none.
async function load(made: PlanSummary, wanted: View) {
  const path = `/plans/${made.id}`;
  return Promise.all([
    get<{ nodes: TreeNode[] }>(`${path}/tree`),
    get<Candidates>(`${path}/candidates?limit=${archive.value === null ? kMostCandidates : kArchived}`),
    get<Search>(`${path}/search`),
    get<{ measurement: Measurement | null }>(`${path}/measurement`).catch(() => null),
    get<CandidateDetail>(`${path}/candidates/${wanted.candidate ?? made.chosen}`),
    get<{ sweep: Sweep | null }>(`${path}/sweep`).catch(() => null),
  ]);
}

let unplanned: { wanted: View; how: How } | null = null; // the request to repeat when the server comes back

effect(() => {
  if (returns.value === 0 || unplanned === null) return;
  const { wanted, how } = unplanned;
  unplanned = null;
  void makePlan(wanted, how);
});

async function planFailed(error: unknown, wanted: View, how: How): Promise<void> {
  if (archive.value !== null) {
    archive.value = null;
    notice.value = `The file cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
  } else if (!connected.value) {
    unplanned = { wanted, how };
  } else {
    asked.showError(error);
    await asked.formFromToken();
  }
}

// Makes and shows the requested plan. If that fails, the former plan stays.
async function makePlan(wanted: View, how: How = "push"): Promise<boolean> {
  asked.settle();
  const number = ++requests;
  planning.value = true;
  try {
    const made = archive.value?.summary ?? (await asked.postPlan(wanted));
    const next = fitting(wanted, made);
    const [nodes, ranked, searched, measured, first, swept] = await load(made, next);
    if (number !== requests) return false;
    const typed = asked.formIsNewer.value ? "" : wanted.token.trim();
    batch(() => {
      asked.requestError.value = null;
      asked.formIsNewer.value = false;
      asked.plannedToken.value = made.token;
      asked.request.value = askedOf(next);
      plan.value = made;
      tree.value = nodes.nodes;
      candidates.value = ranked;
      search.value = searched;
      measurement.value = measured?.measurement ?? null;
      sweep.value = swept?.sweep ?? null;
      detail.value = first;
      view.value = { ...next, step: next.step < first.steps.length ? next.step : 0 };
    });
    if (!standalone) rememberToken(typed || made.token);
    writeHash(how);
    document.title = `${made.problem.lengths.join("×")} on ${made.target.name} – FFT inspector`;
    asked.isChain.value = made.chain !== undefined;
    if (archive.value === null) void shortenToken(made);
    else asked.form.value = formOf(made.problem, made.problem);
    return true;
  } catch (error) {
    if (number === requests) await planFailed(error, wanted, how);
    return false;
  } finally {
    if (number === requests) planning.value = false;
  }
}

const kFresh = { candidate: null, versus: [], step: 0, line: 0, diff: "" };

// Makes the plan of the typed request. The selection of the former plan is dropped.
export async function submit(change: Partial<PlanAsked> = {}): Promise<boolean> {
  if (!standalone) archive.value = null;
  asked.editOptions(change);
  return makePlan({ ...view.value, ...kFresh, ...asked.request.value });
}

// Replaces the typed request by that of the shown plan.
export function undoEdits(): void {
  const made = plan.value;
  if (made === null) return;
  asked.settle();
  batch(() => {
    asked.request.value = askedOf(view.value);
    asked.formIsNewer.value = false;
    asked.requestError.value = null;
  });
  asked.isChain.value = made.chain !== undefined;
  if (archive.value === null && made.chain === undefined) void asked.fillForm(made.problem);
}

// The selected candidate, while it is not shown yet.
export const pending = resource<CandidateDetail>(() => {
  const wanted = candidate.value;
  if (plan.value === null || wanted === null || detail.value?.candidate === wanted) return null;
  return `/plans/${plan.value.id}/candidates/${wanted}`;
});

effect(() => {
  const loaded = pending.value.value;
  if (loaded === null) return;
  batch(() => {
    detail.value = loaded;
    if (step.peek() >= loaded.steps.length) view.value = { ...view.peek(), step: 0 };
  });
});

export function selectCandidate(index: number): void {
  if (candidate.value === index) return;
  show({ candidate: index === plan.value?.chosen ? null : index, diff: "", line: 0 });
}

export function selectStep(index: number): void {
  if (step.value !== index) show({ step: index, line: 0 });
}

// Adds a side to the comparison (View.versus in hash.ts), or removes it if it is there.
export function toggleVersus(item: string): void {
  const now = versus.value;
  const rest = now.filter((other) => other !== item);
  const next = rest.length < now.length ? rest : [...now.slice(0, kMostCompared - 1), item];
  show({ versus: next, diff: "", ...(rest.length < now.length ? {} : { tab: "compare" }) });
}

export function compareWith(items: string[]): void {
  show({ versus: items, tab: "compare", diff: "" });
}

// Exchanges the selected candidate and the first compared side.
export function swapSides(): void {
  const first = versus.value[0] ?? "";
  const a = candidate.value;
  if (a === null || !/^\d+$/.test(first)) return;
  selectCandidate(Number(first));
  show({ versus: [String(a), ...versus.value.slice(1)] });
}

// Opens a file. An exported plan is shown as it was when it was saved. A plan that a program
// recorded is planned again.
export async function openFile(text: string): Promise<void> {
  try {
    const record = standalone ? null : readPlanRecord(text);
    if (record !== null) {
      archive.value = null;
      const made = await makePlan({ ...view.value, ...kFresh, ...record.asked, candidate: record.candidate || null });
      if (made) notice.value = record.words;
      return;
    }
    const opened = parseArchive(text);
    archive.value = opened;
    await makePlan(opened.view ? decodeView(opened.view) : { ...view.value, ...kFresh });
  } catch (error) {
    notice.value = error instanceof Error ? error.message : String(error);
  }
}

let ending: AbortController | null = null; // cancels the current run

export function cancelRun(): void {
  ending?.abort();
}

// Runs the shown candidate. A plan for another target is first made again for this device.
export async function runPlan(): Promise<void> {
  running.value = performance.now();
  lastRun.value = null;
  ending = new AbortController();
  try {
    if (plan.value?.target.name !== deviceTarget.value && !(await submit({ target: deviceTarget.value }))) return;
    const made = plan.value;
    const wanted = candidate.value;
    if (made === null || wanted === null) return;
    const of = { plan: made.id, candidate: wanted };
    const body = { candidate: wanted, cold_caches: view.value.cold };
    await post<RunResult>(`/plans/${made.id}/run`, body, ending.signal).then(
      (result) => {
        lastRun.value = { ...of, result, error: "" };
        newest.value = "run";
      },
      (error: unknown) => (lastRun.value = { ...of, result: null, error: runFault(error) }),
    );
  } finally {
    running.value = null;
    ending = null;
  }
}

function runFault(error: unknown): string {
  if (error instanceof DOMException && error.name === "AbortError") return "The run was cancelled.";
  return error instanceof Error ? error.message : String(error);
}

// Shows the view that the address holds, at the first visit and for back and forward.
async function applyHash(how: How): Promise<void> {
  const hash = window.location.hash.length > 1 ? window.location.hash : (archive.value?.view ?? "");
  const wanted = decodeView(hash);
  if (wanted.token === "") wanted.token = kFirstToken;
  if (plan.value !== null && samePlan(wanted, view.value)) {
    view.value = wanted;
    return;
  }
  asked.formIsNewer.value = false;
  asked.request.value = askedOf(wanted);
  await makePlan(wanted, how);
}

export async function start(): Promise<void> {
  loadStandalone();
  takeKey();
  view.value = kDefaultView;
  window.addEventListener("popstate", () => void applyHash("replace"));
  const planned = applyHash("replace");
  const machine = Promise.all([
    get<{ targets: Target[] }>("/targets"),
    standalone ? null : get<Devices>("/devices"),
    standalone ? null : get<{ schemes: { name: string; summary: string }[] }>("/schemes"),
  ]).then(([known, found, ways]) => {
    targets.value = known.targets;
    devices.value = found;
    schemes.value = ways?.schemes ?? [];
  });
  await Promise.all([planned, machine.catch((error: unknown) => (notice.value = String(error)))]);
}
