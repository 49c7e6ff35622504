// The candidate assignments, ranked. The outlined cell of a row is the criterion that put it behind
// the row ranked before it.
import { computed } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";
import { milliseconds, routeText } from "../model/format.ts";
import { nextKeys, printSort, rankingKeys } from "../model/order.ts";
import { csv } from "../model/table_text.ts";
import type { CandidateItem } from "../model/types.ts";
import { MarkBar, type MarkedRows } from "../parts/mark_bar.tsx";
import { Panel } from "../parts/panel.tsx";
import { Path, PlainPath } from "../parts/path.tsx";
import { downloadText } from "../parts/save.ts";
import { focusCandidate, revealCandidate } from "../state/candidate_focus.ts";
import { columns, everyColumn, filtered, keys, shownColumns, uniform, valueOf, visibleItems, type Column } from "../state/columns.ts";
import { isMarked, mark } from "../state/marks.ts";
import { groupsInSight, kLong, kRowHeight, onScroll } from "../state/rows_in_sight.ts";
import * as state from "../state/state.ts";
import { candidate, candidates, measurement, selectCandidate, timings } from "../state/state.ts";
import { filter, show, sort, versus } from "../state/view.ts";
import { OrderChips } from "./order_chips.tsx";

const kBroad = /_bytes$|^traffic$|^predicted$|^measured$/; // columns of figures with units
const kSides = ["b", "c", "d"];

// Candidates that were measured slower than one ranked behind them, beyond doubt.
const overrated = computed(
  () => new Map(measurement.value?.audit?.disagreements.map((pair) => [pair.ranked_first, pair]) ?? []),
);

function Header({ column }: { column: Column }) {
  const at = keys.value.findIndex((key) => key.column === column.name);
  const key = keys.value[at];
  const order = key === undefined ? "none" : key.descending ? "descending" : "ascending";
  // The chips above tell the order where there are several keys.
  const arrow = keys.value.length > 1 ? "" : { ascending: " ↑", descending: " ↓", none: "" }[order];
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
      </button>
    </th>
  );
}

function orderOf(items: CandidateItem[]): string[] {
  return items.map((item) => String(item.candidate));
}

function onKey(event: KeyboardEvent, items: CandidateItem[], at: number): void {
  if (mark(event, "candidates", String(items[at]?.candidate), orderOf(items))) return;
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

function Score({ item, column }: { item: CandidateItem; column: Column }) {
  const decides = sort.value === "" && item.decided_by === column.name;
  const value = valueOf(item, column.name);
  const over = column.name === "measured" ? overrated.value.get(item.candidate) : undefined;
  const why = decides ? `behind rank ${item.rank - 1}: ${item.reason}` : undefined;
  const timing = column.name === "measured" ? timings.value.get(item.candidate) : undefined;
  const interval = timing?.samples
    ? `95 % interval ${milliseconds(timing.low_ms)} to ${milliseconds(timing.high_ms)}`
    : undefined;
  const disagrees = over && `rank ${over.measured_first + 1} was ${over.factor.toFixed(2)} times as fast`;
  return (
    <td class={decides ? "num decides" : "num"} title={disagrees ?? interval ?? why}>
      {over && (
        <span class="warn" role="img" aria-label="the ranking and the measurement disagree">
          ⚠
        </span>
      )}
      {Number.isNaN(value) ? "–" : column.text(value)}
    </td>
  );
}

function Row({ item, items, at }: { item: CandidateItem; items: CandidateItem[]; at: number }) {
  const selected = candidate.value === item.candidate;
  const side = versus.value.indexOf(String(item.candidate));
  return (
    <tr
      aria-selected={selected}
      aria-rowindex={at + 2}
      tabIndex={selected || (at === 0 && !items.some((o) => o.candidate === candidate.value)) ? 0 : -1}
      data-candidate={item.candidate}
      data-marked={isMarked("candidates", String(item.candidate)) || undefined}
      onClick={(event) => {
        if (!mark(event, "candidates", String(item.candidate), orderOf(items))) selectCandidate(item.candidate);
      }}
      onKeyDown={(event) => onKey(event, items, at)}
    >
      <td class="num" title={`candidate ${item.candidate} of the command line and of the API, which count from 0`}>
        {item.rank}
        {item.chosen && (
          <span class="star" title="the plan runs this one">
            ★
          </span>
        )}
      </td>
      <td class="pin">
        {selected ? (
          <span class="tag a">A</span>
        ) : (
          <button
            type="button"
            class={side < 0 ? "tag" : `tag ${kSides[side]}`}
            tabIndex={-1}
            aria-pressed={side >= 0}
            title={
              side < 0 ? `compare the selected one with rank ${item.rank}` : "compared with the selected one"
            }
            onClick={(event) => {
              event.stopPropagation();
              state.toggleVersus(String(item.candidate));
            }}
          >
            {side < 0 ? "vs" : kSides[side]?.toUpperCase()}
          </button>
        )}
      </td>
      <td>
        {items.length > kLong ? <PlainPath route={item} /> : <Path route={item} />}
      </td>
      {shownColumns.value.map((column) => (
        <Score key={column.name} item={item} column={column} />
      ))}
    </tr>
  );
}

function Explanation({ items }: { items: CandidateItem[] }) {
  const item = items.find((other) => other.candidate === candidate.value);
  if (item === undefined) return null;
  const after = items.find((other) => other.rank === item.rank + 1);
  const over = overrated.value.get(item.candidate);
  return (
    <p class="note" data-testid="explanation">
      {item.rank > 1 && `Rank ${item.rank} stands behind rank ${item.rank - 1}: ${item.reason}. `}
      {item.rank === 1 && after && `Rank 1 wins over rank 2: ${after.reason}.`}
      {item.rank === 1 && !after && "The only valid assignment."}
      {over &&
        ` But rank ${over.measured_first + 1} was measured ${over.factor.toFixed(2)} times as fast.`}
    </p>
  );
}

const kOrders: [string, string][] = [
  ["", "as the library ranks"],
  ["workspace_bytes,buffers", "least memory"],
  ["-in_place,buffers", "most in place"],
  ["predicted", "predicted time"],
  ["measured", "measured time"],
];

// The marked candidates, as the table shows them.
function markedRows(marked: ReadonlySet<string>): MarkedRows {
  const items = visibleItems.value.filter((item) => marked.has(String(item.candidate)));
  const shown = columns.value;
  return {
    json: items,
    head: ["rank", "data goes through", ...shown.map(({ short }) => short.toLowerCase())],
    cells: items.map((item) => [
      item.rank,
      `\`${routeText(item)}\``,
      ...shown.map((column) => {
        const value = valueOf(item, column.name);
        return Number.isNaN(value) ? "" : column.text(value);
      }),
    ]),
  };
}

function exportCsv(): void {
  const head = ["rank", "path", ...columns.value.map(({ name }) => name), "route"];
  const rows = visibleItems.value.map((item) => [
    item.rank,
    item.path.join(" > "),
    ...columns.value.map(({ name }) => {
      const value = valueOf(item, name);
      return Number.isNaN(value) ? "" : value;
    }),
    routeText(item),
  ]);
  downloadText("candidates.csv", csv([head, ...rows]), "text/csv");
}

function Tools() {
  const { error } = filtered.value;
  const byHand = printSort(rankingKeys(candidates.value?.criteria ?? []));
  const custom = sort.value !== byHand && !kOrders.some(([key]) => key === sort.value);
  return (
    <div class="bar tools">
      <label>
        <span>Order</span>
        <select
          value={sort.value}
          onChange={(event) => show({ sort: event.currentTarget.value })}
        >
          {kOrders
            .filter(([key]) => key !== "measured" || timings.value.size > 0)
            .map(([key, text]) => (
              <option key={key} value={key} selected={key === sort.value}>
                {text}
              </option>
            ))}
          <option value={byHand} selected={byHand === sort.value}>
            as the library ranks, to rearrange
          </option>
          {custom && (
            <option value={sort.value} selected>
              {keys.value.map((key) => key.column.replace(/_/g, " ")).join(", then ")}
            </option>
          )}
        </select>
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
      <button type="button" onClick={exportCsv}>
        CSV
      </button>
      <button type="button" onClick={() => downloadText("candidates.json", JSON.stringify(visibleItems.value, null, 1), "application/json")}>
        JSON
      </button>
    </div>
  );
}

function Uniform() {
  const items = candidates.value?.items ?? [];
  if (uniform.value.length === 0) return null;
  const facts = uniform.value.map(({ short, name, text }) => `${short} ${text(Number(items[0]?.[name]))}`);
  return (
    <p class="note">
      <label class="inline">
        <input
          type="checkbox"
          checked={everyColumn.value}
          onChange={(event) => (everyColumn.value = event.currentTarget.checked)}
        />{" "}
        all columns
      </label>
      {!everyColumn.value && (
        <>
          {items.length > 1 ? "; hidden, since the same for all" : "; its figures"}:
          {facts.map((fact, i) => (
            <span key={fact} class="nowrap">
              {fact}
              {i < facts.length - 1 && ","}
            </span>
          )).flatMap((fact) => [" ", fact])}
        </>
      )}
    </p>
  );
}

// Takes the place of rows that are out of sight.
function Gap({ rows }: { rows: number }) {
  if (rows <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr style={{ height: `${rows * kRowHeight}px` }} />
    </tbody>
  );
}

// `Chart` stands below the table.
export function CandidatesPanel({ Chart }: { Chart: FunctionComponent }) {
  const found = candidates.value;
  if (found === null) return null;
  const items = visibleItems.value;
  const { error } = filtered.value;
  const groups = groupsInSight(items.length);
  const long = items.length > kLong;
  useEffect(() => {
    if (candidate.value !== null) revealCandidate(candidate.value);
  }, [candidate.value, found]);
  return (
    <Panel
      name="candidates"
      title="Candidates"
      note={`${items.length < found.returned ? `${items.length} of ` : ""}${
        found.returned < found.total ? `first ${found.returned} of ${found.total}` : found.total
      }${found.truncated ? ", search cut short" : ""}`}
      noteTitle={found.truncation}
    >
      <Tools />
      <OrderChips />
      <MarkBar table="candidates" rows={markedRows} />
      {error !== "" && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="Candidates" onScroll={onScroll}>
        <table class={long ? "candidates long" : "candidates"} aria-rowcount={items.length + 1}>
          <thead>
            <tr>
              <th class="num" aria-sort={sort.value === "" ? "ascending" : "none"}>
                <button type="button" class="sort" onClick={() => show({ sort: "" })}>
                  Rank
                </button>
              </th>
              <th>
                <span class="hidden-text">Compare</span>
              </th>
              <th>Buffers in order</th>
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
      </div>
      <Uniform />
      <Explanation items={found.items} />
      <Chart />
    </Panel>
  );
}
