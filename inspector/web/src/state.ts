// What the page shows, as signals, and the actions that change it.
import { batch, computed, signal } from "@preact/signals";
import { ApiError, get, post, takeKey } from "./api.ts";
import { archive, loadStandalone, parseArchive, standalone } from "./archive.ts";
import { FieldError, formOf, hasUsualFormats, parseNumbers, problemOf, shortToken, withoutLayout, type Form } from "./form.ts";
import { decodeView, encodeView, kDefaultView, type Tab, type View } from "./hash.ts";
import type {
  CandidateDetail,
  Candidates,
  Devices,
  KernelSource,
  Measurement,
  PlanSummary,
  Problem,
  RunResult,
  Search,
  Target,
  TreeNode,
} from "./types.ts";

export const kFirstToken = "complex_forward_len_1048576_single_op";

const kEmptySide = { format: "CI", strides: "", distance: "", offsets: "" };

// The request.
export const token = signal("");
export const form = signal<Form>({
  type: "complex_forward",
  lengths: "1048576",
  precision: "single",
  placement: "op",
  batch: "1",
  scale: "1",
  callbacks: false,
  input: kEmptySide,
  output: kEmptySide,
});
export const target = signal("");
export const strategy = signal(kDefaultView.strategy);
export const scheme = signal("");
export const overwrite = signal(false);
export const gaps = signal(false);
export const factors = signal("");
export const requestError = signal<{ field: string; detail: string } | null>(null);

// The machine.
export const targets = signal<Target[]>([]);
export const schemes = signal<{ name: string; summary: string }[]>([]);
export const devices = signal<Devices | null>(null);

// The plan and the slices of it on show.
export const plan = signal<PlanSummary | null>(null);
export const tree = signal<TreeNode[]>([]);
export const candidates = signal<Candidates | null>(null);
export const search = signal<Search | null>(null);
export const detail = signal<CandidateDetail | null>(null);
export const source = signal<KernelSource | null>(null);
export const measurement = signal<Measurement | null>(null);
export const planning = signal(false);

// The selection.
export const candidate = signal<number | null>(null);
export const step = signal(0);
export const tab = signal<Tab>(kDefaultView.tab);
export const sort = signal("");
export const filter = signal("");
export const versus = signal<number | null>(null);
export const versusTarget = signal("");
export const line = signal(0);

// The last run of the candidate on show.
export const run = signal<RunResult | null>(null);
export const running = signal(false);
export const runError = signal("");

// The step that does the work of a node, by the node's id.
export const stepOfNode = computed(
  () => new Map(detail.value?.steps.flatMap((item, at) => item.nodes.map((node) => [node, at])) ?? []),
);
export const selectedStep = computed(() => detail.value?.steps[step.value] ?? null);
export const timings = computed(
  () => new Map(measurement.value?.items.map((item) => [item.candidate, item]) ?? []),
);
export const deviceTarget = computed(() => devices.value?.target ?? "");

let requests = 0; // numbers the plans asked for: late answers of earlier ones are dropped

function view(): View {
  return {
    token: token.value,
    target: target.value,
    strategy: strategy.value,
    scheme: scheme.value,
    overwrite: overwrite.value,
    gaps: gaps.value,
    factors: factors.value,
    candidate: candidate.value === plan.value?.chosen ? null : candidate.value,
    step: step.value,
    tab: tab.value,
    sort: sort.value,
    filter: filter.value,
    versus: versus.value,
    versusTarget: versusTarget.value,
    line: line.value,
  };
}

// The link to what is on show, as a fragment.
export function viewHash(): string {
  return encodeView(view());
}

function writeHash(how: "push" | "replace"): void {
  const hash = encodeView(view());
  if (hash === window.location.hash) return;
  if (how === "push") window.history.pushState(null, "", hash);
  else window.history.replaceState(null, "", hash);
}

function showError(error: unknown): void {
  const field = error instanceof ApiError || error instanceof FieldError ? error.field : "";
  requestError.value = { field, detail: error instanceof Error ? error.message : String(error) };
}

let pending: ReturnType<typeof setTimeout> | undefined;
let edits = 0; // numbers the edits: answers to earlier ones are dropped
let formIsNewer = false; // than the token, which is still to be made from it

interface Completed {
  token: string;
  problem: Problem;
}

// Fills the form from a completed problem, unless it is edited meanwhile. The token of the same
// problem with packed layouts.
async function fillForm(problem: Problem): Promise<string> {
  const edit = edits;
  const packed = await post<Completed>("/problems", { problem: withoutLayout(problem) }).catch(
    // Without layout the problem may be invalid (in place with other formats): show the layout.
    () => ({ token: "", problem }),
  );
  if (edit === edits) form.value = formOf(problem, packed.problem);
  return packed.token;
}

// Checks what was typed once typing pauses; `apply` gets the completed problem.
function check(body: () => unknown, apply: (completed: Completed) => void): void {
  clearTimeout(pending);
  const edit = ++edits;
  pending = setTimeout(async () => {
    try {
      const completed = await post<Completed>("/problems", body());
      if (edit !== edits) return;
      requestError.value = null;
      apply(completed);
    } catch (error) {
      if (edit === edits) showError(error);
    }
  }, 200);
}

// For a token that was never typed, such as a link's, and that could not be planned.
async function formFromToken(): Promise<void> {
  if (formIsNewer) return;
  const completed = await post<Completed>("/problems", { token: token.value.trim() }).catch(
    () => null, // the plan's error says it already
  );
  if (completed !== null) await fillForm(completed.problem);
}

export function editToken(text: string): void {
  token.value = text;
  formIsNewer = false;
  check(
    () => ({ token: text.trim() }),
    (completed) => void fillForm(completed.problem),
  );
}

export function editForm(next: Form): void {
  form.value = next;
  formIsNewer = true;
  check(
    () => ({ problem: problemOf(next) }),
    (completed) => {
      token.value = completed.token;
      formIsNewer = false;
    },
  );
}

function planOptions(): Record<string, unknown> {
  return {
    strategy: strategy.value,
    allow_input_overwrite: overwrite.value,
    allow_gap_overwrite: gaps.value,
    ...(scheme.value === "" ? {} : { scheme: scheme.value }),
    ...(factors.value.trim() === "" ? {} : { factors: parseNumbers("options.factors", factors.value) }),
  };
}

// What the token says for a target, or what the form says if it was edited last and not yet turned
// into a token.
function postPlan(forTarget: string): Promise<PlanSummary> {
  return post<PlanSummary>("/plans", {
    ...(formIsNewer ? { problem: problemOf(form.value) } : { token: token.value.trim() }),
    ...(forTarget === "" ? {} : { target: forTarget }),
    options: planOptions(),
  });
}

// The plan on show, made for another target.
export function planFor(otherTarget: string): Promise<PlanSummary> {
  const options = planOptions();
  return post<PlanSummary>("/plans", { token: plan.value?.token, target: otherTarget, options });
}

// A packed layout need not stand in the token.
async function shortenToken(made: PlanSummary): Promise<void> {
  const packed = await fillForm(made.problem);
  if (packed !== made.token || !hasUsualFormats(made.problem)) return;
  if (plan.value !== made || token.value !== made.token) return;
  token.value = shortToken(made.token);
  writeHash("replace");
}

export async function makePlan(how: "push" | "replace" = "push"): Promise<boolean> {
  clearTimeout(pending);
  edits += 1;
  const request = ++requests;
  planning.value = true;
  try {
    const made = archive.value?.summary ?? (await postPlan(target.value));
    const path = `/plans/${made.id}`;
    const [nodes, ranked, searched, measured] = await Promise.all([
      get<{ nodes: TreeNode[] }>(`${path}/tree`),
      get<Candidates>(`${path}/candidates?limit=500`),
      get<Search>(`${path}/search`),
      get<{ measurement: Measurement | null }>(`${path}/measurement`).catch(() => null),
    ]);
    if (request !== requests) return false;
    batch(() => {
      requestError.value = null;
      plan.value = made;
      tree.value = nodes.nodes;
      candidates.value = ranked;
      search.value = searched;
      measurement.value = measured?.measurement ?? null;
      token.value = made.token;
      formIsNewer = false;
      target.value = made.target.name;
      if (candidate.value === null || candidate.value >= made.candidates) {
        candidate.value = made.chosen;
      }
      if ((versus.value ?? 0) >= made.candidates && versusTarget.value === "") versus.value = null;
      run.value = null;
      runError.value = "";
    });
    writeHash(how);
    document.title = `${made.problem.lengths.join("×")} on ${made.target.name} – FFT inspector`;
    if (archive.value === null) void shortenToken(made);
    else form.value = formOf(made.problem, made.problem);
    await loadCandidate();
    return true;
  } catch (error) {
    if (request === requests) {
      showError(error);
      await formFromToken();
    }
    return false;
  } finally {
    if (request === requests) planning.value = false;
  }
}

// Plans what the form or the token says, forgetting the selection of the plan before.
export async function submit(): Promise<boolean> {
  batch(() => {
    if (!standalone) archive.value = null;
    candidate.value = null;
    versus.value = null;
    step.value = 0;
    line.value = 0;
  });
  return makePlan();
}

async function loadCandidate(): Promise<void> {
  const made = plan.value;
  const wanted = candidate.value;
  if (made === null || wanted === null) return;
  const loaded = await get<CandidateDetail>(`/plans/${made.id}/candidates/${wanted}`);
  if (plan.value !== made || candidate.value !== wanted) return;
  batch(() => {
    detail.value = loaded;
    if (step.value >= loaded.steps.length) step.value = 0;
  });
  await loadSource();
}

async function loadSource(): Promise<void> {
  const made = plan.value;
  const wanted = candidate.value;
  const index = step.value;
  if (made === null || wanted === null || detail.value?.steps[index]?.kernel == null) {
    source.value = null;
    return;
  }
  const path = `/plans/${made.id}/kernels/${index}/source?candidate=${wanted}`;
  const loaded = await get<KernelSource>(path).catch((error: unknown) => {
    showError(error);
    return null;
  });
  if (plan.value === made && candidate.value === wanted && step.value === index) {
    source.value = loaded;
  }
}

export async function selectCandidate(index: number): Promise<void> {
  if (candidate.value === index) return;
  batch(() => {
    candidate.value = index;
    run.value = null;
    runError.value = "";
  });
  writeHash("replace");
  await loadCandidate().catch(showError);
}

export async function selectStep(index: number): Promise<void> {
  batch(() => {
    step.value = index;
    line.value = 0;
  });
  writeHash("replace");
  await loadSource();
}

// Changes parts of the view that need no new answer from the server.
export function show(change: Partial<Pick<View, "tab" | "sort" | "filter" | "line">>): void {
  batch(() => {
    tab.value = change.tab ?? tab.value;
    sort.value = change.sort ?? sort.value;
    filter.value = change.filter ?? filter.value;
    line.value = change.line ?? line.value;
  });
  writeHash("replace");
}

// Compares the selected candidate with another one, of this plan or of another target's.
export function compareWith(other: number | null, otherTarget = ""): void {
  batch(() => {
    versus.value = other;
    versusTarget.value = otherTarget;
    tab.value = "compare";
  });
  writeHash("replace");
}

// Shows an exported plan in place of the server's.
export async function openArchive(text: string): Promise<void> {
  try {
    const opened = parseArchive(text);
    batch(() => {
      archive.value = opened;
      candidate.value = null;
      versus.value = null;
      step.value = 0;
      token.value = opened.summary.token;
      formIsNewer = false;
    });
    await makePlan();
  } catch (error) {
    showError(error);
  }
}

// Runs the candidate on show; a plan for another machine is first made anew for this one.
export async function runPlan(): Promise<void> {
  running.value = true;
  runError.value = "";
  try {
    if (plan.value?.target.name !== deviceTarget.value) {
      target.value = deviceTarget.value;
      if (!(await submit())) return;
    }
    const made = plan.value;
    const wanted = candidate.value;
    if (made === null || wanted === null) return;
    const result = await post<RunResult>(`/plans/${made.id}/run`, { candidate: wanted });
    if (plan.value === made && candidate.value === wanted) run.value = result;
  } catch (error) {
    runError.value = error instanceof Error ? error.message : String(error);
  } finally {
    running.value = false;
  }
}

async function applyHash(): Promise<void> {
  const wanted = decodeView(window.location.hash);
  batch(() => {
    token.value = wanted.token === "" ? kFirstToken : wanted.token;
    formIsNewer = false;
    target.value = wanted.target;
    strategy.value = wanted.strategy;
    scheme.value = wanted.scheme;
    overwrite.value = wanted.overwrite;
    gaps.value = wanted.gaps;
    factors.value = wanted.factors;
    candidate.value = wanted.candidate;
    step.value = wanted.step;
    tab.value = wanted.tab;
    sort.value = wanted.sort;
    filter.value = wanted.filter;
    versus.value = wanted.versus;
    versusTarget.value = wanted.versusTarget;
    line.value = wanted.line;
  });
  await makePlan("replace");
}

export async function start(): Promise<void> {
  loadStandalone();
  takeKey();
  window.addEventListener("popstate", () => void applyHash());
  const planned = applyHash();
  const machine = Promise.all([
    get<{ targets: Target[] }>("/targets"),
    standalone ? null : get<Devices>("/devices"),
    standalone ? null : get<{ schemes: { name: string; summary: string }[] }>("/schemes"),
  ]).then(([known, found, ways]) => {
    targets.value = known.targets;
    devices.value = found;
    schemes.value = ways?.schemes ?? [];
  });
  await Promise.all([planned, machine.catch(showError)]);
}
