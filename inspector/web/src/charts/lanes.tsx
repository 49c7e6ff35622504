// A drawing with one lane for each buffer and one column for each step. It shows when the buffer is
// read and written, and while its data is needed.
import { buffer, bytes } from "../model/format.ts";
import type { Lane } from "../model/types.ts";

export const kLaneRow = 26;

const kModes = { R: "reads", W: "writes", RW: "reads and writes, in place:" };

export interface Frame {
  x: (at: number) => number; // left edge of a step
  width: number;
}

function Live({ lane, y, frame, end }: { lane: Lane; y: number; frame: Frame; end: number }) {
  const middle = (at: number) => frame.x(at) + frame.width / 2;
  return (
    <>
      {lane.live.map(([from, to], i) => {
        // The bar goes from the middle of the step that writes to the middle of the step that
        // reads. If the caller writes or reads, the bar goes to the drawing's edge.
        const left = from < 0 ? frame.x(0) : middle(from);
        const right = Math.min(middle(to), end - 4);
        return <rect key={i} class="live" x={left} y={y + 9} width={right - left} height={8} rx={4} />;
      })}
    </>
  );
}

function Uses({ lane, y, frame, onStep }: { lane: Lane; y: number; frame: Frame; onStep: Props["onStep"] }) {
  return (
    <>
      {lane.uses.map((use) => {
        const x = frame.x(use.step) + frame.width / 2;
        const spoils = lane.buffer === "USER_IN" && use.mode !== "R";
        return (
          <g
            key={use.step}
            class={`use ${use.mode.toLowerCase()}${spoils ? " spoils" : ""}`}
            onClick={() => onStep(use.step)}
          >
            <title>
              {`step ${use.step} ${kModes[use.mode]} ${buffer(lane.buffer)}${spoils ? ", the caller’s input" : ""}`}
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

interface Props {
  lanes: Lane[];
  top: number;
  frame: Frame;
  end: number; // the right edge of the drawing
  onStep: (at: number) => void;
}

export function Lanes({ lanes, top, frame, end, onStep }: Props) {
  return (
    <g class="lanes">
      {lanes.map((lane, i) => {
        const y = top + i * kLaneRow;
        return (
          <g key={lane.buffer} class={`lane ${lane.buffer.toLowerCase()}`}>
            <text class="name" x={0} y={y + 13}>
              {buffer(lane.buffer)}
              <title>{bytes(lane.bytes)}</title>
            </text>
            <text class="size" x={0} y={y + 24}>
              {bytes(lane.bytes)}
            </text>
            <line x1={frame.x(0)} x2={end} y1={y + 13} y2={y + 13} class="rail" />
            <Live lane={lane} y={y} frame={frame} end={end} />
            <Uses lane={lane} y={y} frame={frame} onStep={onStep} />
          </g>
        );
      })}
    </g>
  );
}
