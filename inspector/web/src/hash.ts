// The view as the URL's fragment: a link reproduces what its sender saw.

export const kTabs = ["steps", "strides", "kernel", "compare", "measure", "search", "set"] as const;
export type Tab = (typeof kTabs)[number];

export interface View {
  token: string;
  target: string;
  strategy: string;
  scheme: string;
  overwrite: boolean;
  gaps: boolean; // memory between the elements of the caller's arrays may be overwritten
  factors: string; // that a forced scheme splits into: "4096 x 256"
  candidate: number | null;
  step: number;
  tab: Tab;
  sort: string; // criteria, most important first: "buffers,-in_place"
  filter: string;
  versus: number | null; // the candidate compared with
  versusTarget: string; // whose plan it belongs to; empty: this one's
  line: number; // of the source; 0: none
}

export const kDefaultView: View = {
  token: "",
  target: "",
  strategy: "balanced",
  scheme: "",
  overwrite: false,
  gaps: false,
  factors: "",
  candidate: null,
  step: 0,
  tab: "steps",
  sort: "",
  filter: "",
  versus: null,
  versusTarget: "",
  line: 0,
};

export function encodeView(view: View): string {
  const params = new URLSearchParams();
  params.set("token", view.token);
  if (view.target !== "") params.set("target", view.target);
  if (view.strategy !== kDefaultView.strategy) params.set("strategy", view.strategy);
  if (view.scheme !== "") params.set("scheme", view.scheme);
  if (view.overwrite) params.set("overwrite", "1");
  if (view.gaps) params.set("gaps", "1");
  if (view.factors !== "") params.set("factors", view.factors);
  if (view.candidate !== null) params.set("candidate", String(view.candidate));
  if (view.step !== 0) params.set("step", String(view.step));
  if (view.tab !== kDefaultView.tab) params.set("tab", view.tab);
  if (view.sort !== "") params.set("sort", view.sort);
  if (view.filter !== "") params.set("filter", view.filter);
  if (view.versus !== null) params.set("vs", String(view.versus));
  if (view.versusTarget !== "") params.set("vs_target", view.versusTarget);
  if (view.line !== 0) params.set("line", String(view.line));
  return `#${params.toString()}`;
}

function index(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export function decodeView(hash: string): View {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const tab = kTabs.find((name) => name === params.get("tab"));
  return {
    token: params.get("token") ?? "",
    target: params.get("target") ?? "",
    strategy: params.get("strategy") ?? kDefaultView.strategy,
    scheme: params.get("scheme") ?? "",
    overwrite: params.get("overwrite") === "1",
    gaps: params.get("gaps") === "1",
    factors: params.get("factors") ?? "",
    candidate: index(params.get("candidate")),
    step: index(params.get("step")) ?? 0,
    tab: tab ?? kDefaultView.tab,
    sort: params.get("sort") ?? "",
    filter: params.get("filter") ?? "",
    versus: index(params.get("vs")),
    versusTarget: params.get("vs_target") ?? "",
    line: index(params.get("line")) ?? 0,
  };
}
