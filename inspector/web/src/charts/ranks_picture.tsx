// A drawing of a transform over several ranks: the input's boxes, the process grids, the output's
// boxes. Each rank is a cell, and each exchange is an arrow.
import { bytes, shape } from "../model/format.ts";
import { axisWords, bytesBetween, gridOf, gridWords } from "../model/ranks.ts";
import type { Distributed, HeldStep } from "../model/types.ts";

const kSide = 96; // the size in pixels of a drawn index space
const kGap = 92;
const kTop = 18;
const kColours = 8;

// The number of ranks along each axis of a decomposition. The batch is the first axis.
function processesOf(held: HeldStep, shown: Distributed): number[] {
  if (held.holder === "grid") return held.grid ?? [];
  return gridOf(held.holder === "input" ? shown.boxes.input : shown.boxes.output);
}

// The two axes that are drawn: those that are cut among ranks, or the slowest ones.
function drawnAxes(processes: number[]): [number, number] {
  const cut = processes.flatMap((count, axis) => (count > 1 ? [axis] : []));
  const first = cut[0] ?? Math.min(1, processes.length - 1);
  const second = cut[1] ?? processes.findIndex((_, axis) => axis > 0 && axis !== first);
  return first < (second < 0 ? first : second) ? [first, second] : [second < 0 ? first : second, first];
}

// Whether the rank at place `at` along an axis holds no part of it. The rule is the server's: for
// example, a batch of 1 over 4 ranks lies on the last of them.
function holdsNone(length: number, processes: number, at: number): boolean {
  return Math.floor((length * at) / processes) === Math.floor((length * (at + 1)) / processes);
}

const axisName = (axis: number): string => (axis === 0 ? "batch" : `axis ${axis}`);

function Space({ held, shown, x }: { held: HeldStep; shown: Distributed; x: number }) {
  const processes = processesOf(held, shown);
  const [down, across] = drawnAxes(processes);
  const rows = processes[down] ?? 1;
  const columns = down === across ? 1 : (processes[across] ?? 1);
  const [high, wide] = [kSide / rows, kSide / columns];
  const small = Math.min(high, wide) < 11;
  const lengths = shown.lengths[held.holder === "output" ? "output" : "input"];
  const isEmpty = (axis: number, at: number) => holdsNone(lengths[axis] ?? 1, processes[axis] ?? 1, at);
  return (
    <g>
      <text x={x} y={kTop - 6}>
        {gridWords(held.holder, processes)}
      </text>
      {Array.from({ length: rows * columns }, (_, i) => {
        const [row, column] = [Math.floor(i / columns), i % columns];
        const empty = isEmpty(down, row) || (columns > 1 && isEmpty(across, column));
        return (
          <g key={i}>
            <rect
              class={empty ? "cell empty" : `cell c${i % kColours}`}
              x={x + column * wide}
              y={kTop + row * high}
              width={wide - 1}
              height={high - 1}
            >
              <title>{`rank ${i}${empty ? " holds nothing" : ""}`}</title>
            </rect>
            {!small && (
              <text x={x + column * wide + wide / 2} y={kTop + row * high + high / 2 + 4} text-anchor="middle" class="number">
                {i}
              </text>
            )}
          </g>
        );
      })}
      <text x={x} y={kTop + kSide + 14} class="dim">
        {`${axisName(down)} down${down === across ? "" : `, ${columns > 1 || down > 0 ? across : axisName(across)} across`}`}
      </text>
      <text x={x} y={kTop + kSide + 29} class="what">
        {held.transformed.length > 0 ? `transforms ${axisWords(held.transformed)}` : ""}
      </text>
    </g>
  );
}

export function RanksPicture({ shown }: { shown: Distributed }) {
  const way = shown.candidates[shown.candidate];
  if (way === undefined) return null;
  const total = bytesBetween(shown).reduce((most, row) => Math.max(most, row.reduce((sum, value) => sum + value, 0)), 0);
  const step = kSide + kGap;
  const width = way.path.length * step - kGap + 60;
  return (
    <figure class="ranks-picture" tabIndex={0} aria-label="Who holds what">
      <svg
        role="img"
        aria-label={`${shape(shown.lengths.input.slice(1))} over ${shown.ranks} ranks: ${way.path.map(({ holder }) => holder).join(" to ")}`}
        viewBox={`0 0 ${width} ${kTop + kSide + 36}`}
        width={width}
        height={kTop + kSide + 36}
      >
        {way.path.map((held, i) => (
          <Space key={i} held={held} shown={shown} x={i * step} />
        ))}
        {way.path.slice(1).map((_, i) => {
          const [from, to, y] = [i * step + kSide + 8, (i + 1) * step - 8, kTop + kSide / 2];
          return (
            <g key={i} class="exchange">
              <line x1={from} x2={to - 6} y1={y} y2={y} />
              <path d={`M${to - 8} ${y - 5}l8 5-8 5z`} />
              <text x={(from + to) / 2} y={y - 8} text-anchor="middle">
                {way.exchanges === 1 && way.path.length === 2 ? bytes(total) : "exchange"}
              </text>
              <text x={(from + to) / 2} y={y + 16} text-anchor="middle" class="dim">
                {way.exchanges === 1 && way.path.length === 2 ? "a rank" : ""}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
