// One lane per buffer over the steps: when it is read and written, and while its data is needed.
import { buffer } from "./format.ts";
import { selectStep, step } from "./state.ts";
import type { Lane } from "./types.ts";

const kLabel = 44;
const kRow = 26;
const kHead = 18;

const kModes = { R: "reads", W: "writes", RW: "reads and writes, in place:" };

// Left edges of the steps, and the right one of the last.
type Edges = number[];

const middle = (edges: Edges, at: number) => ((edges[at] ?? 0) + (edges[at + 1] ?? 0)) / 2;

function Cells({ lane, y, edges }: { lane: Lane; y: number; edges: Edges }) {
  const steps = edges.length - 1;
  return (
    <>
      {lane.live.map(([from, to], i) => {
        // Between the middles of the writing and the reading step; from and to the edge for the
        // caller's part.
        const left = from < 0 ? kLabel : middle(edges, from);
        const right = to < steps ? middle(edges, to) : (edges[steps] ?? 0) + 20;
        return <rect key={i} class="live" x={left} y={y + 9} width={right - left} height={8} rx={4} />;
      })}
      {lane.uses.map((use) => {
        const x = middle(edges, use.step);
        const spoils = lane.buffer === "USER_IN" && use.mode !== "R";
        return (
          <g
            key={use.step}
            class={`use ${use.mode.toLowerCase()}${spoils ? " spoils" : ""}`}
            onClick={() => void selectStep(use.step)}
          >
            <title>
              {`step ${use.step} ${kModes[use.mode]} ${lane.buffer}${spoils ? ", the caller’s input" : ""}`}
            </title>
            <rect x={x - 15} y={y + 3} width={30} height={20} rx={4} />
            <text x={x} y={y + 17} text-anchor="middle">
              {use.mode}
            </text>
          </g>
        );
      })}
    </>
  );
}

// As wide as the steps took, where that was measured, but none too small to be read.
function edgesOf(steps: number, times: number[] | undefined): Edges {
  const least = 44;
  const width = Math.min(120, Math.max(least, 560 / Math.max(steps, 1)));
  const sum = times?.length === steps ? times.reduce((a, b) => a + b, 0) : 0;
  const spare = steps * (width - least);
  const edges = [kLabel];
  for (let i = 0; i < steps; i++) {
    const share = sum > 0 ? least + (spare * (times?.[i] ?? 0)) / sum : width;
    edges.push((edges[i] ?? 0) + share);
  }
  return edges;
}

interface LanesProps {
  lanes: Lane[];
  steps: number;
  times: number[] | undefined; // of the steps, in milliseconds
}

export function Lanes({ lanes, steps, times }: LanesProps) {
  const edges = edgesOf(steps, times);
  const total = (edges[steps] ?? 0) + 26;
  const height = kHead + lanes.length * kRow + 4;
  const summary = lanes
    .map((lane) => `${lane.buffer}: ${lane.uses.map((use) => `${use.mode} ${use.step}`).join(", ")}`)
    .join("; ");
  return (
    <figure class="lanes">
      <svg
        role="img"
        aria-label={`Buffers over the steps. ${summary}`}
        viewBox={`0 0 ${total} ${height}`}
        width={total}
        height={height}
      >
        <rect
          class="column"
          x={edges[step.value] ?? 0}
          y={0}
          width={(edges[step.value + 1] ?? 0) - (edges[step.value] ?? 0)}
          height={height}
          rx={4}
        />
        {Array.from({ length: steps }, (_, i) => (
          <text key={i} class="axis" x={middle(edges, i)} y={12} text-anchor="middle">
            step {i}
          </text>
        ))}
        {lanes.map((lane, i) => (
          <g key={lane.buffer} class={`lane ${lane.buffer.toLowerCase()}`}>
            <text class="name" x={0} y={kHead + i * kRow + 17}>
              {buffer(lane.buffer)}
            </text>
            <line
              x1={kLabel}
              x2={total}
              y1={kHead + i * kRow + 13}
              y2={kHead + i * kRow + 13}
              class="rail"
            />
            <Cells lane={lane} y={kHead + i * kRow} edges={edges} />
          </g>
        ))}
      </svg>
    </figure>
  );
}
