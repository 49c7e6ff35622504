// The plans of running programs, live. A click shows a plan as the program has it.
import { useEffect, useRef } from "preact/hooks";
import { shortToken } from "../model/form.ts";
import { count, microseconds } from "../model/format.ts";
import { askedOptionsOf } from "../model/hash.ts";
import type { ProgramPlan } from "../model/types.ts";
import { Scroll } from "../parts/scroll.tsx";
import { keyOf, programs, programsOpen, rates } from "../state/programs_state.ts";
import { editToken } from "../state/request.ts";
import { submit } from "../state/state.ts";
import { show } from "../state/view.ts";

async function open(one: ProgramPlan): Promise<void> {
  programsOpen.value = false;
  editToken(one.token);
  const made = await submit({ target: one.target, ...askedOptionsOf(one.options) });
  if (made && one.candidate > 0) show({ candidate: one.candidate });
}

// "3 s ago", "2 h ago".
export function ago(then: number, now: number): string {
  if (then === 0) return "never";
  const seconds = Math.max(0, (now - then) / 1000);
  if (seconds < 2) return "now";
  if (seconds < 120) return `${Math.round(seconds)} s ago`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min ago`;
  return `${Math.round(seconds / 3600)} h ago`;
}

function Row({ one }: { one: ProgramPlan }) {
  const rate = rates.value.get(keyOf(one)) ?? 0;
  return (
    <tr class={one.running ? "" : "dim"}>
      <td class="nowrap">
        {one.program || "?"} <small>{one.pid}</small>
        {!one.running && <span class="tag">ended</span>}
      </td>
      <td>
        <button type="button" class="link mono" onClick={() => void open(one)}>
          {shortToken(one.token)}
        </button>{" "}
        <span class="dim">
          {one.target}
          {one.candidate > 0 && `, candidate ${one.candidate}`}
        </span>
      </td>
      <td class="num">
        {count(one.executions)}
        {rate > 0 && <small> {rate >= 10 ? count(Math.round(rate)) : rate.toFixed(1)}/s</small>}
      </td>
      <td class="num">{one.call_us === null ? "–" : microseconds(one.call_us)}</td>
      <td class="num">{microseconds(one.predicted_us)}</td>
      <td class="num">{ago(one.last_ms, Date.now())}</td>
    </tr>
  );
}

export function ProgramsDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (programsOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [programsOpen.value]);
  const shown = programs.value;
  return (
    <dialog ref={dialog} class="links programs" aria-labelledby="programs-title" onClose={() => (programsOpen.value = false)}>
      <h2 id="programs-title">Running programs</h2>
      <p class="note">
        Plans of programs that run with <code>FFT_TRACE_DIR={shown?.folder}</code>, the last used first. A call is one <i>Execute</i>: on a
        GPU the time of enqueueing, on a CPU that of the transform.
      </p>
      {shown?.plans.length === 0 && <p class="note">No program has made a plan there yet.</p>}
      {shown !== null && shown.plans.length > 0 && (
        <Scroll label="Plans of running programs">
          <table data-testid="programs">
            <thead>
              <tr>
                <th>Program</th>
                <th>Plan</th>
                <th class="num">Executed</th>
                <th class="num">A call</th>
                <th class="num">Predicted</th>
                <th class="num">Last</th>
              </tr>
            </thead>
            <tbody>
              {shown.plans.map((one) => (
                <Row key={keyOf(one)} one={one} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
      {shown !== null && shown.left_out > 0 && <p class="note">{count(shown.left_out)} older plans are left out.</p>}
      <button type="button" onClick={() => (programsOpen.value = false)}>
        Close
      </button>
    </dialog>
  );
}
