// The bar below measured results: the name of the device, and buttons that save the results as
// files.
import type { Measurement } from "../model/types.ts";
import { downloadText } from "./save.ts";

interface Props {
  found: Pick<Measurement, "device" | "cold_caches" | "complete">;
  name: string; // of the saved files
  csv: () => string;
}

export function ResultBar({ found, name, csv }: Props) {
  return (
    <div class="bar">
      <span class="dim">
        {found.device}
        {found.cold_caches ? ", cold caches" : ""}
        {found.complete ? "" : " – ended early"}
      </span>
      <span class="spring" />
      <button type="button" onClick={() => downloadText(`${name}.csv`, csv(), "text/csv")}>
        CSV
      </button>
      <button type="button" onClick={() => downloadText(`${name}.json`, JSON.stringify(found, null, 1), "application/json")}>
        JSON
      </button>
    </div>
  );
}
