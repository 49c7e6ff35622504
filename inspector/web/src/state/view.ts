// The view, as one value: the address of the page is this value and nothing else.
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { encodeView, kDefaultView, type View } from "../model/hash.ts";

export const view = signal<View>(kDefaultView);

function member<Key extends keyof View>(key: Key): ReadonlySignal<View[Key]> {
  return computed(() => view.value[key]);
}

export const step = member("step");
export const tab = member("tab");
export const sort = member("sort");
export const filter = member("filter");
export const versus = member("versus");
export const diff = member("diff");
export const line = member("line");
export const beside = member("beside");

// Changes of these are places to come back to; all others replace the address.
const kPlaces = ["tab", "candidate", "step", "versus", "diff"] as const;
const kWalked = new Set(["candidate", "candidate,diff", "step"]);
const kPause = 600; // milliseconds: quicker steps of a walk are one place

let lastPlace = "";
let lastTime = 0;

export type How = "push" | "replace";

export function writeHash(how: How): void {
  const hash = encodeView(view.value);
  if (hash === window.location.hash) return;
  if (how === "push") window.history.pushState(null, "", hash);
  else window.history.replaceState(null, "", hash);
}

// Walking down a list leaves one entry in the history, not one for each row.
function howFor(change: Partial<View>): How {
  const place = kPlaces.filter((key) => key in change && change[key] !== view.value[key]).join();
  if (place === "") return "replace";
  const now = performance.now();
  const goesOn = kWalked.has(place) && place === lastPlace && now - lastTime < kPause;
  lastPlace = place;
  lastTime = now;
  return goesOn ? "replace" : "push";
}

export function show(change: Partial<View>): void {
  const how = howFor(change);
  view.value = { ...view.value, ...change };
  writeHash(how);
}

// The link to what is on show, as a fragment.
export function viewHash(): string {
  return encodeView(view.value);
}
