// A table of where the time goes. Each step has its prediction by cause, its measured time, and the
// difference.
import { gapOf, kParts, partsOf, partWords, sharesOf, storyOf, sumOf, totalOf, type Parts } from "../model/cost.ts";
import { microseconds, stepName } from "../model/format.ts";
import type { Step } from "../model/types.ts";
import { Table } from "../parts/table.tsx";
import { codeOf } from "../state/code_state.ts";
import { candidate, detail, measurement, plan, run, selectStep, shownTimes, timings } from "../state/state.ts";
import { step } from "../state/view.ts";

interface BarProps {
  parts: Parts;
  measured: number | undefined; // median in microseconds
  most: number; // microseconds of the full width
}

function Bar({ parts, measured, most }: BarProps) {
  const words = partWords(plan.value?.target.dialect ?? "");
  return (
    <div class="cost-bar">
      <div class="cost-parts">
        {kParts
          .filter((name) => parts[name] > 0)
          .map((name) => (
            <span
              key={name}
              class={`part ${name}`}
              style={{ width: `${(100 * parts[name]) / most}%` }}
              title={`${words[name]}: ${microseconds(parts[name])}`}
            />
          ))}
      </div>
      {measured !== undefined && (
        <div class="cost-measured" style={{ width: `${(100 * measured) / most}%` }} title={`measured: ${microseconds(measured)}`} />
      )}
    </div>
  );
}

// The spread of the shown candidate's measured times, relative to their median.
function spread(): number {
  const timing = timings.value.get(candidate.value ?? -1);
  return timing?.samples ? (timing.high_ms - timing.low_ms) / timing.median_ms : 0;
}

// The measurement's warning about the processors' clock. Empty if there is none or the target is a
// GPU.
function clock(): string {
  if (run.value !== null || plan.value?.target.dialect !== "host") return "";
  return measurement.value?.machine?.warnings.find((warning) => warning.includes("clock")) ?? "";
}

function Why({ item, at, parts, measured }: { item: Step; at: number; parts: Parts; measured: number | undefined }) {
  const made = plan.value;
  if (made === null) return null;
  if (measured === undefined) return <>{sharesOf(parts, made.target.dialect)}</>;
  const spilled = codeOf(at)?.statistics?.spilled_registers ?? 0;
  const { target } = made;
  const { precision } = made.problem;
  const gap = gapOf({ step: item, parts, target, precision, measured, spread: spread(), spilled, clock: clock() });
  return <span class={gap.near ? "dim" : ""}>{gap.words}</span>;
}

function Legend({ sum }: { sum: Parts }) {
  const words = partWords(plan.value?.target.dialect ?? "");
  const shown = kParts.filter((name) => sum[name] > 0.004 * totalOf(sum));
  return (
    <ul class="cost-legend">
      {shown.map((name) => (
        <li key={name}>
          <span class={`part ${name}`} />
          {words[name]}
        </li>
      ))}
      {shownTimes.value && (
        <li>
          <span class="cost-measured" />
          measured
        </li>
      )}
    </ul>
  );
}

export function CostSection() {
  const made = plan.value;
  const steps = detail.value?.steps ?? [];
  const all = steps.map((item) => partsOf(item, made?.target.bandwidth_gbs ?? 0));
  const known = all.filter((parts) => parts !== null);
  if (made === null || known.length === 0 || known.length < all.length) return null;
  const times = shownTimes.value?.steps.map((ms) => ms * 1000);
  const most = Math.max(...known.map(totalOf), ...(times ?? []));
  const sum = sumOf(known);
  return (
    <section class="cost" aria-label="Where the time goes">
      <h3>Where the time goes</h3>
      <p class="note" data-testid="cost-story">
        {storyOf(sum, made.roof_us, steps.length, made.target.dialect)}
      </p>
      <Table
        name="cost-table"
        rows={steps.map((item, at) => ({ item, parts: known[at] ?? sum, us: times?.[at] }))}
        of={(_, at) => ({ "aria-selected": step.value === at, "data-cost": at, onClick: () => selectStep(at) })}
        columns={[
          {
            head: "Step",
            class: "nowrap",
            cell: ({ item }, at) => (
              <>
                {at} <b>{stepName(item)}</b>
              </>
            ),
          },
          { head: "Predicted", num: true, cell: ({ parts }) => microseconds(totalOf(parts)) },
          times && { head: "Measured", num: true, cell: ({ us }) => (us === undefined ? "–" : microseconds(us)) },
          { head: <span class="hidden-text">Bar</span>, class: "bars", cell: ({ parts, us }) => <Bar parts={parts} measured={us} most={most} /> },
          {
            head: times ? "Measured against predicted" : "Predicted to be",
            class: "why",
            cell: ({ item, parts, us }, at) => <Why item={item} at={at} parts={parts} measured={us} />,
          },
        ]}
      />
      <Legend sum={sum} />
    </section>
  );
}
