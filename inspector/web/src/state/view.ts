// The view as one value. The page's address holds this value and nothing else.
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

// Changes of these members make a new entry in the browser's history. Other changes replace the
// current entry.
const kPlaces = ["tab", "candidate", "step", "versus", "diff"] as const;
const kWalked = new Set(["candidate", "candidate,diff", "step"]);
const kPause = 600; // milliseconds; quicker changes of the same members share an entry

let lastPlace = "";
let lastTime = 0;

export type How = "push" | "replace";

export function writeHash(how: How): void {
  const hash = encodeView(view.value);
  if (hash === window.location.hash) return;
  if (how === "push") window.history.pushState(null, "", hash);
  else window.history.replaceState(null, "", hash);
}

// Whether a change makes a new history entry. Walking down a list makes one entry, not one for each
// row.
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

// The fragment of the link to the current view.
export function viewHash(): string {
  return encodeView(view.value);
}
