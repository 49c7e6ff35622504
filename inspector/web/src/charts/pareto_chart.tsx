// Two figures of all candidates against each other, with those that nobody beats in both.
import { computed, signal } from "@preact/signals";
import { front, pointsOf, type Point } from "../model/pareto.ts";
import { useRoom } from "../parts/room.ts";
import { columns, valueOf, type Column } from "../state/columns.ts";
import { candidate, candidates, selectCandidate } from "../state/state.ts";

const kLeast = 300;
const kMost = 640;
const kHeight = 170;
const kLeft = 64;
const kBottom = 22;
const kMargin = 12;

const open = signal(false);
const across = signal("workspace_bytes");
const up = signal(""); // empty: the first of kUp that tells the candidates apart
const kUp = ["measured", "predicted", "padded", "buffers", "in_place", "fused"];

function scale(values: number[], from: number, to: number): (value: number) => number {
  const low = Math.min(...values);
  const high = Math.max(...values);
  return (value) => (high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from));
}

function sign(column: Column): number {
  return column.better === "less" ? 1 : -1;
}

const kRank: Column = { name: "candidate", label: "Candidate", short: "Candidate", better: "less", text: String };
const axes = computed(() => [...columns.value, kRank]);

function Axis({ label, now, choose }: { label: string; now: Column; choose: (name: string) => void }) {
  return (
    <label class="inline">
      {label}{" "}
      <select value={now.name} onChange={(event) => choose(event.currentTarget.value)}>
        {axes.value.map(({ name, short }) => (
          <option key={name} value={name} selected={name === now.name}>
            {short}
          </option>
        ))}
      </select>
    </label>
  );
}

interface Plot {
  points: Point[];
  best: Point[];
  x: Column;
  y: Column;
}

function Drawing({ points, best, x, y }: Plot) {
  const [box, width] = useRoom<HTMLDivElement>(kLeast, kMost);
  const px = scale(points.map((point) => point.x), kLeft + kMargin, width - kMargin);
  const py = scale(points.map((point) => point.y), kHeight - kBottom - kMargin, kMargin);
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  return (
    <div ref={box}>
    <svg
      role="img"
      aria-label={`${y.label} against ${x.label}: ${points.length} points, ${best.length} of them not beaten in both`}
      viewBox={`0 0 ${width} ${kHeight}`}
      width={width}
      height={kHeight}
    >
      <line class="rail" x1={kLeft} y1={0} x2={kLeft} y2={kHeight - kBottom} />
      <line class="rail" x1={kLeft} y1={kHeight - kBottom} x2={width} y2={kHeight - kBottom} />
      {[...new Set([Math.min(...ys), Math.max(...ys)])].map((value) => (
        <text key={value} x={kLeft - 4} y={py(value) + 4} text-anchor="end">
          {y.text(value)}
        </text>
      ))}
      {[...new Set([Math.min(...xs), Math.max(...xs)])].map((value) => (
        <text key={value} x={Math.min(px(value), width - 30)} y={kHeight - 6} text-anchor="middle">
          {x.text(value)}
        </text>
      ))}
      <polyline class="front" points={best.map((point) => `${px(point.x)},${py(point.y)}`).join(" ")} />
      {points.map((point) => {
        const first = point.candidates[0] ?? 0;
        const kind = `${best.includes(point) ? " best" : ""}${point.candidates.includes(candidate.value ?? -1) ? " selected" : ""}`;
        return (
          <circle
            key={`${point.x} ${point.y}`}
            class={`point${kind}`}
            cx={px(point.x)}
            cy={py(point.y)}
            r={Math.min(9, 4 + Math.log2(point.candidates.length))}
            onClick={() => selectCandidate(first)}
          >
            <title>
              {`candidate ${first}${point.candidates.length > 1 ? ` and ${point.candidates.length - 1} more` : ""}: ${x.text(point.x)}, ${y.text(point.y)}`}
            </title>
          </circle>
        );
      })}
    </svg>
    </div>
  );
}

export function ParetoChart() {
  const items = candidates.value?.items ?? [];
  const find = (name: string) => axes.value.find((column) => column.name === name);
  // Whether a figure differs by more than its text shows.
  const tells = (name: string) => {
    const column = find(name);
    return column !== undefined && new Set(items.map((item) => column.text(valueOf(item, name)))).size > 1;
  };
  const x = find(across.value);
  const y = find(up.value === "" ? (kUp.find(tells) ?? "predicted") : up.value);
  if (items.length < 2 || x === undefined || y === undefined) return null;
  const points = pointsOf(items, (item) => ({
    x: valueOf(item, x.name),
    y: valueOf(item, y.name),
    candidate: item.candidate,
  }));
  const best = front(points, sign(x), sign(y));
  return (
    <details class="pareto" open={open.value}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          open.value = !open.value;
        }}
      >
        Trade-offs: which candidates nothing beats in two figures at once
      </summary>
      <div class="bar">
        <Axis label="Across" now={x} choose={(name) => (across.value = name)} />
        <Axis label="up" now={y} choose={(name) => (up.value = name)} />
      </div>
      {points.length > 0 && <Drawing points={points} best={best} x={x} y={y} />}
      <p class="note" data-testid="front">
        Not beaten in both:{" "}
        {best.map((point) => (
          <button
            key={`${point.x} ${point.y}`}
            type="button"
            class="front-item"
            onClick={() => selectCandidate(point.candidates[0] ?? 0)}
          >
            candidate {point.candidates[0] ?? 0}: {x.text(point.x)}, {y.text(point.y)}
          </button>
        ))}
      </p>
    </details>
  );
}
