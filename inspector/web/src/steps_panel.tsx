// The selected candidate, step by step, and the buffers over its steps.
import { computed } from "@preact/signals";
import { Path } from "./candidates_panel.tsx";
import { buffer, bytes, count, list, milliseconds, plural, shape, stepName } from "./format.ts";
import { Hints } from "./hints.tsx";
import { Lanes } from "./lanes.tsx";
import { candidate, detail, plan, run, selectStep, step, timings } from "./state.ts";
import type { ArrayDescription, Step, StepSide } from "./types.ts";

// Of the last run or measurement of the candidate on show.
const stepTimes = computed(
  () => run.value?.step_ms ?? timings.value.get(candidate.value ?? -1)?.step_ms,
);

function Side({ side }: { side: StepSide }) {
  return (
    <td class="mono" title={`layout ${side.layout}, ${count(side.elements)} elements`}>
      {shape(side.lengths)}
      <br />
      <span class="strides">
        {list(side.strides)}
        {side.padded && <span class="tag">padded</span>}
      </span>
    </td>
  );
}

function onKey(event: KeyboardEvent, at: number, steps: number): void {
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Enter: at, " ": at }[event.key];
  if (next === undefined || next < 0 || next >= steps) return;
  event.preventDefault();
  void selectStep(next);
  document.querySelector<HTMLElement>(`[data-step="${next}"]`)?.focus();
}

// To kernels the caller's half spectra are complex numbers, and so are reals, two at a time.
function formatOf(side: StepSide, array: ArrayDescription | undefined): string {
  if (array === undefined || !side.format.startsWith("C")) return side.format;
  return array.format === "R" ? "R in pairs" : array.format;
}

function Row({ item, at, steps }: { item: Step; at: number; steps: number }) {
  const selected = step.value === at;
  const time = stepTimes.value?.[at];
  const problem = plan.value?.problem;
  const from = formatOf(item.in, at === 0 ? problem?.input : undefined);
  const to = formatOf(item.out, at === steps - 1 ? problem?.output : undefined);
  const formats = from === to ? from : `${from} → ${to}`;
  return (
    <tr
      aria-selected={selected}
      tabIndex={selected ? 0 : -1}
      data-step={at}
      onClick={() => void selectStep(at)}
      onKeyDown={(event) => onKey(event, at, steps)}
    >
      <td class="num">{at}</td>
      <td>
        <span class="kernel-name" title={item.kernel?.name ?? "no kernel"}>
          {stepName(item)}
        </span>
        {item.shim && <span class="tag good">fused</span>}
        <br />
        <span class="dim mono" title={item.shim ?? ""}>
          node {item.nodes.join(" + ")}
        </span>
      </td>
      <td>
        <Path path={[item.in.buffer, item.out.buffer]} padded={[item.in.padded, item.out.padded]} />
        <br />
        <span class="dim">
          {formats}, {item.in_place ? "in place" : "out of place"}
        </span>
      </td>
      <Side side={item.in} />
      <Side side={item.out} />
      <td class="num mono">
        {item.kernel ? (
          <>
            {count(item.kernel.blocks)} × {item.kernel.threads}
            <br />
            <span class="dim">{bytes(item.kernel.lds_bytes)} LDS</span>
          </>
        ) : (
          "–"
        )}
      </td>
      {stepTimes.value && <td class="num mono">{time === undefined ? "" : milliseconds(time)}</td>}
    </tr>
  );
}

export function StepsPanel() {
  const shown = detail.value;
  if (shown === null || candidate.value === null) return null;
  return (
    <>
      <h3>
        Rank {shown.rank}: {plural(shown.steps.length, "kernel")}, {plural(shown.buffers, "buffer")},{" "}
        {bytes(shown.workspace_bytes)} of workspace
      </h3>
      {shown.kernels_error !== "" && (
        <p class="error">This candidate has no kernels: {shown.kernels_error}</p>
      )}
      <Hints />
      <div class="scroll">
        <table class="steps">
          <thead>
            <tr>
              <th class="num">#</th>
              <th>Kernel</th>
              <th>Buffers</th>
              <th title="lengths, and under them the strides in memory, slowest first">
                Reads
              </th>
              <th title="lengths, and under them the strides in memory, slowest first">Writes</th>
              <th class="num" title="blocks × threads, and LDS per block">Launch</th>
              {stepTimes.value && <th class="num">Time</th>}
            </tr>
          </thead>
          <tbody>
            {shown.steps.map((item, at) => (
              <Row key={at} item={item} at={at} steps={shown.steps.length} />
            ))}
          </tbody>
        </table>
      </div>
      <Lanes lanes={shown.lanes} steps={shown.steps.length} times={stepTimes.value} />
      <p class="note">
        {shown.lanes
          .map((lane) => `${buffer(lane.buffer)} ${bytes(lane.bytes)}`)
          .join("  ·  ")}
        {stepTimes.value && "  ·  as wide as measured"}
        {shown.lanes.some(({ buffer: name, uses }) => name === "USER_IN" && uses.some(({ mode }) => mode !== "R")) &&
          "  ·  dashed: the input is overwritten"}
        {shown.steps.some((item) => item.in.padded || item.out.padded) && "  ·  * padded"}
      </p>
    </>
  );
}
