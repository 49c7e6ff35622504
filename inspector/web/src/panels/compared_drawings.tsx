// Drawings of the compared candidates, one below the other on one axis of steps. A step that
// differs from side A's is marked and says how much longer it takes.
import { dearestOf, Drawing, stepWidth } from "../charts/picture.tsx";
import type { Side, StepRow } from "../model/compare.ts";
import { against, milliseconds, percent } from "../model/format.ts";
import { kLetters, Tag } from "../parts/tag.tsx";
import { useRoom } from "../parts/room.ts";

// The steps of a side that differ from side A's. For side A, the steps that differ from any other
// side's.
function changedSteps(rows: StepRow[], side: number): ReadonlySet<number> {
  const isOther = (row: StepRow, at: number) =>
    row.steps[at] === null || row.steps[0] === null || row.lines.some(({ values }) => values[at] !== values[0]);
  const differs = (row: StepRow) => (side > 0 ? isOther(row, side) : row.steps.some((_, at) => at > 0 && isOther(row, at)));
  return new Set(rows.filter(differs).flatMap(({ steps }) => steps[side] ?? []));
}

function deltaOf(all: Side[], rows: StepRow[], side: number, at: number): string {
  const row = rows.find(({ steps }) => steps[side] === at);
  const own = all[side]?.detail.steps[at]?.predicted_us;
  const base = all[0]?.detail.steps[row?.steps[0] ?? -1]?.predicted_us;
  if (side === 0 || !own || !base || percent(own, base) === "the same") return "";
  return own / base < 2 ? ` (${percent(own, base)})` : ` (×${(own / base).toPrecision(2)})`;
}

function Caption({ all, at }: { all: Side[]; at: number }) {
  const side = all[at];
  const [us, base] = [side?.detail.predicted_us, all[0]?.detail.predicted_us];
  if (side === undefined) return null;
  return (
    <figcaption>
      <Tag at={at} /> {side.from === "" ? "" : `${side.from}: `}
      {side.summary.target.name}, candidate {side.detail.candidate}
      {us ? `: ${milliseconds(us / 1000)} predicted` : ""}
      {at > 0 && us && base ? `, ${against(us, base)}` : ""}
    </figcaption>
  );
}

export function ComparedDrawings({ all, rows }: { all: Side[]; rows: StepRow[] }) {
  const [box, room] = useRoom<HTMLDivElement>(0, Infinity);
  const width = stepWidth(Math.max(...all.map(({ detail }) => detail.steps.length)), room);
  const dearest = Math.max(...all.map(({ detail }) => dearestOf(detail)));
  return (
    <div ref={box} class="drawings" data-testid="drawings">
      {all.map((side, at) => (
        <figure key={at} class="picture" tabIndex={0} aria-label={`Drawing of ${kLetters[at]}`}>
          <Caption all={all} at={at} />
          <Drawing
            width={width}
            drawn={{
              shown: side.detail,
              summary: side.summary,
              nodes: side.tree,
              selected: null,
              times: null,
              changed: changedSteps(rows, at),
              dearest,
              delta: (step) => deltaOf(all, rows, at, step),
              onStep: (step) => document.querySelector(`[data-row="${rows.findIndex(({ steps }) => steps[at] === step)}"]`)?.scrollIntoView({ block: "start" }),
            }}
          />
        </figure>
      ))}
    </div>
  );
}
