// A drawing of which bank of LDS each lane of a kernel uses, without and with the kernel's padding.
import { signal } from "@preact/signals";
import { bytes } from "../model/format.ts";
import type { Lds } from "../model/types.ts";
import { Await } from "../parts/await.tsx";
import { resource } from "../state/resource.ts";
import { candidate, plan } from "../state/state.ts";
import { step } from "../state/view.ts";
import { Grid } from "./channels.tsx";

const open = signal(false);
const lds = resource<Lds>(() =>
  open.value && plan.value !== null && candidate.value !== null
    ? `/plans/${plan.value.id}/kernels/${step.value}/lds?candidate=${candidate.value}`
    : null,
);

function Passes({ shown }: { shown: Lds }) {
  const model = {
    unit: shown.units === shown.banks ? "bank" : `${shown.banks / shown.units}-bank group`,
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
  return (
    <details open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>
        Banks of LDS<span class="long">: where lanes meet between passes</span>
      </summary>
      <Await of={lds}>
        {(shown) => (shown.reason === "" ? <Passes shown={shown} /> : <p class="note">Nothing to draw: {shown.reason}.</p>)}
      </Await>
    </details>
  );
}
