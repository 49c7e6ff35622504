// The choice whether timed executions begin with cold caches, for Run, Measure and Sweep.
import { show, view } from "../state/view.ts";

export function ColdCaches() {
  return (
    <label class="inline" title="takes the data out of all caches before each execution: of Run, Measure and Sweep">
      <input
        type="checkbox"
        name="cold"
        checked={view.value.cold}
        onChange={(event) => show({ cold: event.currentTarget.checked })}
      />{" "}
      cold caches
    </label>
  );
}
