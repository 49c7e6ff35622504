// The candidate assignments, ranked. The outlined cell of a row is the criterion that put it behind
// the row ranked before it.
import { buffer, bytes } from "./format.ts";
import { candidate, candidates, selectCandidate, setSort, sort } from "./state.ts";
import type { CandidateItem, Criterion } from "./types.ts";

const kShort: Record<string, string> = {
  fused: "Fused",
  buffers: "Buffers",
  padded: "Padded",
  in_place: "In place",
  type_changes: "Types",
  workspace_bytes: "Workspace",
};

export function sortItems(items: CandidateItem[], by: string): CandidateItem[] {
  const descending = by.startsWith("-");
  const name = by.replace(/^-/, "") as keyof CandidateItem;
  if (by === "") return items;
  const sign = descending ? -1 : 1;
  return [...items].sort((a, b) => sign * (Number(a[name]) - Number(b[name])) || a.rank - b.rank);
}

// Best first, then worst first, then by rank again.
function nextSort(criterion: Criterion): string {
  const best = criterion.better === "more" ? `-${criterion.name}` : criterion.name;
  const worst = criterion.better === "more" ? criterion.name : `-${criterion.name}`;
  if (sort.value === best) return worst;
  return sort.value === worst ? "" : best;
}

function ariaSort(name: string): "ascending" | "descending" | "none" {
  if (sort.value === name) return "ascending";
  return sort.value === `-${name}` ? "descending" : "none";
}

function Header({ criterion }: { criterion: Criterion }) {
  const order = ariaSort(criterion.name);
  const arrow = { ascending: " ↑", descending: " ↓", none: "" }[order];
  return (
    <th aria-sort={order} class="num">
      <button
        type="button"
        class="sort"
        title={`${criterion.label}: ${criterion.better} is better. Click to sort.`}
        onClick={() => setSort(nextSort(criterion))}
      >
        {kShort[criterion.name] ?? criterion.label}
        {arrow}
      </button>
    </th>
  );
}

export function Path({ path }: { path: string[] }) {
  return (
    <span class="path">
      {path.map((name, i) => (
        <span key={i}>
          {i > 0 && <span class="arrow">›</span>}
          <span class={`buffer ${name.toLowerCase()}`} title={name}>
            {buffer(name)}
          </span>
        </span>
      ))}
    </span>
  );
}

function onKey(event: KeyboardEvent, items: CandidateItem[], at: number): void {
  const next = { ArrowDown: items[at + 1], ArrowUp: items[at - 1] }[event.key];
  if (next !== undefined) {
    void selectCandidate(next.candidate);
    document.querySelector<HTMLElement>(`[data-candidate="${next.candidate}"]`)?.focus();
  } else if (event.key === "Enter" || event.key === " ") {
    void selectCandidate(items[at]?.candidate ?? 0);
  } else {
    return;
  }
  event.preventDefault();
}

interface RowProps {
  item: CandidateItem;
  items: CandidateItem[];
  at: number;
  criteria: Criterion[];
}

function Row({ item, items, at, criteria }: RowProps) {
  const selected = candidate.value === item.candidate;
  const ranked = sort.value === "";
  return (
    <tr
      aria-selected={selected}
      tabIndex={selected ? 0 : -1}
      data-candidate={item.candidate}
      onClick={() => void selectCandidate(item.candidate)}
      onKeyDown={(event) => onKey(event, items, at)}
    >
      <td class="num">
        {item.rank}
        {item.chosen && (
          <span class="star" title="the plan runs this one">
            ★
          </span>
        )}
      </td>
      <td>
        <Path path={item.path} />
      </td>
      {criteria.map((criterion) => {
        const decides = ranked && item.decided_by === criterion.name;
        const value = item[criterion.name];
        return (
          <td
            key={criterion.name}
            class={decides ? "num decides" : "num"}
            title={decides ? `behind rank ${item.rank - 1}: ${item.reason}` : undefined}
          >
            {criterion.name === "workspace_bytes" ? bytes(value) : value}
          </td>
        );
      })}
    </tr>
  );
}

function Explanation({ items }: { items: CandidateItem[] }) {
  const item = items.find((other) => other.candidate === candidate.value);
  if (item === undefined) return null;
  const after = items.find((other) => other.rank === item.rank + 1);
  return (
    <p class="note">
      {item.rank > 1 && (
        <>
          Rank {item.rank} stands behind rank {item.rank - 1}: {item.reason}.{" "}
        </>
      )}
      {item.rank === 1 && after && (
        <>
          Rank 1 wins over rank 2: {after.reason}.
        </>
      )}
      {item.rank === 1 && !after && <>The only valid assignment.</>}
    </p>
  );
}

export function CandidatesPanel() {
  const found = candidates.value;
  if (found === null) return null;
  const items = sortItems(found.items, sort.value);
  return (
    <section class="panel" aria-labelledby="candidates-title">
      <h2 id="candidates-title">
        Candidates{" "}
        <small>
          {found.returned < found.total ? `first ${found.returned} of ${found.total}` : found.total}
          {found.truncated ? `, search cut short: ${found.truncation}` : ""}
        </small>
      </h2>
      <div class="scroll">
        <table class="candidates">
          <thead>
            <tr>
              <th class="num" aria-sort={sort.value === "" ? "ascending" : "none"}>
                <button type="button" class="sort" onClick={() => setSort("")}>
                  Rank
                </button>
              </th>
              <th>Buffers in order</th>
              {found.criteria.map((criterion) => (
                <Header key={criterion.name} criterion={criterion} />
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item, at) => (
              <Row
                key={item.candidate}
                item={item}
                items={items}
                at={at}
                criteria={found.criteria}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Explanation items={found.items} />
    </section>
  );
}
