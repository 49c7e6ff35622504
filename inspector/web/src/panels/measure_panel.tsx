// The measurement of candidates: its job, a chart, a table, and how the times compare with the
// ranking.
import { effect, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { TimeChart } from "../charts/chart.tsx";
import { against, microseconds, milliseconds, plural, readableBytes } from "../model/format.ts";
import type { Audit, Measurement, Timing } from "../model/types.ts";
import { ColdCaches } from "../parts/cold.tsx";
import { Select } from "../parts/controls.tsx";
import { machineWords, Noise } from "../parts/noise.tsx";
import { ResultBar } from "../parts/result_bar.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { Table } from "../parts/table.tsx";
import { JobBar, StartButton } from "../parts/timing_bar.tsx";
import { standalone } from "../state/archive.ts";
import { job, measure, measureError, measuring, top } from "../state/measure_state.ts";
import { candidate, candidates, measurement, selectCandidate, whyNotTimed } from "../state/state.ts";

const timing = signal<{ since: number; done: number } | null>(null); // when timing began and how much was done then; builds come before
effect(() => {
  const progress = job.value?.progress;
  if (!progress || progress.phase === "build") timing.value = null;
  else timing.value = timing.peek() ?? { since: performance.now(), done: progress.done };
});

// The expected remaining seconds of timing, computed from the time so far.
function remaining(done: number, total: number): string {
  const begun = timing.value;
  if (begun === null || done <= begun.done) return "";
  const each = (performance.now() - begun.since) / (done - begun.done) / 1000;
  const seconds = each * (total - done);
  return seconds < 1 ? "" : `, about ${Math.ceil(seconds)} s left`;
}

function Progress() {
  if (!measuring.value) return null;
  const progress = job.value?.progress;
  return (
    <JobBar
      job={job.value}
      label="Progress of the measurement"
      testid="progress"
      remaining={progress ? remaining(progress.done, progress.total) : ""}
    />
  );
}

function Start() {
  const reason = whyNotTimed.value;
  return (
    <div class="bar">
      <StartButton busy={measuring.value} verb="Measure" words="Measure candidates" onStart={() => void measure()} />
      <label class="inline">
        the first{" "}
        <Select
          name="top"
          value={String(top.value)}
          options={["2", "4", "8", "16", "32", "64"].map((number) => [number, number] as const)}
          onChange={(number) => (top.value = Number(number))}
        />{" "}
        candidates
      </label>
      <ColdCaches />
      <span class="dim">{reason === "" ? "in turn, 30 rounds, medians" : reason}</span>
    </div>
  );
}

// Says which candidate is the fastest. The answer is certain if no other candidate's interval
// overlaps the fastest one's.
export function fastestWords(items: Timing[], audit: Pick<Audit, "fastest" | "winner" | "regret">): string {
  const fastest = items.find((item) => item.candidate === audit.fastest);
  if (fastest === undefined) return "";
  const near = items.filter((item) => item !== fastest && item.samples > 0 && item.low_ms <= fastest.high_ms);
  const slower = audit.fastest === audit.winner ? "" : ` Candidate ${audit.winner}, ranked first, is ${(100 * audit.regret).toFixed(1)} % slower.`;
  if (near.length === 0) return `Candidate ${audit.fastest} is the fastest.${slower}`;
  const others = near.map(({ candidate: index }) => index).join(", ");
  return `Candidate ${audit.fastest} has the least median, which may be chance: ${
    near.length === 1 ? `the interval of candidate ${others} overlaps` : `the intervals of candidates ${others} overlap`
  } its own.${slower}`;
}

function Verdict({ audit, items }: { audit: Audit; items: Timing[] }) {
  const sure = audit.disagreements.length;
  return (
    <p class="note" data-testid="audit">
      {fastestWords(items, audit)}{" "}
      {sure === 0
        ? "No pair is ordered wrongly beyond doubt"
        : `${plural(sure, "pair is", "pairs are")} ordered wrongly beyond doubt (marked ⚠)`}
      ; order and times agree with Kendall’s τ = {audit.kendall_tau.toFixed(2)}.{" "}
      {audit.note !== "" && `Mind: ${audit.note}.`}
    </p>
  );
}

// The predicted time, and how far the measured time is from it.
function Prediction({ item }: { item: Timing }) {
  const us = candidates.value?.items.find((one) => one.candidate === item.candidate)?.predicted_us;
  if (!us) return <>–</>;
  const ratio = (item.median_ms * 1000) / us;
  return (
    <span class={ratio > 2 || ratio < 0.5 ? "warn" : ""} title="the measured median against the prediction">
      {microseconds(us)} <small>{against(item.median_ms, us / 1000)}</small>
    </span>
  );
}

// The times of the steps. Steps are measured separately from the whole plan, so the sum may differ
// from the plan's time.
function StepTimes({ item }: { item: Timing }) {
  const sum = item.step_ms.reduce((total, ms) => total + ms, 0);
  const rest = item.median_ms - sum;
  const apart = Math.abs(rest) > 0.02 * item.median_ms;
  return (
    <>
      {item.step_ms.map(milliseconds).join(" + ")}
      {apart && item.step_ms.length > 0 && (
        <span class="dim" title="the steps are timed one by one, the whole in one go">
          {rest > 0 ? ` + ${milliseconds(rest)} between` : ` − ${milliseconds(-rest)}`}
        </span>
      )}
    </>
  );
}

function csvRows(found: Measurement): (string | number)[][] {
  const steps = Math.max(0, ...found.items.map((item) => item.step_ms.length));
  const head = ["candidate", "median_ms", "low_ms", "high_ms", "best_ms", "samples", "gb_per_s"];
  for (let i = 0; i < steps; i++) head.push(`step${i}_ms`);
  const rows = found.items.map((item) => [
    item.candidate,
    item.median_ms,
    item.low_ms,
    item.high_ms,
    item.best_ms,
    item.samples,
    item.gb_per_s,
    ...Array.from({ length: steps }, (_, i) => item.step_ms[i] ?? ""),
  ]);
  return [head, ...rows];
}

// The times of all candidates. One that has no times says why.
function Times({ items }: { items: Timing[] }) {
  const timed = (item: Timing, words: ComponentChildren) => (item.samples === 0 ? "" : words);
  return (
    <Table
      name="timings"
      rows={items}
      of={(item) => ({
        tabIndex: 0,
        "aria-selected": candidate.value === item.candidate,
        onClick: () => selectCandidate(item.candidate),
        onKeyDown: (event: KeyboardEvent) => event.key === "Enter" && selectCandidate(item.candidate),
      })}
      columns={[
        { head: "Candidate", num: true, cell: (item) => item.candidate },
        { head: "Median", num: true, cell: (item) => timed(item, milliseconds(item.median_ms)) },
        { head: "95 % interval", num: true, cell: (item) => timed(item, `${milliseconds(item.low_ms)} – ${milliseconds(item.high_ms)}`) },
        { head: "Predicted", num: true, cell: (item) => timed(item, <Prediction item={item} />) },
        { head: "Best", num: true, cell: (item) => timed(item, milliseconds(item.best_ms)) },
        { head: "GB/s", num: true, cell: (item) => timed(item, item.gb_per_s.toPrecision(3)) },
        {
          head: "Steps",
          class: "mono",
          cell: (item) =>
            item.samples > 0 ? (
              <StepTimes item={item} />
            ) : (
              <span class={item.error === "" ? "dim" : "error"}>{item.error === "" ? "not measured" : readableBytes(item.error)}</span>
            ),
        },
      ]}
    />
  );
}

export function MeasurePanel() {
  const found = measurement.value;
  const overrated = new Set(found?.audit?.disagreements.map((pair) => pair.ranked_first) ?? []);
  return (
    <>
      {!standalone && <Start />}
      <div aria-live="polite">
        <Progress />
        {measureError.value !== "" && <p class="error">{readableBytes(measureError.value)}</p>}
      </div>
      {found === null && !measuring.value && (
        <p class="note">
          {standalone
            ? "A running inspector measures candidates; this plan was saved without times."
            : "Runs the candidates in turn on this machine’s device and compares their times with the ranking. Nothing is measured yet."}
        </p>
      )}
      {found && (
        <>
          {found.audit && <Verdict audit={found.audit} items={found.items} />}
          <Noise items={found.items} machine={found.machine} />
          <Scroll label="Times" tall>
            <TimeChart items={found.items} overrated={overrated} />
            <Times items={found.items} />
          </Scroll>
          {found.machine && (
            <p class="note" data-testid="machine">
              Meanwhile: {machineWords(found.machine)}.
            </p>
          )}
          <ResultBar found={found} name="times" rows={() => csvRows(found)} />
        </>
      )}
    </>
  );
}
