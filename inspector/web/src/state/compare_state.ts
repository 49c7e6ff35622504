// The compared candidates: the selected one, and up to three others from this plan, from plans for
// other targets, or from files.
import { batch, computed, effect, signal } from "@preact/signals";
import type { Side } from "../model/compare.ts";
import { kMostCompared } from "../model/hash.ts";
import { whyBehind } from "../model/reasons.ts";
import type { CandidateDetail, Candidates, KernelSource, Measurement, PlanSummary, TreeNode } from "../model/types.ts";
import { get } from "./api.ts";
import { lookUp, parseArchive, type Archive } from "./archive.ts";
import { candidate, candidates, detail, measurement, plan, planFor, timings, tree } from "./state.ts";
import { show, tab, versus } from "./view.ts";

export interface FileSide {
  archive: Archive;
  name: string;
  candidate: number;
}

export const files = signal<FileSide[]>([]); // links cannot contain files
export const failure = signal("");

// A requested side, by its text in View.versus.
interface Loaded {
  item: string;
  of: string; // the plan and candidate that were shown when the side was requested
  side: Side;
}
const loaded = signal<Loaded[]>([]);

const ownSide = computed((): Side | null => {
  const summary = plan.value;
  const shown = detail.value;
  if (summary === null || shown === null) return null;
  return { summary, tree: tree.value, detail: shown, timing: timings.value.get(shown.candidate) ?? null, from: "" };
});

function inFile<T>({ archive }: FileSide, path: string): T | undefined {
  return lookUp(`/plans/${archive.summary.id}${path}`, archive) as T | undefined;
}

// The candidates that a file holds with all details.
export function fileCandidates(file: FileSide): Candidates["items"] {
  const items = inFile<Candidates>(file, "/candidates?limit=500")?.items ?? [];
  return items.filter((item) => inFile(file, `/candidates/${item.candidate}`) !== undefined);
}

function fileSide(file: FileSide): Side | null {
  const held = inFile<CandidateDetail>(file, `/candidates/${file.candidate}`);
  const nodes = inFile<{ nodes: TreeNode[] }>(file, "/tree")?.nodes;
  if (held === undefined || nodes === undefined) return null;
  const measured = inFile<{ measurement: Measurement | null }>(file, "/measurement")?.measurement;
  const timing = measured?.items.find((item) => item.candidate === file.candidate) ?? null;
  return { summary: file.archive.summary, tree: nodes, detail: held, timing, from: file.name };
}

// All sides that are loaded. The selected candidate is the first.
export const sides = computed((): Side[] => {
  const own = ownSide.value;
  if (own === null) return [];
  const others = versus.value.flatMap((item) => loaded.value.find((one) => one.item === item)?.side ?? []);
  const held = files.value.flatMap((file) => fileSide(file) ?? []);
  return [own, ...others, ...held].slice(0, kMostCompared + 1);
});

export const waiting = computed(
  () => versus.value.filter((item) => !loaded.value.some((one) => one.item === item)).length > 0,
);

async function loadSide(summary: PlanSummary, item: string): Promise<Side> {
  const [, target = "", index] = /^([a-zA-Z_][\w-]*)?\.?(\d+)?$/.exec(item) ?? [];
  const other = target === "" ? summary : await planFor(target);
  const wanted = index === undefined ? other.chosen : Number(index);
  const path = `/plans/${other.id}`;
  const [held, nodes, measured] = await Promise.all([
    get<CandidateDetail>(`${path}/candidates/${wanted}`),
    target === "" ? { nodes: tree.value } : get<{ nodes: TreeNode[] }>(`${path}/tree`),
    target === "" ? { measurement: measurement.value } : get<{ measurement: Measurement | null }>(`${path}/measurement`),
  ]);
  const timing = measured.measurement?.items.find((one) => one.candidate === wanted) ?? null;
  return { summary: other, tree: nodes.nodes, detail: held, timing, from: "" };
}

effect(() => {
  const summary = plan.value;
  const wanted = versus.value;
  void measurement.value; // runs again when times arrive
  if (tab.value !== "compare" || summary === null) return;
  failure.value = "";
  loaded.value = loaded.peek().filter(({ item, of }) => of === summary.id && wanted.includes(item));
  for (const item of wanted) {
    loadSide(summary, item).then(
      (side) => {
        if (plan.value !== summary || !versus.value.includes(item)) return;
        loaded.value = [...loaded.value.filter((one) => one.item !== item), { item, of: summary.id, side }];
      },
      (error: unknown) => {
        failure.value = error instanceof Error ? error.message : String(error);
      },
    );
  }
});

// Why the library ranks one of two candidates of this plan before the other; empty if it does not.
export const order = computed(() => {
  const found = candidates.value;
  const other = versus.value.find((item) => /^\d+$/.test(item));
  const pair = found?.items.filter((item) => item.candidate === candidate.value || item.candidate === Number(other ?? -1)) ?? [];
  const [ahead, behind] = pair.sort((a, b) => a.candidate - b.candidate);
  return found && ahead && behind ? whyBehind(found.criteria, ahead, behind) : "";
});

export async function openFile(list: FileList | null): Promise<void> {
  const chosen = list?.[0];
  if (chosen === undefined) return;
  try {
    const archive = parseArchive(await chosen.text());
    const file = { archive, name: chosen.name, candidate: archive.summary.chosen };
    batch(() => {
      failure.value = "";
      files.value = [...files.value, file].slice(-kMostCompared);
      const room = kMostCompared - files.value.length;
      if (versus.value.length > room) show({ versus: versus.value.slice(0, room) });
    });
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

// The source of a side's step. The kernel's own name is replaced, since otherwise every line with a
// call would differ.
export async function sourceOf(side: Side, step: number): Promise<string> {
  const path = `/plans/${side.summary.id}/kernels/${step}/source?candidate=${side.detail.candidate}`;
  const file = files.value.find(({ archive, name }) => archive.summary === side.summary && name === side.from);
  const held = file ? (lookUp(path, file.archive) as KernelSource | undefined) : await get<KernelSource>(path);
  if (held === undefined) throw new Error("the file does not hold this source");
  return held.text.split(held.name).join("fft_kernel");
}
