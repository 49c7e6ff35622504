// Brings the row of a candidate in its table into sight, and gives it the keyboard.
import { visibleItems } from "./columns.ts";
import { kLong, reveal } from "./rows_in_sight.ts";
import { selectCandidate } from "./state.ts";

// Brings the row of a candidate into sight, where the table is long.
export function revealCandidate(index: number): void {
  const frame = document.querySelector<HTMLElement>(".candidates-panel > .scroll");
  const items = visibleItems.peek();
  const at = items.findIndex((item) => item.candidate === index);
  if (frame !== null && at >= 0 && items.length > kLong) reveal(frame, at);
}

export function focusCandidate(index: number): void {
  selectCandidate(index);
  revealCandidate(index);
  // The row may not be drawn yet.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-candidate="${index}"]`)?.focus());
}
