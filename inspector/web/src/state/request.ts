// The request as it is typed: the token, a form with the same content, the target and the options.
import { batch, computed, signal } from "@preact/signals";
import { FieldError, formOf, layoutOf, parseNumbers, problemOf, withField, withoutLayout, type Form } from "../model/form.ts";
import { askedOf, kDefaultView, samePlan, type PlanAsked } from "../model/hash.ts";
import type { PlanSummary, Problem } from "../model/types.ts";
import { tokenOf } from "../model/token_text.ts";
import { ApiError, post } from "./api.ts";
import { view } from "./view.ts";

const kEmptySide = { format: "CI", strides: "", distance: "", offsets: "", ranges: "" };

export const request = signal<PlanAsked>(askedOf(kDefaultView));
export const form = signal<Form>({
  type: "complex_forward",
  lengths: "1048576",
  kinds: "",
  precision: "single",
  placement: "op",
  batch: "1",
  scale: "1",
  callbacks: false,
  window: false,
  function: "none",
  loops: "",
  input: kEmptySide,
  output: kEmptySide,
});
export const requestError = signal<{ field: string; detail: string; proposed?: unknown } | null>(null);
export const formIsNewer = signal(false); // whether the form was edited and the token does not show the edit yet
export const formOpen = signal(false);
// Whether the token is a chain's, which the form cannot show.
export const isChain = signal(false);

// The shown plan's token with its full layout. The view has the short token.
export const plannedToken = signal("");

// Whether the typed request differs from that of the shown plan.
export const edited = computed(() => {
  const planned = view.value;
  if (planned.token === "") return false;
  const text = request.value.token.trim();
  const token = text === plannedToken.value ? planned.token : text;
  return formIsNewer.value || !samePlan({ ...request.value, token }, planned);
});

let pending: ReturnType<typeof setTimeout> | undefined;
let edits = 0; // the number of edits; answers to earlier edits are ignored

interface Completed {
  token: string;
  problem: Problem;
  chain?: boolean;
}

export function showError(error: unknown): void {
  const field = error instanceof ApiError || error instanceof FieldError ? error.field : "";
  const proposed = error instanceof ApiError ? error.proposed : undefined;
  requestError.value = { field, detail: error instanceof Error ? error.message : String(error), proposed };
  // Opens the folded form if it has the faulty field.
  if (field !== "" && field !== "token" && field !== "target") formOpen.value = true;
}

const kOptionFields = ["token", "target", "strategy", "scheme", "shapes"];

// The value that the server proposes for the faulty field, in words, and the change that takes it.
// Null if the page cannot set the field.
export const proposal = computed((): { words: string; form: Form | null; option: string } | null => {
  const error = requestError.value;
  if (error === null) return null;
  const name = error.field.replace(/^options\./, "");
  const isEmpty = Array.isArray(error.proposed) && error.proposed.length === 0; // an empty list of strides means packed strides
  if (error.proposed === undefined || error.proposed === null || isEmpty) {
    const packed = /^(in|out)put\.(strides|distance|offsets)$/.test(name) ? withField(form.value, name, "") : null;
    return packed && { words: `packed ${name.replace(".", " ")}`, form: packed, option: "" };
  }
  const text = Array.isArray(error.proposed) ? error.proposed.join(", ") : String(error.proposed);
  const words = `${name.replace(/[._]/g, " ")} ${text}`;
  if (kOptionFields.includes(name)) return { words, form: null, option: name };
  const changed = withField(form.value, error.field, error.proposed);
  return changed === null ? null : { words, form: changed, option: "" };
});

// Puts the proposed value into the request. Returns false if there is no proposal.
export function takeProposal(): boolean {
  const taken = proposal.value;
  if (taken === null) return false;
  if (taken.form !== null) {
    form.value = taken.form;
    formIsNewer.value = true;
  } else {
    editOptions({ [taken.option]: String(requestError.value?.proposed) });
  }
  return true;
}

// Fills the form from a completed problem, unless it is edited meanwhile. Returns the token of the
// same problem with packed layouts.
export async function fillForm(problem: Problem): Promise<string> {
  isChain.value = false;
  const edit = edits;
  const packed = await post<Completed>("/problems", { problem: withoutLayout(problem) }).catch(
    // Without its layout the problem may be invalid, for example in place with different formats.
    // The form then shows the layout.
    () => ({ token: "", problem }),
  );
  if (edit === edits) form.value = formOf(problem, packed.problem);
  return packed.token;
}

// The full token for a token; "" if the server refuses it.
export async function completedToken(token: string): Promise<string> {
  const completed = await post<Completed>("/problems", { token }).catch(() => null);
  return completed?.token ?? "";
}

// Fills the form from the server's answer about a token.
async function showCompleted({ problem, chain = false }: Completed): Promise<void> {
  if (chain) isChain.value = true;
  else await fillForm(problem);
}

// Sends the typed text to the server once typing pauses. `apply` gets the completed problem.
function check(body: () => unknown, apply: (completed: Completed) => void): void {
  clearTimeout(pending);
  const edit = ++edits;
  const ask = async () => {
    try {
      const completed = await post<Completed>("/problems", body());
      if (edit !== edits) return;
      requestError.value = null;
      apply(completed);
    } catch (error) {
      if (edit !== edits) return;
      showError(error);
      if (!formIsNewer.value) await formOfRefused(request.value.token.trim());
    }
  };
  pending = setTimeout(() => void ask(), 200);
}

// Ends the checks of the typed text: answers that are still to come are ignored.
export function settle(): void {
  clearTimeout(pending);
  edits += 1;
}

// Shows a token whose layout is refused as a form, which can mark faulty fields and offer other
// values.
async function formOfRefused(token: string): Promise<void> {
  const { packed, input, output } = layoutOf(token);
  const error = requestError.value;
  if (packed === token || !/^(in|out)put\./.test(error?.field ?? "")) return;
  const edit = edits;
  const base = await post<Completed>("/problems", { token: packed }).catch(() => null);
  if (base === null || edit !== edits) return;
  const plain = formOf(base.problem, base.problem);
  form.value = { ...plain, input: { ...plain.input, ...input }, output: { ...plain.output, ...output } };
  await post("/problems", { problem: problemOf(form.value) }).catch((refused: unknown) => {
    if (edit === edits && requestError.value === error) showError(refused);
  });
}

// Fills the form from a token that was not typed, such as a link's, and could not be planned.
export async function formFromToken(): Promise<void> {
  if (formIsNewer.value) return;
  const completed = await post<Completed>("/problems", { token: tokenOf(request.value.token) }).catch(
    () => null, // the plan's error is already shown
  );
  if (completed !== null) await showCompleted(completed);
  else await formOfRefused(request.value.token.trim());
}

export function editToken(text: string): void {
  request.value = { ...request.value, token: text, part: "" };
  formIsNewer.value = false;
  check(
    () => ({ token: tokenOf(text) }),
    (completed) => void showCompleted(completed),
  );
}

export function editForm(next: Form): void {
  batch(() => {
    form.value = next;
    formIsNewer.value = true;
  });
  check(
    () => ({ problem: problemOf(next) }),
    (completed) => {
      batch(() => {
        request.value = { ...request.value, token: completed.token };
        formIsNewer.value = false;
      });
    },
  );
}

export function editOptions(change: Partial<PlanAsked>): void {
  request.value = { ...request.value, ...change };
}

export function optionsOf(asked: PlanAsked): Record<string, unknown> {
  return {
    strategy: asked.strategy,
    allow_input_overwrite: asked.overwrite,
    allow_gap_overwrite: asked.gaps,
    ...(asked.scheme === "" ? {} : { scheme: asked.scheme }),
    ...(asked.factors.trim() === "" ? {} : { factors: parseNumbers("options.factors", asked.factors) }),
    ...(asked.shapes.trim() === "" ? {} : { shapes: asked.shapes.trim() }),
  };
}

// The member of a request that names the plan of a chain.
export function partOf({ part }: PlanAsked): { part?: number } {
  return /^\d{1,9}$/.test(part) ? { part: Number(part) } : {};
}

// Sends the request for the plan. It has the form's problem if the form is newer than the token,
// otherwise the token.
export function postPlan(asked: PlanAsked): Promise<PlanSummary> {
  return post<PlanSummary>("/plans", {
    ...(formIsNewer.value ? { problem: problemOf(form.value) } : { token: tokenOf(asked.token) }),
    ...(asked.target === "" ? {} : { target: asked.target }),
    options: optionsOf(asked),
    ...partOf(asked),
  });
}
