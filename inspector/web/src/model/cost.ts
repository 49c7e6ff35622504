// Explains a step's time: its parts by the cost model, and reasons why a measurement differs.
import { against, bytes, microseconds, plural } from "./format.ts";
import type { Step, StepSide, Target } from "./types.ts";

export const kParts = ["memory", "access", "channels", "exchanges", "idle", "launch"] as const;
export type PartName = (typeof kParts)[number];
export type Parts = Record<PartName, number>; // microseconds by cause

// The names of a price's parts, which depend on the target's dialect.
export function partWords(dialect: string): Record<PartName, string> {
  const host = dialect === "host";
  return {
    memory: "memory at full speed",
    access: "short runs in memory",
    channels: host ? "crowded cache sets" : "crowded channels",
    exchanges: host ? "exchanges in scratch" : "exchanges through LDS",
    idle: host ? "idle cores" : "idle units",
    launch: host ? "start of the tasks" : "launch",
  };
}

// The price of a step by cause; null if the server states none.
export function partsOf(step: Step, bandwidth: number): Parts | null {
  const price = step.choice?.price;
  if (!price || !(bandwidth > 0)) return null;
  const moving = (price.read + price.write) * 1e6;
  const memory = Math.min(moving, (step.bytes_moved ?? 0) / bandwidth / 1000);
  return {
    memory,
    access: moving - memory,
    channels: price.channels * 1e6,
    exchanges: price.passes * 1e6,
    idle: price.occupancy * 1e6,
    launch: price.launch * 1e6,
  };
}

export function sumOf(all: Parts[]): Parts {
  const sum: Parts = { memory: 0, access: 0, channels: 0, exchanges: 0, idle: 0, launch: 0 };
  for (const parts of all) for (const name of kParts) sum[name] += parts[name];
  return sum;
}

export function totalOf(parts: Parts): number {
  return kParts.reduce((total, name) => total + parts[name], 0);
}

const kWorthWords = 0.04; // the least part of the price that is mentioned

// The parts that matter as text, largest first: "72 % memory at full speed, 21 % launch".
export function sharesOf(parts: Parts, dialect: string): string {
  const words = partWords(dialect);
  const total = totalOf(parts);
  const shares = kParts
    .map((name) => ({ name, share: parts[name] / total }))
    .filter(({ share }) => share >= kWorthWords)
    .sort((a, b) => b.share - a.share);
  return shares.map(({ name, share }) => `${Math.round(100 * share)}\u00a0% ${words[name]}`).join(", ");
}

// The price of the whole plan as text: the least time that memory takes, and what each cause adds.
export function storyOf(sum: Parts, roof: number, steps: number, dialect: string): string {
  const words = partWords(dialect);
  const passes = sum.memory / roof;
  const more = sum.memory - roof;
  const added = kParts
    .filter((name) => name !== "memory" && sum[name] >= kWorthWords * totalOf(sum))
    .sort((a, b) => sum[b] - sum[a])
    .map((name) => `${words[name]} ${microseconds(sum[name])}`);
  const again =
    more > kWorthWords * totalOf(sum)
      ? ` ${plural(steps, "kernel")} move the data ${passes.toPrecision(2)} times: ${microseconds(more)} more.`
      : "";
  const cached = more < -kWorthWords * totalOf(sum);
  const first = cached
    ? `One read of the input and one write of the output take ${microseconds(roof)} in memory; most of this stays in the caches, so that ${microseconds(sum.memory)} are charged.`
    : `One read of the input and one write of the output take ${microseconds(roof)}.`;
  return `${first}${again}${
    added.length > 0 ? ` Besides: ${added.join(", ")}.` : ""
  }`;
}

export interface Evidence {
  step: Step;
  parts: Parts;
  target: Target;
  precision: string;
  measured: number; // median in microseconds
  spread?: number; // of the measured times, relative to their median
  spilled?: number; // registers that the compiler spilled
  clock?: string; // the machine's remark about its clock during the measurement
}

const kNear = 0.15;

// Describes a transformed dimension whose rows share few memory channels. Empty if there is none.
function crowdOf(side: StepSide, { target, precision }: Evidence): string {
  const model = target.channels;
  if (!model) return "";
  const real = { half: 2, bfloat16: 2, single: 4, double: 8 }[precision] ?? 4;
  const element = side.format.endsWith("I") ? 2 * real : real;
  for (let i = 0; i < side.lengths.length; i++) {
    const length = side.lengths[i] ?? 1;
    const stride = (side.strides[i] ?? 0) * element;
    if (!side.transformed?.[i] || length < 16 || stride < model.interleave_bytes) continue;
    const rows = Array.from({ length: Math.min(length, 64) }, (_, row) => Math.floor((row * stride) / model.interleave_bytes) % model.units);
    const distinct = new Set(rows).size;
    if (distinct * 4 <= Math.min(model.units, length)) {
      return `rows ${bytes(stride)} apart meet in ${distinct} of ${model.units} ${model.unit === "channel" ? "channels" : "cache sets"}`;
    }
  }
  return "";
}

function whyFaster({ step, parts, target, measured }: Evidence): string {
  const held = step.in.bytes + (step.in_place ? 0 : step.out.bytes);
  const cache = target.l2_bytes ?? 0;
  if (measured < 0.95 * parts.memory) {
    const name = target.dialect === "host" ? "the caches" : "L2";
    return held <= cache
      ? `faster than memory allows: its ${bytes(held)} fit ${name}`
      : `faster than memory allows: part of its ${bytes(held)} comes from ${name}, or memory is faster than ${target.bandwidth_gbs} GB/s`;
  }
  const words = partWords(target.dialect);
  const over = kParts
    .filter((name) => name !== "memory")
    .sort((a, b) => parts[b] - parts[a])
    .find((name) => parts[name] > 0.5 * (totalOf(parts) - measured));
  return over === "launch"
    ? `the model charges ${microseconds(parts.launch)} for the launch; launches that follow each other cost less`
    : over
      ? `the model charges too much for ${words[over]}`
      : "the model charges too much";
}

function whySlower(evidence: Evidence): string {
  const { step, parts, target, measured, spread = 0, spilled = 0, clock = "" } = evidence;
  const rate = (step.bytes_moved ?? 0) / measured / 1000;
  const units = target.compute_units ?? 0;
  const blocks = step.kernel?.blocks ?? 0;
  const reasons: string[] = [];
  if (spilled > 0) reasons.push(`its code spills ${plural(spilled, "register")} to memory`);
  if (measured - totalOf(parts) < 10 && parts.launch > 0.5 * totalOf(parts)) {
    reasons.push("so short a kernel is mostly launch, and the timer’s own cost");
  }
  const crowd = crowdOf(step.in, evidence) || crowdOf(step.out, evidence);
  if (crowd !== "") reasons.push(`${crowd}, for which the model charges ${microseconds(parts.channels)}`);
  if (blocks > 0 && blocks < units && target.dialect !== "host") {
    reasons.push(`${plural(blocks, "workgroup")} leave some of ${units} compute units idle`);
  }
  if (spread > 0.2) reasons.push(`runs vary by ${Math.round(100 * spread)} %: other work on the machine, or its clock`);
  if (clock !== "") reasons.push(clock);
  const intensity = step.kernel?.flops_per_byte ?? 0;
  if (reasons.length === 0 && intensity > 6) {
    reasons.push(`arithmetic, ${intensity.toPrecision(2)} operations a byte, which the model does not count`);
  }
  if (reasons.length === 0) reasons.push("clock, caches, arithmetic or other work on the machine, none of which the model counts");
  return `${rate.toPrecision(3)} of ${target.bandwidth_gbs} GB/s: ${reasons.slice(0, 2).join("; ")}`;
}

// Compares a step's measured time with its prediction. `words` gives the reason for a difference.
export function gapOf(evidence: Evidence): { near: boolean; words: string } {
  const predicted = totalOf(evidence.parts);
  const ratio = evidence.measured / predicted;
  if (Math.abs(ratio - 1) <= kNear) return { near: true, words: "as predicted" };
  const words = ratio < 1 ? whyFaster(evidence) : whySlower(evidence);
  return { near: false, words: `${against(evidence.measured, predicted)}: ${words}` };
}
