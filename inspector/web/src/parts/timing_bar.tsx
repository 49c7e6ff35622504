// The bar that Measure and Sweep share: the device, the start button, and the progress of the job.
import type { OpenJob } from "../model/types.ts";
import { aheadOf, cancelJob, planOf, progressWords, tokens } from "../state/measure_state.ts";
import { deviceTarget, plan, stale, whyNotTimed } from "../state/state.ts";

interface StartProps {
  busy: boolean;
  verb: string;
  words: string; // the button's text if the plan is made for this device
  onStart: () => void;
}

export function StartButton({ busy, verb, words, onStart }: StartProps) {
  const here = deviceTarget.value;
  const elsewhere = here !== "" && plan.value?.target.name !== here;
  return (
    <button type="button" disabled={busy || here === "" || whyNotTimed.value !== "" || stale.value} onClick={onStart}>
      {elsewhere ? `${verb} on ${here} instead` : words}
    </button>
  );
}

interface ProgressProps {
  job: OpenJob | null; // null: not yet known to the server
  label: string;
  testid: string;
  remaining?: string;
}

export function JobBar({ job, label, testid, remaining = "" }: ProgressProps) {
  const first = aheadOf(job)[0];
  return (
    <div class="bar">
      <progress aria-label={label} max={job?.progress?.total ?? 1} value={job?.progress?.done ?? 0} />
      <span data-testid={testid}>
        {job === null ? "asking for its turn" : `${progressWords(job)}${remaining}`}
        {first && `: ${tokens.value.get(planOf(first)) ?? "another plan"} is measured first`}
      </span>
      <span class="spring" />
      <button type="button" disabled={job === null} onClick={() => job && void cancelJob(job.id)}>
        Cancel
      </button>
    </div>
  );
}
