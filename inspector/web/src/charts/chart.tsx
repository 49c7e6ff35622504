// Measured times as bars. Each candidate has one bar, whose parts are its steps, with the
// confidence interval of the whole time.
import { milliseconds } from "../model/format.ts";
import type { Timing } from "../model/types.ts";
import { useRoom } from "../parts/room.ts";
import { candidate, candidates, selectCandidate } from "../state/state.ts";

const kLeast = 320;
const kMost = 2400;
const kLabel = 62;
const kBar = 20;
const kRow = 30;

// The end of an axis from 0, a round number not below `value`, and the step between its marks.
export function axisOf(value: number): { end: number; step: number } {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [0.2, 0.5, 1, 2].map((part) => part * power).find((part) => value / part <= 6);
  const by = step ?? 2 * power;
  return { end: Math.ceil(value / by) * by, step: by };
}

interface BarProps {
  item: Timing;
  y: number;
  scale: number;
  end: number; // the value at the axis's end
  marked: boolean;
}

function Bar({ item, y, scale, end, marked }: BarProps) {
  let at = 0;
  const parts = item.step_ms.map((ms, i) => {
    const from = at;
    at += ms;
    return (
      <rect
        key={i}
        class={`part s${i % 6}`}
        x={kLabel + from * scale}
        y={y}
        width={Math.max(0, ms * scale - 1)}
        height={kBar}
      >
        <title>{`step ${i}: ${milliseconds(ms)}, ${item.kernels[i] ?? ""}`}</title>
      </rect>
    );
  });
  const middle = y + kBar / 2;
  const us = candidates.value?.items.find((one) => one.candidate === item.candidate)?.predicted_us;
  const rest = item.median_ms - at;
  return (
    <g
      class={candidate.value === item.candidate ? "row selected" : "row"}
      onClick={() => selectCandidate(item.candidate)}
    >
      <text class="name" x={kLabel - 6} y={middle + 4} text-anchor="end">
        {marked ? "⚠ " : ""}#{item.candidate}
      </text>
      {parts}
      {rest > 0 && (
        <rect class="rest" x={kLabel + at * scale} y={y} width={rest * scale} height={kBar}>
          <title>{`${milliseconds(rest)} between the steps, or because the whole finds other caches`}</title>
        </rect>
      )}
      <line class="median" x1={kLabel + item.median_ms * scale} x2={kLabel + item.median_ms * scale} y1={y - 2} y2={y + kBar + 2} />
      {us !== null && us !== undefined && us / 1000 <= end && (
        <path class="predicted" d={`M${kLabel + (us / 1000) * scale} ${y + kBar + 1}l-4 6h8z`}>
          <title>{`predicted: ${milliseconds(us / 1000)}`}</title>
        </path>
      )}
      <line
        class="interval"
        x1={kLabel + item.low_ms * scale}
        x2={kLabel + item.high_ms * scale}
        y1={middle}
        y2={middle}
      >
        <title>{`${item.samples} samples, 95 % between ${milliseconds(item.low_ms)} and ${milliseconds(item.high_ms)}`}</title>
      </line>
      <text x={kLabel + Math.max(item.high_ms, item.median_ms, at) * scale + 6} y={middle + 4}>
        {milliseconds(item.median_ms)}
      </text>
    </g>
  );
}

export function TimeChart({ items, overrated }: { items: Timing[]; overrated: Set<number> }) {
  const [box, width] = useRoom<HTMLDivElement>(kLeast, kMost);
  const timed = items.filter((item) => item.samples > 0);
  if (timed.length === 0) return null;
  const sums = timed.map((item) => item.step_ms.reduce((total, ms) => total + ms, 0));
  const { end, step } = axisOf(Math.max(...timed.map((item) => item.high_ms), ...sums));
  const scale = (width - kLabel - 70) / end;
  const height = timed.length * kRow + 24;
  const marks = Array.from({ length: Math.round(end / step) + 1 }, (_, i) => i * step);
  const words = timed.map((item) => `candidate ${item.candidate}: ${milliseconds(item.median_ms)}`).join(", ");
  return (
    <div ref={box} class="chart-box">
    <svg
      id="time-chart"
      class="chart"
      role="img"
      aria-label={`Median times. ${words}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      {marks.map((mark) => (
        <g key={mark}>
          <line
            class="rail"
            x1={kLabel + mark * scale}
            x2={kLabel + mark * scale}
            y1={0}
            y2={height - 18}
          />
          <text x={kLabel + mark * scale} y={height - 4} text-anchor="middle">
            {mark === 0 ? "0" : milliseconds(mark)}
          </text>
        </g>
      ))}
      {timed.map((item, i) => (
        <Bar
          key={item.candidate}
          item={item}
          y={i * kRow + 4}
          scale={scale}
          end={end}
          marked={overrated.has(item.candidate)}
        />
      ))}
    </svg>
    </div>
  );
}
