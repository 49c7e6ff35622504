// The device's jobs, running or waiting, above every tab. Each has a button that cancels it.
import { cancelJob, kindOf, openJobs, planOf, progressWords, tokens } from "../state/measure_state.ts";
import { plan } from "../state/state.ts";

export function JobStrip() {
  if (openJobs.value.length === 0) return null;
  return (
    <ul class="jobs" aria-label="Jobs" data-testid="jobs">
      {openJobs.value.map((one) => (
        <li key={one.id}>
          <progress
            aria-label={`Progress of job ${one.id}`}
            max={one.progress?.total ?? 1}
            value={one.progress?.done ?? 0}
          />
          <span>
            {planOf(one) === plan.value?.id ? "This plan" : (tokens.value.get(planOf(one)) ?? "Another plan")} is{" "}
            {kindOf(one) === "sweep" ? "swept" : "measured"}:{" "}
            {progressWords(one)}
          </span>
          <button type="button" onClick={() => void cancelJob(one.id)}>
            Cancel
          </button>
        </li>
      ))}
    </ul>
  );
}
