// Run: the candidate on show executed on this machine's device.
import { bytes, error, milliseconds } from "./format.ts";
import { devices, deviceTarget, plan, run, runError, running, runPlan } from "./state.ts";
import type { RunResult } from "./types.ts";

function Result({ result }: { result: RunResult }) {
  const { error: figures } = result;
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
        Median <b data-testid="median">{milliseconds(result.median_ms)}</b>
        <span class="dim"> of {result.repeats}</span>
      </span>
      <span>
        <b>{result.gb_per_s.toPrecision(3)}</b> GB/s
      </span>
      <span class="dim">
        built in {milliseconds(result.build_ms)}, {bytes(result.device_bytes)} on {result.device}
      </span>
    </div>
  );
}

export function RunPanel() {
  if (plan.value === null) return null;
  const here = deviceTarget.value;
  const elsewhere = here !== "" && plan.value.target.name !== here;
  const why = devices.value !== null && devices.value.opened === "" ? devices.value.reason : "";
  return (
    <div class="run" aria-live="polite">
      <button
        type="button"
        class="primary"
        disabled={running.value || why !== ""}
        title={elsewhere ? `plans for ${here}, this machine's device, first` : "time and error"}
        onClick={() => void runPlan()}
      >
        {running.value ? "Running…" : elsewhere ? `Run on ${here} instead` : "Run"}
      </button>
      {why !== "" && <span class="error">No device to run on: {why}</span>}
      {runError.value !== "" && <span class="error">{runError.value}</span>}
      {run.value && <Result result={run.value} />}
      {run.value === null && runError.value === "" && why === "" && (
        <span class="dim">
          executes the selected candidate with random input and compares with a reference
        </span>
      )}
    </div>
  );
}
