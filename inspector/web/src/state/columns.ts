// The columns of the table of candidates and the values in them.
import { computed, effect, signal } from "@preact/signals";
import { bytes, milliseconds } from "../model/format.ts";
import { groupsOf } from "../model/groups.ts";
import { parseFilter, parseSort, sortItems } from "../model/order.ts";
import type { CandidateItem, Criterion } from "../model/types.ts";
import { candidate, candidates, timings } from "./state.ts";
import { filter, sort, versus } from "./view.ts";

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
  nanoseconds: "Predicted ns",
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

// Columns with the same value in all rows. The table does not show them; a note below it has their
// values.
export const uniform = computed(() => {
  const items = candidates.value?.items ?? [];
  const first = items[0];
  if (first === undefined) return [];
  return columns.value.filter(
    ({ name }) => name in first && items.every((item) => item[name] === first[name]),
  );
});

const kOnRequest = ["kernels", "traffic", "nanoseconds"]; // hidden by default, since other columns say nearly the same

export const shownColumns = computed(() =>
  everyColumn.value
    ? columns.value
    : columns.value.filter(
        (column) => !uniform.value.includes(column) && !kOnRequest.includes(column.name),
      ),
);

export const keys = computed(() => parseSort(sort.value));
export const filtered = computed(() =>
  parseFilter(filter.value, ["candidate", ...columns.value.map(({ name }) => name)], valueOf),
);
export const sortedItems = computed(() => {
  const items = candidates.value?.items ?? [];
  return sortItems(items.filter(filtered.value.accepts), keys.value, valueOf);
});

// Whether neighbouring candidates with equal scores and equal predicted times are shown as one row.
export const grouping = signal(true);
const opened = signal<ReadonlySet<number>>(new Set()); // the first candidates of opened groups
effect(() => {
  void [candidates.value, keys.value];
  opened.value = new Set();
});

export function openGroup(first: number, open: boolean): void {
  const next = new Set(opened.value);
  if (open) next.add(first);
  else next.delete(first);
  opened.value = next;
}

function equalityKey(item: CandidateItem): string {
  const scores = candidates.value?.criteria.map(({ name }) => item[name]) ?? [];
  return [...scores, item.predicted_us?.toPrecision(5), timings.value.get(item.candidate)?.median_ms].join();
}

const groups = computed(() => groupsOf(sortedItems.value, equalityKey));

export interface Group {
  size: number;
  open: boolean;
}

// The groups of several candidates, by their first candidates.
export const groupOf = computed(
  () =>
    new Map<number, Group>(
      groups.value.flatMap((group) => {
        const first = group[0]?.candidate ?? 0;
        return group.length > 1 && grouping.value ? [[first, { size: group.length, open: opened.value.has(first) }]] : [];
      }),
    ),
);

// The rows of the table. A closed group shows its first row, and its rows that are selected or
// compared.
export const visibleItems = computed(() => {
  if (!grouping.value) return sortedItems.value;
  const shown = (item: CandidateItem) => item.candidate === candidate.value || versus.value.includes(String(item.candidate));
  return groups.value.flatMap((group) => {
    const first = group[0]?.candidate ?? 0;
    return opened.value.has(first) ? group : group.filter((item) => item.candidate === first || shown(item));
  });
});
