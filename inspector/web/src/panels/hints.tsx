// Hints that could make the shown candidate faster, the largest gain first.
import { signal } from "@preact/signals";
import { milliseconds, plainNames, readableBytes } from "../model/format.ts";
import type { Hint } from "../model/types.ts";
import { resource } from "../state/resource.ts";
import { candidate, plan, selectCandidate, selectStep } from "../state/state.ts";

const kFew = 3;
const all = signal(false);
const hints = resource<{ hints: Hint[] }>(() =>
  plan.value !== null && candidate.value !== null ? `/plans/${plan.value.id}/candidates/${candidate.value}/hints` : null,
);

export function Hints() {
  const found = hints.value.value?.hints ?? []; // older exports have no hints
  if (found.length === 0) return null;
  const shown = all.value ? found : found.slice(0, kFew);
  return (
    <section class="hints" aria-label="Hints">
      <ul>
        {shown.map((hint, i) => (
          <li key={i}>
            {hint.saves_us !== null && <b>saves {milliseconds(hint.saves_us / 1000)}? </b>}
            {readableBytes(plainNames(hint.text))}
            {hint.candidate !== null && (
              <button type="button" class="link" onClick={() => selectCandidate(hint.candidate ?? 0)}>
                show candidate {hint.candidate}
              </button>
            )}
            {hint.step !== null && hint.candidate === null && (
              <button type="button" class="link" onClick={() => selectStep(hint.step ?? 0)}>
                show step {hint.step}
              </button>
            )}
          </li>
        ))}
      </ul>
      {found.length > kFew && (
        <button type="button" class="link" aria-expanded={all.value} onClick={() => (all.value = !all.value)}>
          {all.value ? "fewer hints" : `${found.length - kFew} more`}
        </button>
      )}
    </section>
  );
}
