// Writes the view into the URL's fragment and reads it, so that a link shows what its sender saw.
import { kUsualStrategy } from "./strategies.ts";
import type { PlanOptions } from "./types.ts";

export const kTabs = ["steps", "strides", "kernel", "compare", "measure", "sweep", "search"] as const;
export type Tab = (typeof kTabs)[number];

// What is shown beside the source: its syntax tree, its machine code, or nothing.
export type Beside = "" | "tree" | "code";

// The request for the plan.
export interface PlanAsked {
  token: string;
  target: string;
  strategy: string;
  scheme: string;
  overwrite: boolean;
  gaps: boolean; // gaps between the elements of the caller's arrays may be overwritten
  factors: string; // the factors of a forced scheme: "4096 x 256"
  shapes: string; // kernel shapes by length: "1024:factors=4x16x16,threads=64"
  part: string; // the number of the chain's plan; "" for the first one
}

// The request and what the page shows of the plan.
export interface View extends PlanAsked {
  candidate: number | null; // null: the plan's chosen candidate
  step: number;
  tab: Tab;
  sort: string; // criteria, most important first: "buffers,-in_place"
  filter: string;
  versus: string[]; // the compared sides: "3" (a candidate), "sm_90" (the best one for that target) or "sm_90.3"
  diff: string; // compared sources: "1.2" is step 1 and the second side of `versus`
  line: number; // the selected line of the source; 0: none
  beside: Beside;
  sweep: string; // the request of the sweep tab (sweep.ts)
  cold: boolean; // timed executions begin with cold caches
}

export const kMostCompared = 3; // besides the selected candidate

export const kDefaultView: View = {
  token: "",
  target: "",
  strategy: kUsualStrategy,
  scheme: "",
  overwrite: false,
  gaps: false,
  factors: "",
  shapes: "",
  part: "",
  candidate: null,
  step: 0,
  tab: "steps",
  sort: "",
  filter: "",
  versus: [],
  diff: "",
  line: 0,
  beside: "",
  sweep: "",
  cold: false,
};

// For each member of the view that is a text, its name in links.
const kTexts = {
  target: "target",
  strategy: "strategy",
  scheme: "scheme",
  factors: "factors",
  shapes: "shapes",
  part: "part",
  tab: "tab",
  sort: "sort",
  filter: "filter",
  diff: "diff",
  beside: "beside",
  sweep: "sweep",
} as const;

const kFlags = { overwrite: "overwrite", gaps: "gaps", cold: "cold" } as const;

export function encodeView(view: View): string {
  const params = new URLSearchParams();
  params.set("token", view.token);
  for (const [member, name] of Object.entries(kTexts)) {
    const value = view[member as keyof typeof kTexts];
    if (value !== kDefaultView[member as keyof typeof kTexts]) params.set(name, value);
  }
  for (const [member, name] of Object.entries(kFlags)) {
    if (view[member as keyof typeof kFlags]) params.set(name, "1");
  }
  if (view.candidate !== null) params.set("candidate", String(view.candidate));
  if (view.step !== 0) params.set("step", String(view.step));
  if (view.versus.length > 0) params.set("vs", view.versus.join(","));
  if (view.line !== 0) params.set("line", String(view.line));
  return `#${params.toString()}`;
}

function index(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

// Older links say "1" for the tree.
function besideOf(text: string | null): Beside {
  return text === "code" ? "code" : text === null ? "" : "tree";
}

function versusOf(text: string): string[] {
  return text.split(",").filter((item) => /^[\w-]+(\.\d{1,9})?$/.test(item)).slice(0, kMostCompared);
}

export function decodeView(hash: string): View {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const view: View = { ...kDefaultView, token: params.get("token") ?? "" };
  for (const [member, name] of Object.entries(kTexts)) {
    if (member !== "tab") Object.assign(view, { [member]: params.get(name) ?? view[member as keyof View] });
  }
  for (const [member, name] of Object.entries(kFlags)) {
    Object.assign(view, { [member]: params.get(name) === "1" });
  }
  return {
    ...view,
    tab: kTabs.find((name) => name === params.get("tab")) ?? kDefaultView.tab,
    candidate: index(params.get("candidate")),
    step: index(params.get("step")) ?? 0,
    versus: versusOf(params.get("vs") ?? ""),
    line: index(params.get("line")) ?? 0,
    beside: besideOf(params.get("beside")),
  };
}

const kAsked = ["token", "target", "strategy", "scheme", "overwrite", "gaps", "factors", "shapes", "part"] as const;

export function askedOf({ token, target, strategy, scheme, overwrite, gaps, factors, shapes, part }: PlanAsked): PlanAsked {
  return { token, target, strategy, scheme, overwrite, gaps, factors, shapes, part };
}

// The options of the view for the options that the server states. Missing options have their
// defaults.
export function askedOptionsOf(options: Partial<Omit<PlanOptions, "strategy">> & { strategy?: string }): Omit<PlanAsked, "token" | "target"> {
  return {
    strategy: options.strategy ?? kDefaultView.strategy,
    scheme: options.scheme ?? "",
    factors: (options.factors ?? []).join(" x "),
    shapes: options.shapes ?? "",
    overwrite: options.allow_input_overwrite ?? false,
    gaps: options.allow_gap_overwrite ?? false,
    part: "",
  };
}

// Whether two views are of one plan.
export function samePlan(a: PlanAsked, b: PlanAsked): boolean {
  return kAsked.every((member) => a[member] === b[member]);
}
