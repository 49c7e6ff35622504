// A roofline chart of the candidate's kernels: operations per second over operations per byte,
// below the target's memory bandwidth. Both axes are logarithmic.
import { microseconds } from "../model/format.ts";
import { useRoom } from "../parts/room.ts";
import { detail, plan } from "../state/state.ts";
import { step } from "../state/view.ts";

const kLeast = 300;
const kMost = 560;
const kHeight = 170;
const kLeft = 46;
const kBottom = 20;

interface Scale {
  low: number;
  high: number;
}

// An axis from the power of ten below the values to the power of ten above them.
function scaleOf(values: number[]): Scale {
  const low = Math.floor(Math.log10(Math.min(...values)));
  return { low, high: Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values)))) };
}

function place(value: number, scale: Scale, from: number, to: number): number {
  return from + ((Math.log10(value) - scale.low) / (scale.high - scale.low)) * (to - from);
}

const kSuffixes = ["", "k", "M", "G", "T", "P"];

// 10^exponent with its unit: 4 is "10k".
function power(exponent: number): string {
  const group = Math.max(0, Math.floor(exponent / 3));
  return `${10 ** (exponent - 3 * group)}${kSuffixes[group] ?? ""}`;
}

// `measured` holds the milliseconds of each step, or is undefined.
export function Roofline({ measured }: { measured: number[] | undefined }) {
  const [box, width] = useRoom<HTMLElement>(kLeast, kMost);
  const bandwidth = plan.value?.target.bandwidth_gbs ?? 0;
  const kernels = (detail.value?.steps ?? []).flatMap((item, at) => {
    const kernel = item.kernel;
    if (kernel === null || !kernel.flops_per_byte) return [];
    const roof = kernel.flops_per_byte * bandwidth;
    const ms = measured?.[at];
    return [{ at, intensity: kernel.flops_per_byte, roof, got: ms ? kernel.flops / ms / 1e6 : null }];
  });
  if (kernels.length === 0 || bandwidth === 0) return null;
  const x = scaleOf(kernels.map(({ intensity }) => intensity));
  // The axis holds the whole roof, since a cut roof would not have the slope of the bandwidth.
  const ends = [10 ** x.low * bandwidth, 10 ** x.high * bandwidth];
  const y = scaleOf([...ends, ...kernels.flatMap(({ roof, got }) => (got ? [roof, got] : [roof]))]);
  const px = (value: number) => place(value, x, kLeft, width - 8);
  const py = (value: number) => place(value, y, kHeight - kBottom, 6);
  const selected = kernels.find(({ at }) => at === step.value);
  const share = selected?.got ? selected.got / selected.roof : null;
  const least = selected && detail.value?.steps[selected.at]?.kernel?.bytes_moved;
  return (
    <figure class="roofline" ref={box}>
      <svg
        class="roofline-chart"
        role="img"
        aria-label={`Roofline of ${kernels.length} kernels at ${bandwidth} GB/s`}
        viewBox={`0 0 ${width} ${kHeight}`}
        width={width}
        height={kHeight}
      >
        <line class="axis" x1={kLeft} y1={6} x2={kLeft} y2={kHeight - kBottom} />
        <line class="axis" x1={kLeft} y1={kHeight - kBottom} x2={width} y2={kHeight - kBottom} />
        <line
          class="roof"
          x1={px(10 ** x.low)}
          y1={py(10 ** x.low * bandwidth)}
          x2={px(10 ** x.high)}
          y2={py(10 ** x.high * bandwidth)}
        />
        <text x={kLeft - 4} y={14} text-anchor="end">{power(y.high)}</text>
        <text x={kLeft - 4} y={kHeight - kBottom} text-anchor="end">{power(y.low)}</text>
        <text x={kLeft} y={kHeight - 5}>{`${10 ** x.low} op/byte`}</text>
        <text x={width - 4} y={kHeight - 5} text-anchor="end">{`${10 ** x.high} op/byte`}</text>
        {kernels.map(({ at, intensity, roof, got }) => (
          <circle
            key={at}
            class={`dot${at === step.value ? " selected" : ""}${got ? "" : " unmeasured"}`}
            data-dot={at}
            cx={px(intensity)}
            cy={py(got ?? roof)}
            r={at === step.value ? 6 : 4}
          >
            <title>{`step ${at}: ${(got ?? roof).toPrecision(3)} GFLOP/s ${got ? "measured" : "at most"}`}</title>
          </circle>
        ))}
      </svg>
      <figcaption>
        Billions of operations per second over operations per byte. The line is what memory at {bandwidth} GB/s allows
        {least ? `: at least ${microseconds(least / bandwidth / 1000)} for this kernel` : ""}.{" "}
        {share === null
          ? "Measure or run to see where the kernels stand below it."
          : share > 1
            ? `This kernel does ${share.toPrecision(3)} times as much: part of its data comes from a cache.`
            : `This kernel reaches ${(100 * share).toFixed(0)} % of it.`}{" "}
        Limits of arithmetic are not drawn.
      </figcaption>
    </figure>
  );
}
