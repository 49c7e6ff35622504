// The bar below measured results: the name of the device, and buttons that save the results.
import type { Measurement } from "../model/types.ts";
import { SaveButtons } from "./controls.tsx";

interface Props {
  found: Pick<Measurement, "device" | "cold_caches" | "complete">;
  name: string; // of the saved files
  rows: () => (string | number)[][];
}

export function ResultBar({ found, name, rows }: Props) {
  return (
    <div class="bar">
      <span class="dim">
        {found.device}
        {found.cold_caches ? ", cold caches" : ""}
        {found.complete ? "" : " – ended early"}
      </span>
      <span class="spring" />
      <SaveButtons name={name} json={found} rows={rows} />
    </div>
  );
}
