// What could make the candidate on show faster, largest gain first.
import { effect, signal } from "@preact/signals";
import { milliseconds, plainNames } from "../model/format.ts";
import type { Hint } from "../model/types.ts";
import { get } from "../state/api.ts";
import { candidate, plan, selectCandidate, selectStep } from "../state/state.ts";

const kFew = 3;
const hints = signal<Hint[]>([]);
const all = signal(false);

effect(() => {
  const path = `/plans/${plan.value?.id}/candidates/${candidate.value}/hints`;
  hints.value = [];
  all.value = false;
  if (plan.value === null || candidate.value === null) return;
  const wanted = () => path === `/plans/${plan.value?.id}/candidates/${candidate.value}/hints`;
  get<{ hints: Hint[] }>(path).then(
    (found) => wanted() && (hints.value = found.hints),
    () => undefined, // an older export holds none
  );
});

export function Hints() {
  if (hints.value.length === 0) return null;
  const shown = all.value ? hints.value : hints.value.slice(0, kFew);
  return (
    <section class="hints" aria-label="Hints">
      <ul>
        {shown.map((hint, i) => (
          <li key={i}>
            {hint.saves_us !== null && <b>saves {milliseconds(hint.saves_us / 1000)}? </b>}
            {plainNames(hint.text)}
            {hint.candidate !== null && (
              <button type="button" class="link" onClick={() => selectCandidate(hint.candidate ?? 0)}>
                show rank {hint.candidate + 1}
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
      {hints.value.length > kFew && (
        <button type="button" class="link" aria-expanded={all.value} onClick={() => (all.value = !all.value)}>
          {all.value ? "fewer hints" : `${hints.value.length - kFew} more`}
        </button>
      )}
    </section>
  );
}
