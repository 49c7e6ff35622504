// A text beside the source. Its lines are linked with the source's lines.
import { useEffect } from "preact/hooks";
import { line, show } from "../state/view.ts";

// Scrolls only the text's own pane, so that a line that is out of sight comes to its middle.
export function scrollPaneTo(selector: string): void {
  const row = document.querySelector(selector);
  const pane = row?.closest("pre");
  if (!row || !pane) return;
  const [at, frame] = [row.getBoundingClientRect(), pane.getBoundingClientRect()];
  if (at.top >= frame.top && at.bottom <= frame.bottom) return;
  pane.scrollTop += at.top - frame.top - pane.clientHeight / 2;
}

// Marks the lines of both texts that belong to the line under the pointer.
export function markNear(event: MouseEvent): void {
  const { at, from } = (event.target as Element).closest<HTMLElement>("[data-at], [data-from]")?.dataset ?? {};
  const wanted = at ?? from;
  for (const row of document.querySelectorAll(".source .near")) row.classList.remove("near");
  if (wanted === undefined) return;
  for (const row of document.querySelectorAll(`[data-at="${wanted}"], [data-from="${wanted}"]`)) row.classList.add("near");
}

interface LinkedTextProps {
  kind: "tree" | "code";
  label: string;
  lines: string[];
  from: (number | undefined)[]; // for each line of the text, its line of the source, counted from 1
  isLinked: (at: number) => boolean; // whether a line, counted from 0, belongs to the source's selected line
}

export function LinkedText({ kind, label, lines, from, isLinked }: LinkedTextProps) {
  useEffect(() => {
    scrollPaneTo(`[data-${kind}].linked`);
  }, [line.value, lines]);
  const select = (wanted: number) => {
    show({ line: wanted });
    scrollPaneTo(`[data-at="${wanted}"]`);
  };
  return (
    <pre class="source" tabIndex={0} aria-label={label}>
      <code>
        {lines.map((text, i) => {
          const wanted = from[i];
          return (
            <span
              key={i}
              {...{ [`data-${kind}`]: i + 1 }}
              data-from={wanted}
              class={`line${isLinked(i) ? " linked" : ""}`}
              onClick={() => wanted !== undefined && select(wanted)}
            >
              <span class="number" aria-hidden="true" data-line={kind === "tree" ? i + 1 : (wanted ?? "")} />
              <span class="text">{`${text}\n`}</span>
            </span>
          );
        })}
      </code>
    </pre>
  );
}
