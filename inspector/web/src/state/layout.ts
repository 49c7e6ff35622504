// How the page divides the window. It depends on the window's width, the splitters, and the
// maximised panel.
import { signal } from "@preact/signals";

// Whether the window is large enough to show the drawing of the plan beside every tab.
const query = globalThis.matchMedia?.("(min-width: 1500px) and (min-height: 850px)");
export const wide = signal(query?.matches ?? false);
query?.addEventListener("change", (event) => (wide.value = event.matches));

export const maximised = signal(""); // name of the panel; empty: none

export interface Splits {
  columns: number; // percent of the width that the left column takes
  rows: number; // percent of the left column's height that the candidates take at least
}

const kKey = "fft-inspector-splits";
const kUsual: Splits = { columns: 46, rows: 20 };

// The page may have no storage, for example if it is a file on the disk.
function stored(): Splits {
  try {
    return { ...kUsual, ...(JSON.parse(localStorage.getItem(kKey) ?? "{}") as Partial<Splits>) };
  } catch {
    return kUsual;
  }
}

export const splits = signal<Splits>(stored());

export function setSplit(name: keyof Splits, percent: number): void {
  splits.value = { ...splits.value, [name]: Math.round(Math.min(75, Math.max(20, percent))) };
  try {
    localStorage.setItem(kKey, JSON.stringify(splits.value));
  } catch {
    // Without storage the layout lasts until the page is closed.
  }
}

export function resetSplit(name: keyof Splits): void {
  setSplit(name, kUsual[name]);
}
