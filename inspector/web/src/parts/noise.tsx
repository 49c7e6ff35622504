// How reliable the times are: their spread, and other work of the machine during the measurement.
import type { Machine } from "../model/types.ts";

const kNoisy = 0.2; // width of the 95 % interval, relative to the median

interface Timed {
  median_ms: number;
  low_ms: number;
  high_ms: number;
  samples: number;
}

export function spreadOf(items: Timed[]): number {
  const timed = items.filter(({ samples }) => samples > 0);
  return Math.max(0, ...timed.map((item) => (item.high_ms - item.low_ms) / item.median_ms));
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function spreadWords(spread: number): string {
  if (spread < 1) return `the least certain median is known to ${percent(spread / 2)} either way only`;
  return `the least certain median is known within a factor of ${(1 + spread).toPrecision(2)} only`;
}

// The machine's state during the measurement, in one line.
export function machineWords(machine: Machine): string {
  const { driver, clock_mhz: clock, processors, processor_mhz: mhz, governor, others_share: others } = machine;
  return [
    driver === "" ? "" : `driver ${driver}`,
    clock === null ? "" : `clock up to ${Math.round(clock)} MHz`,
    `${processors} processors${mhz === null ? "" : ` at ${Math.round(mhz)} MHz`}`,
    governor === "" ? "" : `governor ${governor}`,
    others === null ? "" : `${percent(others)} of their time taken by other programs`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

// Warns if times vary much. Plans saved by older releases lack the machine's state.
export function Noise({ items, machine }: { items: Timed[]; machine: Machine | undefined }) {
  const spread = spreadOf(items);
  const warnings = machine?.warnings ?? [];
  if (spread < kNoisy && warnings.length === 0) return null;
  const reasons = warnings.length > 0 ? warnings.join("; ") : "other work on the machine, or a clock that changes";
  return (
    <p class="note" data-testid="noise">
      <span class="warn">Noise:</span>{" "}
      {spread >= kNoisy && `${spreadWords(spread)}: `}
      {reasons}. Measure again when it is quiet.
    </p>
  );
}
