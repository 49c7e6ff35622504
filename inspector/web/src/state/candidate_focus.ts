// Scrolls to a candidate's row in the table, and gives it the keyboard focus.
import { visibleItems } from "./columns.ts";
import { kLong, reveal } from "./rows_in_sight.ts";
import { selectCandidate } from "./state.ts";

// Scrolls a long table to the row of a candidate.
export function revealCandidate(index: number): void {
  const frame = document.querySelector<HTMLElement>(".candidates-panel > .scroll");
  const items = visibleItems.peek();
  const at = items.findIndex((item) => item.candidate === index);
  if (frame !== null && at >= 0 && items.length > kLong) reveal(frame, at);
}

export function focusCandidate(index: number): void {
  selectCandidate(index);
  revealCandidate(index);
  // Waits for the next frame, since the row may not be drawn yet.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-candidate="${index}"]`)?.focus());
}
