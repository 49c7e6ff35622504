// Executes the shown candidate on this machine's device.
import { useEffect, useState } from "preact/hooks";
import { bytes, error, milliseconds, readableBytes } from "../model/format.ts";
import type { RunResult } from "../model/types.ts";
import { machineWords } from "../parts/noise.tsx";
import { Surprise } from "../parts/surprise.tsx";
import { openJobs } from "../state/measure_state.ts";
import { cancelRun, deviceTarget, plan, run, runError, running, runPlan, stale, whyNotTimed } from "../state/state.ts";

function Result({ result }: { result: RunResult }) {
  const { error: figures } = result;
  const { warnings } = result.machine;
  const gate =
    `gate ${figures.constant} · u · √log₂N = ${error(figures.gate_l2)}, ` +
    `reference in ${figures.reference}`;
  return (
    <div class="result" data-testid="run-result">
      <span class={figures.passed ? "verdict good" : "verdict bad"}>
        {figures.passed ? "✓ pass" : "✗ fail"}
      </span>
      <span title={gate}>
        L2 error <b data-testid="l2">{error(figures.l2)}</b>
        <span class="dim"> ≤ {error(figures.gate_l2)}</span>
      </span>
      <span title={gate}>
        L∞ <b>{error(figures.linf)}</b>
        <span class="dim"> ≤ {error(figures.gate_linf)}</span>
      </span>
      <span title={`${result.repeats} executions, ${milliseconds(result.min_ms)} to ${milliseconds(result.max_ms)}`}>
        Median of this run <b data-testid="median">{milliseconds(result.median_ms)}</b>
        <span class="dim"> of {result.repeats}</span>
      </span>
      <span>
        <b>{result.gb_per_s.toPrecision(3)}</b> GB/s
      </span>
      {result.cold_caches && <span>cold caches</span>}
      <Surprise measured={result.median_ms} />
      <span class="dim">
        built in {milliseconds(result.build_ms)}, {bytes(result.device_bytes)} on {result.device}
      </span>
      {warnings.length > 0 && (
        <span class="warn" data-testid="run-noise" title={machineWords(result.machine)}>
          ⚠ {warnings.join("; ")}
        </span>
      )}
    </div>
  );
}

export function RunButton() {
  if (plan.value === null) return null;
  const here = deviceTarget.value;
  const elsewhere = here !== "" && plan.value.target.name !== here;
  const why = whyNotTimed.value;
  const title = stale.value
    ? "what is typed is not planned yet"
    : elsewhere
      ? `plans for ${here}, this machine’s device, first`
      : "executes the selected candidate with random input: time, and error against a reference";
  return (
    <button
      type="button"
      class={stale.value ? "run-button" : "run-button primary"}
      disabled={running.value !== null || why !== "" || stale.value}
      title={why === "" ? title : why}
      onClick={() => void runPlan()}
    >
      {running.value !== null ? "Running…" : elsewhere ? `Plan and run on ${here}` : "Run"}
    </button>
  );
}

// A run in progress: the time so far, what it waits for, and a button that cancels it.
function Underway({ since }: { since: number }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const first = openJobs.value.find(({ state }) => state === "running");
  return (
    <div class="run" data-testid="running">
      <progress aria-label="The run" />
      <span>
        {first ? "Another job of the device runs first" : "Compiles the kernels, runs them and checks the result"};{" "}
        {Math.max(0, Math.round((now - since) / 1000))} s so far
      </span>
      <button type="button" onClick={cancelRun}>
        Cancel
      </button>
    </div>
  );
}

export function RunOutcome() {
  if (running.value !== null) return <Underway since={running.value} />;
  if (runError.value === "" && run.value === null) return null;
  return (
    <div class="run" aria-live="polite">
      {runError.value !== "" && <span class="error">{readableBytes(runError.value)}</span>}
      {run.value && <Result result={run.value} />}
    </div>
  );
}
