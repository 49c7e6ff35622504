// A table of problems by targets, coloured by how near each plan comes to the roof of memory.
import { computed } from "@preact/signals";
import { milliseconds, plural, shape } from "../model/format.ts";
import { askedOptionsOf } from "../model/hash.ts";
import type { PlanSummary } from "../model/types.ts";
import { Scroll } from "../parts/scroll.tsx";
import { standalone } from "../state/archive.ts";
import {
  cellKey,
  cells,
  fillSet,
  filling,
  lengthsText,
  leftOutOfSet,
  parseSet,
  predictedRegret,
  setError,
  shareOfRoof,
  stopSet,
} from "../state/plan_set.ts";
import { editToken } from "../state/request.ts";
import { plan, submit, targets } from "../state/state.ts";
import { show } from "../state/view.ts";

const kWorthwhile = 0.03; // smaller regrets are noise of the model

const rows = computed(() => {
  try {
    return parseSet(lengthsText.value);
  } catch {
    return [];
  }
});

async function openPlan(summary: PlanSummary): Promise<void> {
  editToken(summary.token);
  await submit({ target: summary.target.name, ...askedOptionsOf(summary.options) });
  show({ tab: "steps" });
}

function Cell({ found }: { found: PlanSummary | string | undefined }) {
  if (found === undefined) return <td />;
  if (typeof found === "string") {
    return (
      <td class="refused-cell" title={found}>
        none
      </td>
    );
  }
  const share = shareOfRoof(found);
  const regret = predictedRegret(found);
  const level = Math.min(4, Math.floor(share * 5));
  return (
    <td class={`share s${level}`}>
      <button
        type="button"
        class="cell"
        title={`${milliseconds(found.predicted_us / 1000)} predicted`}
        onClick={() => void openPlan(found)}
      >
        {Math.round(100 * share)} %
        {regret > kWorthwhile && (
          <span
            class="warn"
            role="img"
            aria-label={`another candidate is predicted ${Math.round(100 * regret)} % faster`}
          >
            ⚠
          </span>
        )}
        <small>{plural(found.kernels, "kernel")}</small>
      </button>
    </td>
  );
}

export function SetPanel() {
  if (standalone) return <p class="note">A running inspector plans whole sets of problems.</p>;
  const names = targets.value.map(({ name }) => name);
  return (
    <>
      <div class="bar tools">
        <label class="grow">
          <span>Lengths</span>
          <input
            type="text"
            name="set"
            value={lengthsText.value}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => show({ set: event.currentTarget.value })}
          />
        </label>
        <button
          type="button"
          onClick={() => (filling.value ? stopSet() : void fillSet(names))}
        >
          {filling.value ? "Stop" : "Plan all"}
        </button>
      </div>
      {setError.value !== "" && <p class="error">{setError.value}</p>}
      <p class="note">
        The {plan.value?.problem.type.replace("_", " ")} problem on show with other lengths, for every
        target: the share of the predicted time that one read of the input and one write of the output
        would take. ⚠ marks plans for which another candidate is predicted to
        be faster. A click opens the plan.
      </p>
      {leftOutOfSet.value.length > 0 && (
        <p class="note" data-testid="left-out-of-set">
          Left out at other lengths than the problem’s own: {leftOutOfSet.value.join(", ")}.
        </p>
      )}
      <Scroll label="Plans by lengths and targets" tall>
        <table class="plan-set" aria-busy={filling.value}>
          <thead>
            <tr>
              <th>Lengths</th>
              {names.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.value.map((lengths) => (
              <tr key={lengths.join("x")}>
                <th scope="row">{shape(lengths)}</th>
                {names.map((name) => (
                  <Cell key={name} found={cells.value.get(cellKey(lengths, name))} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
