// The criteria that sort the candidates, as chips. Each is moved by dragging or by arrow keys.
import { signal } from "@preact/signals";
import { moved, printSort, type SortKey } from "../model/order.ts";
import { columns, keys } from "../state/columns.ts";
import { show } from "../state/view.ts";

const dragged = signal(-1); // place of the dragged chip

function set(next: SortKey[]): void {
  show({ sort: printSort(next) });
}

function move(from: number, to: number): void {
  if (from < 0 || to < 0 || to >= keys.value.length || from === to) return;
  const column = keys.value[from]?.column;
  set(moved(keys.value, from, to));
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-order="${column}"] button`)?.focus());
}

function onKey(event: KeyboardEvent, at: number): void {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1 }[event.key];
  if (to !== undefined) move(at, to);
  else if (event.key === "Delete" || event.key === "Backspace") set(keys.value.filter((_, i) => i !== at));
  else return;
  event.preventDefault();
}

function Chip({ sorted, at }: { sorted: SortKey; at: number }) {
  const name = columns.value.find((column) => column.name === sorted.column)?.short ?? sorted.column;
  const flip = () => set(keys.value.map((one, i) => (i === at ? { ...one, descending: !one.descending } : one)));
  return (
    <li
      class="chip"
      draggable
      data-order={sorted.column}
      onDragStart={(event) => {
        dragged.value = at;
        event.dataTransfer?.setData("text/plain", sorted.column);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        move(dragged.value, at);
        dragged.value = -1;
      }}
    >
      <button
        type="button"
        title="drag to another place, or move by the left and right arrows; a click turns the order round"
        aria-label={`${at + 1}. ${name}, ${sorted.descending ? "most first" : "least first"}; arrows move it`}
        onClick={flip}
        onKeyDown={(event) => onKey(event, at)}
      >
        {at + 1}. {name} {sorted.descending ? "↓" : "↑"}
      </button>
      <button type="button" aria-label={`Sort by ${name} no more`} onClick={() => set(keys.value.filter((_, i) => i !== at))}>
        ×
      </button>
    </li>
  );
}

export function OrderChips() {
  if (keys.value.length === 0) return null;
  return (
    <ol class="chips" aria-label="Order, most important first">
      {keys.value.map((sorted, at) => (
        <Chip key={sorted.column} sorted={sorted} at={at} />
      ))}
    </ol>
  );
}
