// The view as the URL's fragment: a link reproduces what its sender saw.

export interface View {
  token: string;
  target: string;
  strategy: string;
  scheme: string;
  overwrite: boolean;
  candidate: number | null;
  step: number;
  sort: string;
}

export const kDefaultView: View = {
  token: "",
  target: "",
  strategy: "balanced",
  scheme: "",
  overwrite: false,
  candidate: null,
  step: 0,
  sort: "",
};

export function encodeView(view: View): string {
  const params = new URLSearchParams();
  params.set("token", view.token);
  if (view.target !== "") params.set("target", view.target);
  if (view.strategy !== kDefaultView.strategy) params.set("strategy", view.strategy);
  if (view.scheme !== "") params.set("scheme", view.scheme);
  if (view.overwrite) params.set("overwrite", "1");
  if (view.candidate !== null) params.set("candidate", String(view.candidate));
  if (view.step !== 0) params.set("step", String(view.step));
  if (view.sort !== "") params.set("sort", view.sort);
  return `#${params.toString()}`;
}

function index(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export function decodeView(hash: string): View {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  return {
    token: params.get("token") ?? "",
    target: params.get("target") ?? "",
    strategy: params.get("strategy") ?? kDefaultView.strategy,
    scheme: params.get("scheme") ?? "",
    overwrite: params.get("overwrite") === "1",
    candidate: index(params.get("candidate")),
    step: index(params.get("step")) ?? 0,
    sort: params.get("sort") ?? "",
  };
}
