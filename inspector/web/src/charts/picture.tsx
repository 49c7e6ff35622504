// The whole plan as one drawing. The top has the tree, whose leaves stand over the steps that run
// them. The middle has one lane for each buffer. The foot has the cost of each step. All parts
// share one axis of steps.
import { kParts, partsOf, partWords } from "../model/cost.ts";
import { accessText, buffer, bytes, microseconds, milliseconds, shape, stepName, withinRoom } from "../model/format.ts";
import type { CandidateDetail, PlanSummary, Step, TreeNode } from "../model/types.ts";
import { useRoom } from "../parts/room.ts";
import { detail, plan, selectStep, shownTimes, tree } from "../state/state.ts";
import { step } from "../state/view.ts";
import { AccessMarks } from "./access_icon.tsx";
import { Lanes, kLaneRow, type Frame } from "./lanes.tsx";

const kLabel = 64; // width to the left of the first step
const kRight = 34; // width to the right of the last step, for the caller's output
const kLevel = 22; // height of an inner node
const kBox = 44; // height of a kernel's box
const kCost = 40;
const kLeast = 112; // the least width of a step; narrower drawings scroll

const kMost = 470; // the largest width of a step

// The range of steps under an inner node.
interface Bar {
  node: TreeNode;
  from: number;
  to: number;
}

// The inner nodes of the tree with the steps under them. The leaves are drawn as the steps.
function barsOf(nodes: TreeNode[], steps: Step[]): Bar[] {
  const at = new Map(steps.flatMap((item, i) => item.nodes.map((id) => [id, i] as const)));
  return nodes
    .filter((node) => node.leaf === null)
    .map((node) => {
      const under = [...at].filter(([id]) => id.startsWith(`${node.id}.`)).map(([, i]) => i);
      return { node, from: Math.min(...under), to: Math.max(...under) };
    })
    .filter(({ from, to }) => Number.isFinite(from) && Number.isFinite(to));
}

const kKinds: [RegExp, string][] = [
  [/^TRANSPOSE/, "moves"],
  [/^CONVERT|^REAL_|_PRE|_POST/, "converts"],
  [/BLUESTEIN|RADER/, "convolves"],
];

// The kind of a box: the kind of its kernel, or "fused", since fused kernels do several kinds of work.
function kindOf(item: Step): string {
  if (item.shim !== null) return "fused";
  return kKinds.find(([pattern]) => pattern.test(item.scheme))?.[1] ?? "transforms";
}

// A candidate and what its drawing marks.
export interface Drawn {
  shown: CandidateDetail;
  nodes: TreeNode[];
  summary: PlanSummary;
  selected: number | null; // the selected step
  times: { name: string; steps: number[] } | null; // milliseconds of each step
  changed: ReadonlySet<number>; // steps that differ from those of the candidate that it is compared with
  dearest: number; // microseconds of the longest bar of cost
  delta: (at: number) => string; // text behind a step's predicted time
  onStep: (at: number) => void;
}

// The microseconds of the most expensive step, predicted or timed.
export function dearestOf({ steps }: CandidateDetail, times: number[] = []): number {
  return Math.max(0, ...steps.map((item) => item.predicted_us ?? 0), ...times.map((ms) => ms * 1000));
}

function TreeBars({ bars, depths, frame, onStep }: { bars: Bar[]; depths: number; frame: Frame; onStep: Drawn["onStep"] }) {
  return (
    <>
      {bars.map(({ node, from, to }) => {
        const width = frame.width * (to - from + 1) - 4;
        const name = withinRoom(node.scheme, shape(node.transform), Math.floor((width - 12) / 6.7));
        return (
          <g key={node.id} class="bar-node" onClick={() => onStep(from)}>
            <title>{`${node.scheme} ${shape(node.transform)}: ${node.summary}`}</title>
            <rect
              x={frame.x(from) + 2}
              y={Math.min(node.depth, depths - 1) * kLevel}
              width={width}
              height={kLevel - 3}
              rx={3}
            />
            <text x={frame.x(from) + 8} y={Math.min(node.depth, depths - 1) * kLevel + 14}>
              {name}
            </text>
          </g>
        );
      })}
    </>
  );
}

// The width of an arrow, from the bytes that pass along it (`side`) and the most bytes on any edge
// of the plan (`most`).
function thickness(side: number, most: number): number {
  return Math.max(1.5, 7 * Math.sqrt(side / Math.max(most, 1)));
}

function Flow({ steps, y, frame }: { steps: Step[]; y: number; frame: Frame }) {
  const most = Math.max(...steps.flatMap((item) => [item.in.bytes, item.out.bytes]));
  const inset = Math.min(14, frame.width * 0.12);
  const edges = steps.map((item, i) => ({ side: item.in, from: i === 0 ? kLabel - 22 : frame.x(i) - inset, to: frame.x(i) + inset }));
  const last = steps[steps.length - 1];
  if (last) {
    const end = frame.x(steps.length);
    edges.push({ side: last.out, from: end - inset, to: end + kRight - 12 });
  }
  return (
    <>
      {edges.map(({ side, from, to }, i) => (
        <g key={i} class={`edge ${side.buffer.toLowerCase()}`}>
          <title>{`${buffer(side.buffer)}${side.padded ? ", padded" : ""}: ${bytes(side.bytes)}, ${side.format}`}</title>
          <line x1={from} x2={to - 5} y1={y} y2={y} stroke-width={thickness(side.bytes, most)} />
          <path d={`M${to - 7} ${y - 5}l7 5-7 5z`} />
        </g>
      ))}
    </>
  );
}

function Kernels({ drawn, y, frame }: { drawn: Drawn; y: number; frame: Frame }) {
  const inset = Math.min(14, frame.width * 0.12);
  const width = frame.width - 2 * inset;
  return (
    <>
      {drawn.shown.steps.map((item, i) => (
        <g
          key={i}
          class={`kernel ${kindOf(item)}${drawn.selected === i ? " selected" : ""}${drawn.changed.has(i) ? " changed" : ""}`}
          data-picture-step={i}
          onClick={() => drawn.onStep(i)}
        >
          <title>
            {[
              `step ${i}: ${stepName(item)}, node ${item.nodes.join(" + ")}`,
              item.shim ? `fused: ${item.shim}` : "",
              item.access ? accessText(item.access) : "",
              item.kernel?.name ?? "",
            ]
              .filter((part) => part !== "")
              .join("\n")}
          </title>
          <rect x={frame.x(i) + inset} y={y} width={width} height={kBox - 6} rx={5} />
          <text x={frame.x(i) + frame.width / 2} y={y + 15} text-anchor="middle" class="what">
            {stepName(item, Math.floor(width / 6.7))}
          </text>
          {item.nodes.length > 1 && (
            <text x={frame.x(i) + frame.width / 2 + 1} y={y + 31} class="nodes">
              {`${item.nodes.length} in 1`}
            </text>
          )}
          {item.access && (
            <g transform={`translate(${frame.x(i) + frame.width / 2 - (item.nodes.length > 1 ? 36 : 13)} ${y + 21})`}>
              <AccessMarks access={item.access} />
            </g>
          )}
        </g>
      ))}
    </>
  );
}

function costWords(predicted: number | null, measured: number | undefined): string {
  if (measured === undefined) return predicted === null ? "" : microseconds(predicted);
  return milliseconds(measured);
}

interface PredictionProps {
  item: Step;
  target: PlanSummary["target"];
  us: number;
  x: number;
  y: number;
  scale: number; // pixels for each microsecond
}

// A step's predicted time by cause, as in the table of where the time goes.
function Prediction({ item, target, us, x, y, scale }: PredictionProps) {
  const parts = partsOf(item, target.bandwidth_gbs);
  if (parts === null) return <rect class="predicted" x={x} y={y} width={Math.max(1, us * scale)} height={5} rx={2} />;
  const words = partWords(target.dialect);
  let at = x;
  return (
    <g class="predicted">
      {kParts.map((name) => {
        const from = at;
        at += parts[name] * scale;
        return (
          parts[name] * scale > 0.2 && (
            <rect key={name} class={`part ${name}`} x={from} y={y} width={at - from} height={5}>
              <title>{`${words[name]}: ${microseconds(parts[name])}`}</title>
            </rect>
          )
        );
      })}
    </g>
  );
}

// Bars of the predicted time of each step, with the measured time drawn over them. The most
// expensive step has the longest bar.
function Costs({ drawn, y, frame }: { drawn: Drawn; y: number; frame: Frame }) {
  const { steps } = drawn.shown;
  const times = drawn.times?.steps;
  const predicted = steps.map((item) => item.predicted_us ?? null);
  const most = drawn.dearest;
  if (!(most > 0)) return null;
  const width = frame.width - 24;
  return (
    <g class="costs">
      <text class="name" x={0} y={y + 12}>
        {drawn.times?.name ?? "predicted"}
      </text>
      {times && (
        <text class="name" x={0} y={y + 27}>
          predicted
        </text>
      )}
      {steps.map((item, i) => {
        const us = predicted[i] ?? null;
        const ms = times?.[i];
        return (
          <g key={i}>
            <title>
              {`step ${i}: ${us === null ? "no prediction" : `${microseconds(us)} predicted`}${ms === undefined ? "" : `, ${milliseconds(ms)} measured`}`}
            </title>
            <rect class="ground" x={frame.x(i) + 12} y={y + 17} width={width} height={5} rx={2} />
            {ms !== undefined && (
              <rect class="measured" x={frame.x(i) + 12} y={y + 17} width={Math.max(1, (width * ms * 1000) / most)} height={5} rx={2} />
            )}
            {us !== null && (
              <Prediction item={item} target={drawn.summary.target} us={us} x={frame.x(i) + 12} y={ms === undefined ? y + 17 : y + 24} scale={width / most} />
            )}
            <text x={frame.x(i) + frame.width / 2} y={y + 12} text-anchor="middle">
              {costWords(us, ms)}
              {drawn.delta(i)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function summaryOf(shown: CandidateDetail): string {
  return shown.steps
    .map((item, i) => `step ${i}, ${stepName(item)}: ${buffer(item.in.buffer)} to ${buffer(item.out.buffer)}`)
    .join("; ");
}

// The picture of a candidate: the tree, kernels, buffers and costs of its steps. `width` is the width of one step in
// pixels.
export function Drawing({ drawn, width }: { drawn: Drawn; width: number }) {
  const { shown, selected, onStep } = drawn;
  const bars = barsOf(drawn.nodes, shown.steps);
  const depths = Math.max(0, ...bars.map(({ node }) => node.depth + 1));
  const count = Math.max(1, shown.steps.length);
  const frame: Frame = { x: (at) => kLabel + at * width, width };
  const total = kLabel + count * width + kRight;
  const boxes = depths * kLevel + 2;
  const lanes = boxes + kBox;
  const costs = lanes + shown.lanes.length * kLaneRow + 6;
  return (
    <svg
      role="img"
      aria-label={`${count} kernels over their buffers. ${summaryOf(shown)}`}
      viewBox={`0 0 ${total} ${costs + kCost}`}
      width={total}
      height={costs + kCost}
    >
      {selected !== null && (
        <rect class="column" x={frame.x(selected)} y={boxes - 4} width={width} height={costs + kCost - boxes + 4} rx={5} />
      )}
      {[...drawn.changed].map((at) => (
        <rect key={at} class="difference" x={frame.x(at) + 1} y={boxes - 3} width={width - 2} height={costs + kCost - boxes + 2} rx={5} />
      ))}
      <TreeBars bars={bars} depths={depths} frame={frame} onStep={onStep} />
      <Kernels drawn={drawn} y={boxes} frame={frame} />
      <Flow steps={shown.steps} y={boxes + (kBox - 6) / 2} frame={frame} />
      <Lanes lanes={shown.lanes} top={lanes} frame={frame} end={total} onStep={onStep} />
      <Costs drawn={drawn} y={costs} frame={frame} />
    </svg>
  );
}

// The width in pixels of one step if `steps` steps share `room` pixels.
export function stepWidth(steps: number, room: number): number {
  return Math.max(kLeast, Math.min(kMost, (room - kLabel - kRight) / Math.max(1, steps)));
}

const kNone: ReadonlySet<number> = new Set();

export function Picture() {
  const [figure, room] = useRoom<HTMLElement>(0, Infinity);
  const [shown, summary] = [detail.value, plan.value];
  const times = shownTimes.value;
  return (
    <figure class="picture" ref={figure} tabIndex={0} aria-label="The plan as one drawing">
      {shown && summary && (
        <Drawing
          width={stepWidth(shown.steps.length, room)}
          drawn={{
            shown,
            summary,
            nodes: tree.value,
            selected: step.value,
            times: times && { name: times.of === "run" ? "run" : "measured", steps: times.steps },
            changed: kNone,
            dearest: dearestOf(shown, times?.steps),
            delta: () => "",
            onStep: selectStep,
          }}
        />
      )}
    </figure>
  );
}
