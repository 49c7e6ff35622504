// "Why not there?": the decision function's answers for one kernel and every pair of input and
// output buffer.
import { signal } from "@preact/signals";
import { buffer, count, plainNames } from "../model/format.ts";
import type { Verdict, Verdicts } from "../model/types.ts";
import { WhatIf } from "../parts/what_if.tsx";
import { resource } from "../state/resource.ts";
import { plan, selectedStep } from "../state/state.ts";
import { tab } from "../state/view.ts";
import { mayGo } from "../state/what_if.ts";

const found = resource<Verdicts>(() => {
  const leaf = selectedStep.value?.leaf;
  return tab.value === "search" && plan.value !== null && leaf !== undefined
    ? `/plans/${plan.value.id}/leaves/${leaf}/verdicts`
    : null;
});
const chosen = signal("");

interface Way {
  key: string;
  from: string;
  to: string;
  verdicts: Verdict[];
}

function wordsOf({ from, to, verdicts }: Way): string {
  const tries = verdicts.reduce((sum, verdict) => sum + verdict.tries, 0);
  const valid = verdicts.reduce((sum, verdict) => sum + verdict.valid, 0);
  const way = from === to ? `In place in ${buffer(from)}` : `From ${buffer(from)} to ${buffer(to)}`;
  if (tries === 0) {
    return `${way}: never tried. No valid choice before brings the data into ${buffer(from)}, or ${buffer(to)} is not on offer to this kernel.`;
  }
  const reasons = verdicts.flatMap((verdict) => verdict.refusals.map(({ reason }) => reason));
  const why = [...new Set(reasons)].join("; ");
  return `${way}: valid in ${count(valid)} of ${count(tries)} tries${why === "" ? "" : `. Refused because: ${plainNames(why)}`}.`;
}

function Cell({ way }: { way: Way }) {
  const tries = way.verdicts.some((verdict) => verdict.tries > 0);
  const valid = way.verdicts.some((verdict) => verdict.valid > 0);
  const mark = !tries ? "·" : valid ? "✓" : "✗";
  const kind = !tries ? "untried" : valid ? "valid" : "refused";
  return (
    <td>
      <button
        type="button"
        class={`verdict-cell ${kind}`}
        aria-pressed={chosen.value === way.key}
        aria-label={`${way.from} to ${way.to}: ${kind}`}
        title={wordsOf(way)}
        onClick={() => (chosen.value = way.key)}
      >
        {mark}
      </button>
    </td>
  );
}

export function VerdictMatrix() {
  const shown = found.value.value;
  if (shown === null || shown.buffers.length === 0) return null;
  const wayOf = (from: string, to: string): Way => ({
    key: `${from} ${to}`,
    from,
    to,
    verdicts: shown.verdicts.filter((one) => one.in_buffer === from && one.out_buffer === to),
  });
  const ways = shown.buffers.flatMap((from) => shown.buffers.map((to) => wayOf(from, to)));
  const now =
    ways.find((way) => way.key === chosen.value) ??
    ways.find((way) => way.verdicts.length > 0 && way.verdicts.every(({ valid }) => valid === 0)) ??
    ways.find((way) => way.verdicts.length > 0);
  return (
    <div class="verdicts">
      <table>
        <caption class="hidden-text">Ways of node {shown.node} between buffers</caption>
        <thead>
          <tr>
            <th>reads ↓ writes →</th>
            {shown.buffers.map((name) => (
              <th key={name} class={name.toLowerCase()}>
                {buffer(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.buffers.map((from) => (
            <tr key={from}>
              <th scope="row" class={from.toLowerCase()}>
                {buffer(from)}
              </th>
              {shown.buffers.map((to) => (
                <Cell key={to} way={wayOf(from, to)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {now && (
        <p class="note" data-testid="verdict">
          {wordsOf(now)}{" "}
          {now.verdicts.every(({ valid }) => valid === 0) && (
            <WhatIf
              label="Which option would allow it?"
              about={`${shown.leaf} ${now.key}`}
              wish={mayGo(shown.leaf, now.from, now.to)}
              none="No strategy and no right to overwrite allows it."
            />
          )}
        </p>
      )}
    </div>
  );
}
