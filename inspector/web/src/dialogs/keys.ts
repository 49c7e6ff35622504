// The table of all keys of the page. The help dialog lists it, and the document's listener obeys
// it.
import { kTabs } from "../model/hash.ts";
import { focusCandidate } from "../state/candidate_focus.ts";
import { visibleItems } from "../state/columns.ts";
import { helpOpen } from "../state/dialogs_state.ts";
import { maximised } from "../state/layout.ts";
import { clearMarks } from "../state/marks.ts";
import { candidate, compareWith, detail, selectStep, swapSides } from "../state/state.ts";
import { show, step } from "../state/view.ts";

interface Key {
  keys: string[];
  does: string;
  run: (key: string) => void;
}

function moveCandidate(by: number): void {
  const items = visibleItems.value;
  const at = items.findIndex((item) => item.candidate === candidate.value);
  const next = items[at + by];
  if (next !== undefined) focusCandidate(next.candidate);
}

function moveStep(by: number): void {
  const next = step.value + by;
  if (next >= 0 && next < (detail.value?.steps.length ?? 0)) selectStep(next);
}

function compareNext(): void {
  const items = visibleItems.value;
  const at = items.findIndex((item) => item.candidate === candidate.value);
  const other = items[at === 0 ? 1 : at - 1];
  if (other !== undefined) compareWith([String(other.candidate)]);
}

function focus(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus();
}

export const kKeys: Key[] = [
  { keys: ["/"], does: "filter the candidates", run: () => focus("#filter") },
  { keys: ["e"], does: "edit the token", run: () => focus("#token") },
  { keys: ["t"], does: "go to the plan tree", run: () => focus('.tree [tabindex="0"]') },
  { keys: ["c"], does: "go to the candidates", run: () => focus('.candidates tr[tabindex="0"]') },
  { keys: ["j"], does: "next candidate", run: () => moveCandidate(1) },
  { keys: ["k"], does: "candidate before", run: () => moveCandidate(-1) },
  { keys: ["]"], does: "next step", run: () => moveStep(1) },
  { keys: ["["], does: "step before", run: () => moveStep(-1) },
  {
    keys: kTabs.map((_, i) => String(i + 1)),
    does: `show ${kTabs.join(", ")}`,
    run: (key) => show({ tab: kTabs[Number(key) - 1] ?? "steps" }),
  },
  { keys: ["v"], does: "compare with the candidate before (or after the first)", run: compareNext },
  { keys: ["x"], does: "swap the two sides of the comparison", run: swapSides },
  { keys: ["?"], does: "show these keys", run: () => (helpOpen.value = true) },
  {
    keys: ["m"],
    does: "use the whole window for the tab on show, or no more",
    run: () => (maximised.value = maximised.value === "" ? "details" : ""),
  },
  {
    keys: ["Escape"],
    does: "close what is open",
    run: () => {
      maximised.value = "";
      clearMarks();
    },
  },
];

// Whether the user is typing into a field, which then receives the keys.
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input:not([type=checkbox], [type=file]), select, textarea");
}

export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape" && isTyping(event.target)) (event.target as HTMLElement).blur();
    // An open dialog receives all keys; Escape closes it.
    if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
    const found = kKeys.find(({ keys }) => keys.includes(event.key));
    if (found === undefined) return;
    event.preventDefault();
    found.run(event.key);
  });
}
