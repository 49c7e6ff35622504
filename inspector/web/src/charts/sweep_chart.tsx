// A chart of times over the values of one swept field: medians with their intervals, and
// predictions.
import { microseconds, milliseconds } from "../model/format.ts";
import { valueWords } from "../model/sweep.ts";
import type { Sweep, SweepCell } from "../model/types.ts";
import { useRoom } from "../parts/room.ts";
import { axisOf } from "./chart.tsx";

const kLeft = 66;
const kRight = 14;
const kTop = 10;
const kHeight = 190;
const kFoot = 24;

export function SweepChart({ sweep, onPick }: { sweep: Sweep; onPick: (cell: SweepCell) => void }) {
  const [frame, width] = useRoom<HTMLDivElement>(320, 900);
  const timed = sweep.items.filter(({ samples }) => samples > 0);
  if (timed.length === 0) return null;
  // Intervals that reach far above the medians are cut off, so that the medians remain
  // distinguishable.
  const slowest = Math.max(...timed.map((cell) => Math.max(cell.median_ms, (cell.predicted_us ?? 0) / 1000)));
  const highest = Math.min(1.5 * slowest, Math.max(slowest, ...timed.map(({ high_ms: high }) => high)));
  const { end, step } = axisOf(highest);
  const { values, field } = sweep.rows;
  const x = (row: number) => kLeft + ((row + 0.5) * (width - kLeft - kRight)) / values.length;
  const y = (ms: number) => kTop + kHeight * (1 - ms / end);
  const path = (points: [number, number][]) => points.map(([px, py], i) => `${i === 0 ? "M" : "L"}${px} ${py}`).join("");
  const marks = Array.from({ length: Math.round(end / step) + 1 }, (_, i) => i * step);
  return (
    <div ref={frame}>
      <svg id="sweep-chart" class="chart sweep" width={width} height={kTop + kHeight + kFoot} role="img" aria-label="Measured times by value">
        {marks.map((ms) => (
          <g key={ms}>
            <line class="grid" x1={kLeft} x2={width - kRight} y1={y(ms)} y2={y(ms)} />
            <text x={kLeft - 6} y={y(ms) + 4} text-anchor="end">
              {ms === 0 ? "0" : milliseconds(ms)}
            </text>
          </g>
        ))}
        <path class="predicted-line" d={path(timed.filter((cell) => cell.predicted_us !== null).map((cell) => [x(cell.row), y((cell.predicted_us ?? 0) / 1000)]))} />
        <path class="measured-line" d={path(timed.map((cell) => [x(cell.row), y(cell.median_ms)]))} />
        {values.map((value, row) => (
          <text key={row} x={x(row)} y={kTop + kHeight + 16} text-anchor="middle">
            {valueWords(field, value)}
          </text>
        ))}
        {timed.map((cell) => (
          <g key={cell.row} class="point" onClick={() => onPick(cell)}>
            <line class="interval" x1={x(cell.row)} x2={x(cell.row)} y1={y(cell.low_ms)} y2={y(Math.min(cell.high_ms, end))} />
            <circle cx={x(cell.row)} cy={y(cell.median_ms)} r="4.5">
              <title>{`${valueWords(field, values[cell.row] ?? "")}: ${milliseconds(cell.median_ms)}, 95 % between ${milliseconds(cell.low_ms)} and ${milliseconds(cell.high_ms)}, predicted ${microseconds(cell.predicted_us ?? 0)}`}</title>
            </circle>
          </g>
        ))}
      </svg>
      <p class="note">Dots are medians, upright lines their 95 % intervals; dashed is what was predicted.</p>
    </div>
  );
}
