// The columns of the table of candidates and the values in them.
import { computed, signal } from "@preact/signals";
import { bytes, milliseconds } from "../model/format.ts";
import { parseFilter, parseSort, sortItems } from "../model/order.ts";
import type { CandidateItem, Criterion } from "../model/types.ts";
import { candidates, timings } from "./state.ts";
import { filter, sort } from "./view.ts";

export interface Column extends Criterion {
  short: string;
  text: (value: number) => string;
}

const kShort: Record<string, string> = {
  fused: "Fused",
  buffers: "Buffers",
  padded: "Padded",
  in_place: "In place",
  type_changes: "Types",
  workspace_bytes: "Workspace",
  second_temporaries: "T1",
  input_writes: "Writes IN",
};

const kFigures: Column[] = [
  { name: "kernels", label: "Kernels", short: "Kernels", better: "less", text: String },
  {
    name: "traffic",
    label: "Bytes moved over those of one read of the input and one write of the output",
    short: "Traffic",
    better: "less",
    text: (value) => `${value.toPrecision(3)}\u00a0×`,
  },
  {
    name: "predicted",
    label: "Time by the cost model",
    short: "Predicted",
    better: "less",
    text: milliseconds,
  },
  {
    name: "measured",
    label: "Median of measured times",
    short: "Measured",
    better: "less",
    text: milliseconds,
  },
];

export function valueOf(item: CandidateItem, column: string): number {
  if (column === "predicted") return item.predicted_us === null ? NaN : item.predicted_us / 1000;
  if (column === "measured") return timings.value.get(item.candidate)?.median_ms || NaN;
  const value = item[column];
  return value === null || value === undefined ? NaN : Number(value);
}

export const everyColumn = signal(false);

export const columns = computed<Column[]>(() => {
  const criteria = candidates.value?.criteria ?? [];
  const scores = criteria.map((criterion) => ({
    ...criterion,
    short: kShort[criterion.name] ?? criterion.label,
    text: criterion.name.endsWith("_bytes") ? bytes : String,
  }));
  return [...scores, ...kFigures.filter(({ name }) => name !== "measured" || timings.value.size > 0)];
});

// Columns whose value is the same everywhere say nothing about an order: they stand in a note.
export const uniform = computed(() => {
  const items = candidates.value?.items ?? [];
  const first = items[0];
  if (first === undefined) return [];
  return columns.value.filter(
    ({ name }) => name in first && items.every((item) => item[name] === first[name]),
  );
});

const kOnRequest = ["kernels", "traffic"]; // follow from the others, more or less

export const shownColumns = computed(() =>
  everyColumn.value
    ? columns.value
    : columns.value.filter(
        (column) => !uniform.value.includes(column) && !kOnRequest.includes(column.name),
      ),
);

export const keys = computed(() => parseSort(sort.value));
export const filtered = computed(() =>
  parseFilter(filter.value, ["rank", ...columns.value.map(({ name }) => name)], valueOf),
);
export const visibleItems = computed(() => {
  const items = candidates.value?.items ?? [];
  return sortItems(items.filter(filtered.value.accepts), keys.value, valueOf);
});
