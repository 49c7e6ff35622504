// The choice whether timed executions begin with cold caches, for Run, Measure and Sweep.
import { show, view } from "../state/view.ts";
import { Check } from "./controls.tsx";

export function ColdCaches() {
  const title = "takes the data out of all caches before each execution: of Run, Measure and Sweep";
  return <Check label="cold caches" name="cold" title={title} checked={view.value.cold} onChange={(cold) => show({ cold })} />;
}
