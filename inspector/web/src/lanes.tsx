// One lane per buffer over the steps: when it is read and written, and while its data is needed.
import { buffer } from "./format.ts";
import { selectStep, step } from "./state.ts";
import type { Lane } from "./types.ts";

const kLabel = 44;
const kRow = 26;
const kHead = 18;

const kModes = { R: "reads", W: "writes", RW: "reads and writes, in place:" };

function Cells({ lane, y, width }: { lane: Lane; y: number; width: number }) {
  return (
    <>
      {lane.live.map(([from, to], i) => {
        // Between the middles of the writing and the reading step; from and to the edge for the
        // caller's part.
        const left = Math.max(kLabel, kLabel + (from + 0.5) * width);
        const right = kLabel + (to + 0.5) * width;
        return <rect key={i} class="live" x={left} y={y + 9} width={right - left} height={8} rx={4} />;
      })}
      {lane.uses.map((use) => {
        const x = kLabel + (use.step + 0.5) * width;
        return (
          <g
            key={use.step}
            class={`use ${use.mode.toLowerCase()}`}
            onClick={() => void selectStep(use.step)}
          >
            <title>{`step ${use.step} ${kModes[use.mode]} ${lane.buffer}`}</title>
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

export function Lanes({ lanes, steps }: { lanes: Lane[]; steps: number }) {
  const width = Math.min(120, Math.max(44, 560 / Math.max(steps, 1)));
  const total = kLabel + steps * width + 26;
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
          x={kLabel + step.value * width}
          y={0}
          width={width}
          height={height}
          rx={4}
        />
        {Array.from({ length: steps }, (_, i) => (
          <text key={i} class="axis" x={kLabel + (i + 0.5) * width} y={12} text-anchor="middle">
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
            <Cells lane={lane} y={kHead + i * kRow} width={width} />
          </g>
        ))}
      </svg>
    </figure>
  );
}
