// The syntax tree that the source is printed from, its lines linked with the source's.
import { useEffect } from "preact/hooks";
import { Failure } from "../parts/await.tsx";
import { ast, astResource } from "../state/ast_state.ts";
import { line, show } from "../state/view.ts";

// The line of the tree for a line of the source, both from 1; 0: none.
export function treeLine(sourceLine: number): number {
  return ast.value?.source_to_final[sourceLine - 1] ?? 0;
}

// The share of the source's lines that come from a statement of the tree.
export function coverage(map: number[]): number {
  return map.length === 0 ? 0 : map.filter((to) => to > 0).length / map.length;
}

// Moves the pane, and it alone, so that a line out of sight stands in its middle.
export function scrollPaneTo(selector: string): void {
  const row = document.querySelector(selector);
  const pane = row?.closest("pre");
  if (!row || !pane) return;
  const [at, frame] = [row.getBoundingClientRect(), pane.getBoundingClientRect()];
  if (at.top >= frame.top && at.bottom <= frame.bottom) return;
  pane.scrollTop += at.top - frame.top - pane.clientHeight / 2;
}

export function TreeText() {
  const shown = ast.value;
  const wanted = treeLine(line.value);
  useEffect(() => {
    scrollPaneTo(`[data-tree="${wanted}"]`);
  }, [wanted, shown]);
  if (astResource.error.value !== "") return <Failure text={astResource.error.value} retry={astResource.retry} />;
  if (shown === null) return <p class="note">Loading…</p>;
  const select = (at: number) => {
    const found = shown.source_to_final.indexOf(at);
    if (found < 0) return;
    show({ line: found + 1 });
    scrollPaneTo(`[data-at="${found + 1}"]`);
  };
  return (
    <pre class="source" tabIndex={0} aria-label={`Syntax tree of ${shown.name}`}>
      <code>
        {shown.final
          .trimEnd()
          .split("\n")
          .map((text, i) => (
            <span
              key={i}
              data-tree={i + 1}
              class={`line${wanted === i + 1 ? " linked" : ""}`}
              onClick={() => select(i + 1)}
            >
              <span class="number" aria-hidden="true" data-line={i + 1} />
              <span class="text">{`${text}\n`}</span>
            </span>
          ))}
      </code>
    </pre>
  );
}
