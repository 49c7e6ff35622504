// The table of candidate assignments, best first. Each row shows the data's path as coloured cells.
// Cells that differ from the selected row are outlined. A tinted value belongs to the criterion
// that put the row behind the one before it.
import { computed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { milliseconds, percent, plural, routeText } from "../model/format.ts";
import { nextKeys, printSort } from "../model/order.ts";
import { criteriaThatFavour, spreadWords, whyBehind } from "../model/reasons.ts";
import type { CandidateItem } from "../model/types.ts";
import { Check, SaveButtons, Select } from "../parts/controls.tsx";
import { Flow } from "../parts/flow.tsx";
import { Panel } from "../parts/panel.tsx";
import { WhatIf } from "../parts/what_if.tsx";
import { kMostCompared } from "../model/hash.ts";
import { standalone } from "../state/archive.ts";
import { focusCandidate, revealCandidate } from "../state/candidate_focus.ts";
import {
  columns,
  everyColumn,
  filtered,
  grouping,
  groupOf,
  keys,
  openGroup,
  shownColumns,
  sortedItems,
  uniform,
  valueOf,
  visibleItems,
  type Column,
} from "../state/columns.ts";
import { clearMarks, isMarked, mark, marks } from "../state/marks.ts";
import { measure, measuring } from "../state/measure_state.ts";
import { groupsInSight, kRowHeight, onScroll } from "../state/rows_in_sight.ts";
import * as state from "../state/state.ts";
import { isFirst } from "../state/what_if.ts";
import { candidate, candidates, measurement, selectCandidate, timings } from "../state/state.ts";
import { filter, show, sort, versus } from "../state/view.ts";

const first = computed(() => candidates.value?.items.find((item) => item.candidate === 0) ?? null);
const selectedItem = computed(() => candidates.value?.items.find((item) => item.candidate === candidate.value));

const kBroad = /_bytes$|^traffic$|^predicted$|^measured$/; // columns whose values have units
const kSides = ["b", "c", "d"];

// Candidates that were measured slower than a candidate behind them, with intervals that do not
// overlap.
const overrated = computed(
  () => new Map(measurement.value?.audit?.disagreements.map((pair) => [pair.ranked_first, pair]) ?? []),
);

function Header({ column }: { column: Column }) {
  const at = keys.value.findIndex((key) => key.column === column.name);
  const key = keys.value[at];
  const order = key === undefined ? "none" : key.descending ? "descending" : "ascending";
  const arrow = { ascending: " ↑", descending: " ↓", none: "" }[order];
  return (
    <th aria-sort={order} class={kBroad.test(column.name) ? "num broad" : "num"}>
      <button
        type="button"
        class="sort"
        title={`${column.label}: ${column.better} is better. Click to sort, Shift-click to add it to the order.`}
        onClick={(event) => show({ sort: printSort(nextKeys(keys.value, column, event.shiftKey)) })}
      >
        {column.short}
        {arrow}
        {key !== undefined && keys.value.length > 1 && <sub>{at + 1}</sub>}
      </button>
    </th>
  );
}

function orderOf(items: CandidateItem[]): number[] {
  return items.map((item) => item.candidate);
}

function onKey(event: KeyboardEvent, items: CandidateItem[], at: number): void {
  if (mark(event, items[at]?.candidate ?? 0, orderOf(items))) return;
  const next = {
    ArrowDown: items[at + 1],
    ArrowUp: items[at - 1],
    Home: items[0],
    End: items[items.length - 1],
  }[event.key];
  if (next !== undefined) focusCandidate(next.candidate);
  else if (event.key === "Enter" || event.key === " ") {
    selectCandidate(items[at]?.candidate ?? 0);
  } else return;
  event.preventDefault();
}

// The predicted time, relative to that of the first candidate.
function Predicted({ item }: { item: CandidateItem }) {
  const [us, base] = [item.predicted_us, first.value?.predicted_us];
  if (!us) return <td class="num">–</td>;
  const words = milliseconds(us / 1000);
  const difference = base && item.candidate !== 0 ? percent(us, base) : words;
  return (
    <td class="num" data-column="predicted" title={`${words} by the cost model`}>
      {difference === "the same" ? "=" : difference}
    </td>
  );
}

function Score({ item, column }: { item: CandidateItem; column: Column }) {
  if (column.name === "predicted") return <Predicted item={item} />;
  const decides = sort.value === "" && item.decided_by === column.name;
  const value = valueOf(item, column.name);
  const over = column.name === "measured" ? overrated.value.get(item.candidate) : undefined;
  const timing = column.name === "measured" ? timings.value.get(item.candidate) : undefined;
  const interval = timing?.samples
    ? `95 % interval ${milliseconds(timing.low_ms)} to ${milliseconds(timing.high_ms)}`
    : undefined;
  const disagrees = over && `candidate ${over.measured_first} was ${over.factor.toFixed(2)} times as fast`;
  return (
    <td class={decides ? "num decides" : "num"} title={disagrees ?? interval ?? (decides ? whyOf(item) : undefined)}>
      {over && (
        <span class="warn" role="img" aria-label="the ranking and the measurement disagree">
          ⚠
        </span>
      )}
      {Number.isNaN(value) ? "–" : column.text(value)}
    </td>
  );
}

// Why the candidate ranks behind the one before it.
function whyOf(item: CandidateItem): string {
  const ahead = candidates.value?.items.find((other) => other.candidate === item.candidate - 1);
  return ahead === undefined ? "" : whyBehind(candidates.value?.criteria ?? [], ahead, item);
}

function Versus({ item }: { item: CandidateItem }) {
  const side = versus.value.indexOf(String(item.candidate));
  if (candidate.value === item.candidate) return <span class="tag a">A</span>;
  return (
    <button
      type="button"
      class={side < 0 ? "tag vs" : `tag ${kSides[side]}`}
      tabIndex={-1}
      aria-pressed={side >= 0}
      title={side < 0 ? `compare the selected one with candidate ${item.candidate}` : "compared with the selected one"}
      onClick={(event) => {
        event.stopPropagation();
        state.toggleVersus(String(item.candidate));
      }}
    >
      {side < 0 ? "vs" : kSides[side]?.toUpperCase()}
    </button>
  );
}

function GroupButton({ item }: { item: CandidateItem }) {
  const group = groupOf.value.get(item.candidate);
  if (group === undefined) return null;
  return (
    <button
      type="button"
      class="tag group"
      tabIndex={-1}
      aria-expanded={group.open}
      title={`${group.size} candidates have these scores and this predicted time`}
      onClick={(event) => {
        event.stopPropagation();
        openGroup(item.candidate, !group.open);
      }}
    >
      {group.open ? "−" : `+${group.size - 1}`}
    </button>
  );
}

function Row({ item, items, at }: { item: CandidateItem; items: CandidateItem[]; at: number }) {
  const selected = candidate.value === item.candidate;
  return (
    <tr
      aria-selected={selected}
      aria-rowindex={at + 2}
      tabIndex={selected || (at === 0 && !items.some((o) => o.candidate === candidate.value)) ? 0 : -1}
      data-candidate={item.candidate}
      data-marked={isMarked(item.candidate) || undefined}
      onClick={(event) => {
        if (!mark(event, item.candidate, orderOf(items))) selectCandidate(item.candidate);
      }}
      onKeyDown={(event) => onKey(event, items, at)}
    >
      <td class="num">
        {item.candidate}
        {item.chosen && (
          <span class="star" title="the plan runs this one">
            ★
          </span>
        )}
      </td>
      <td class="pin">
        <Versus item={item} />
      </td>
      <td>
        <Flow route={item} beside={selected ? undefined : selectedItem.value} />
        <GroupButton item={item} />
      </td>
      {shownColumns.value.map((column) => (
        <Score key={column.name} item={item} column={column} />
      ))}
    </tr>
  );
}

// Offers ways to rank another candidate first: a criterion that is asked before the others, or an
// option.
function WhatItTakes({ item }: { item: CandidateItem }) {
  const { criteria = [], items = [] } = candidates.value ?? {};
  const favours = criteriaThatFavour(item, items, criteria);
  return (
    <span class="what-it-takes" data-testid="what-it-takes">
      {favours.map(({ name, label, better }) => (
        <button
          key={name}
          type="button"
          class="link"
          title={`shows the candidates in this order, in which candidate ${item.candidate} is first`}
          onClick={() => show({ sort: `${better === "more" ? "-" : ""}${name}` })}
        >
          first by {better} {label.toLowerCase()}
        </button>
      ))}
      {favours.length === 0 && `No criterion, asked before the others, makes candidate ${item.candidate} the first.`}{" "}
      <WhatIf
        label="Which option would make it first?"
        about="first"
        wish={isFirst(item)}
        none="No strategy and no right to overwrite makes it the first."
      />
    </span>
  );
}

function Explanation({ items }: { items: CandidateItem[] }) {
  const item = items.find((other) => other.candidate === candidate.value);
  if (item === undefined) return null;
  const after = items.find((other) => other.candidate === item.candidate + 1);
  const over = overrated.value.get(item.candidate);
  return (
    <p class="note" data-testid="explanation">
      <span data-testid="spread">{spreadWords(items)}</span> {item.candidate > 0 && whyOf(item)}
      {item.candidate === 0 && after && whyOf(after)}
      {item.candidate === 0 && !after && "It is the only valid assignment."}
      {over &&
        ` But candidate ${over.measured_first} was measured ${over.factor.toFixed(2)} times as fast.`}{" "}
      {item.candidate > 0 && <WhatItTakes item={item} />}
    </p>
  );
}

const kOrders: [string, string][] = [
  ["", "the library's"],
  ["workspace_bytes,buffers", "least memory"],
  ["-in_place,buffers", "most in place"],
  ["predicted", "predicted time"],
  ["measured", "measured time"],
];

function csvRows(): (string | number)[][] {
  const head = ["candidate", "path", ...columns.value.map(({ name }) => name), "route"];
  const rows = sortedItems.value.map((item) => [
    item.candidate,
    item.path.join(" > "),
    ...columns.value.map(({ name }) => {
      const value = valueOf(item, name);
      return Number.isNaN(value) ? "" : value;
    }),
    routeText(item),
  ]);
  return [head, ...rows];
}

function Tools() {
  const { error } = filtered.value;
  const orders = kOrders.filter(([key]) => key !== "measured" || timings.value.size > 0);
  if (!kOrders.some(([key]) => key === sort.value)) {
    orders.push([sort.value, keys.value.map((key) => key.column.replace(/_/g, " ")).join(", then ")]);
  }
  return (
    <div class="bar tools">
      <label>
        <span>Order</span>
        <Select value={sort.value} options={orders} onChange={(value) => show({ sort: value })} />
      </label>
      <label class="grow">
        <span>Filter</span>
        <input
          id="filter"
          type="search"
          value={filter.value}
          placeholder="buffers<=2 in_place>0 T0"
          aria-invalid={error !== ""}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => show({ filter: event.currentTarget.value })}
        />
      </label>
      <Check
        label="group equal"
        title="one row for neighbours that no score and no predicted time tells apart"
        checked={grouping.value}
        onChange={(checked) => (grouping.value = checked)}
      />
      <Check
        label="all columns"
        title="also those whose values are the same for all"
        checked={everyColumn.value}
        onChange={(checked) => (everyColumn.value = checked)}
      />
      <SaveButtons name="candidates" json={sortedItems.value} rows={csvRows} />
    </div>
  );
}

function Uniform() {
  const items = candidates.value?.items ?? [];
  if (uniform.value.length === 0 || everyColumn.value) return null;
  const facts = uniform.value.map(({ short, name, text }) => `${short} ${text(Number(items[0]?.[name]))}`).join(", ");
  const words = items.length > 1 ? `The same for all: ${facts}` : facts;
  return (
    <p class="note one-line" title={words}>
      {words}
    </p>
  );
}

// Actions on the marked candidates.
function MarkBar() {
  const chosen = [...marks.value.keys].sort((a, b) => a - b);
  const [a = 0, ...others] = chosen;
  if (chosen.length === 0) return null;
  const compare = () => {
    selectCandidate(a);
    state.compareWith(others.slice(0, kMostCompared).map(String));
  };
  return (
    <div class="bar marks" role="group" aria-label="Marked rows" data-testid="marks">
      <span aria-live="polite">{plural(chosen.length, "row")} marked</span>
      <span class="spring" />
      <button type="button" class="primary" disabled={others.length === 0} onClick={compare}>
        Compare
      </button>
      {!standalone && (
        <button type="button" disabled={measuring.value} onClick={() => (show({ tab: "measure" }), void measure(chosen))}>
          Measure
        </button>
      )}
      <button type="button" onClick={clearMarks}>
        Clear
      </button>
    </div>
  );
}

// Replaces rows that are out of sight.
function Gap({ rows }: { rows: number }) {
  if (rows <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr style={{ height: `${rows * kRowHeight}px` }} />
    </tbody>
  );
}

export function CandidatesPanel() {
  const found = candidates.value;
  useEffect(() => {
    if (candidate.value !== null) revealCandidate(candidate.value);
  }, [candidate.value, found]);
  if (found === null) return null;
  const items = visibleItems.value;
  const { error } = filtered.value;
  const groups = groupsInSight(items.length);
  return (
    <Panel
      name="candidates"
      title="Candidates"
      note={`${sortedItems.value.length < found.returned ? `${sortedItems.value.length} of ` : ""}${
        found.returned < found.total ? `first ${found.returned} of ${found.total}` : found.total
      }${found.truncated ? ", search cut short" : ""}`}
      noteTitle={found.truncation}
    >
      <Tools />
      <MarkBar />
      {error !== "" && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="Candidates" onScroll={onScroll}>
        <table class="candidates" aria-rowcount={items.length + 1}>
          <thead>
            <tr>
              <th class="num" aria-sort={sort.value === "" ? "ascending" : "none"}>
                <button type="button" class="sort" onClick={() => show({ sort: "" })}>
                  #
                </button>
              </th>
              <th>
                <span class="hidden-text">Compare</span>
              </th>
              <th title="IN and OUT are the caller’s arrays, T0 and T1 temporaries, TB that of a convolution; hatched: padded rows; joined: one kernel for several leaves; outlined: not as in the selected row">
                Data goes through
              </th>
              {shownColumns.value.map((column) => (
                <Header key={column.name} column={column} />
              ))}
            </tr>
          </thead>
          <Gap rows={groups[0]?.from ?? 0} />
          {groups.map(({ from, to }) => (
            <tbody key={from}>
              {items.slice(from, to).map((item, i) => (
                <Row key={item.candidate} item={item} items={items} at={from + i} />
              ))}
            </tbody>
          ))}
          <Gap rows={items.length - (groups[groups.length - 1]?.to ?? 0)} />
        </table>
        {items.length === 0 && <p class="note">No candidate fits the filter.</p>}
      </div>
      <Explanation items={found.items} />
      <Uniform />
    </Panel>
  );
}
