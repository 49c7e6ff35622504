// Lanes of a kernel against the banks of LDS, without and with the kernel's padding.
import { effect, signal } from "@preact/signals";
import { bytes } from "../model/format.ts";
import type { Lds } from "../model/types.ts";
import { get } from "../state/api.ts";
import { candidate, plan } from "../state/state.ts";
import { step } from "../state/view.ts";
import { Grid } from "./channels.tsx";

const open = signal(false);
const lds = signal<Lds | null>(null);

effect(() => {
  const path = () => `/plans/${plan.value?.id}/kernels/${step.value}/lds?candidate=${candidate.value}`;
  const wanted = path();
  lds.value = null;
  if (!open.value || plan.value === null || candidate.value === null) return;
  get<Lds>(wanted).then(
    (loaded) => wanted === path() && (lds.value = loaded),
    () => undefined,
  );
});

function Passes({ shown }: { shown: Lds }) {
  const model = {
    unit: shown.units === shown.banks ? "bank" : `group of ${shown.banks / shown.units} banks`,
    units: shown.units,
    interleave_bytes: shown.access_bytes,
    period_bytes: shown.access_bytes * shown.units,
  };
  return (
    <>
      {shown.passes.map((pass) => (
        <div key={pass.pass} class="channel-pair">
          <Grid hops={pass.packed} model={model} title={`pass ${pass.pass}, radix ${pass.radix}: packed`} />
          <Grid hops={pass.placed} model={model} title="as placed" />
        </div>
      ))}
      <p class="note">
        Each mark is a lane that writes its first value after a pass, {bytes(shown.access_bytes)} to {" "}
        {shown.units} places at a time; marks in one column wait for each other. A model of banks, not a
        measurement.
      </p>
    </>
  );
}

export function LdsDetails() {
  const shown = lds.value;
  return (
    <details open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>
        Banks of LDS<span class="long">: where lanes meet between passes</span>
      </summary>
      {open.value && shown && shown.reason !== "" && <p class="note">Nothing to draw: {shown.reason}.</p>}
      {open.value && shown && shown.reason === "" && <Passes shown={shown} />}
    </details>
  );
}
