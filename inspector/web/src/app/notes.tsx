// Remarks on a plan: kept in this browser, and in the files that are saved from here.
import { effect, signal } from "@preact/signals";
import { archive } from "../state/archive.ts";
import { plan } from "../state/state.ts";

export const notes = signal("");

function keyOf(id: string): string {
  return `fft-inspector-notes ${id}`;
}

// A page opened from the disk may have no storage.
function stored(id: string): string {
  try {
    return localStorage.getItem(keyOf(id)) ?? "";
  } catch {
    return "";
  }
}

effect(() => {
  const id = plan.value?.id;
  notes.value = archive.value?.notes ?? (id === undefined ? "" : stored(id));
});

function edit(text: string): void {
  notes.value = text;
  if (plan.value === null || archive.value !== null) return;
  try {
    if (text === "") localStorage.removeItem(keyOf(plan.value.id));
    else localStorage.setItem(keyOf(plan.value.id), text);
  } catch {
    // Then they hold for this visit, and for what is saved in it.
  }
}

export function Notes() {
  return (
    <details class="notes">
      <summary>Notes{notes.value === "" ? "" : ` (${notes.value.length})`}</summary>
      <textarea
        aria-label="Notes on this plan; they stay in this browser and in saved files"
        rows={3}
        value={notes.value}
        placeholder="stay in this browser, and in the files saved from here"
        onInput={(event) => edit(event.currentTarget.value)}
      />
    </details>
  );
}
