// The steps of the selected candidate, and the buffers over its steps.
import { AccessIcon } from "../charts/access_icon.tsx";
import { Picture } from "../charts/picture.tsx";
import { accessText, buffer, bytes, count, launchWords, microseconds, milliseconds, plural, stepName } from "../model/format.ts";
import type { ArrayDescription, Step, StepSide } from "../model/types.ts";
import { Shape } from "../parts/shape.tsx";
import { Table } from "../parts/table.tsx";
import { wide } from "../state/layout.ts";
import { candidate, detail, plan, selectStep, shownTimes } from "../state/state.ts";
import { step } from "../state/view.ts";
import { CostSection } from "./cost_section.tsx";
import { Hints } from "./hints.tsx";

function Side({ side }: { side: StepSide }) {
  return (
    <span title={`layout ${side.layout}, ${count(side.elements)} elements`}>
      <span class={`buffer ${side.buffer.toLowerCase()}`}>
        {buffer(side.buffer)}
        {side.padded && "*"}
      </span>{" "}
      <Shape side={side} />
    </span>
  );
}

const kSideTitle =
  "lengths, and under them the strides in memory, slowest first; transformed dimensions are bold";

function onKey(event: KeyboardEvent, at: number, steps: number): void {
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Enter: at, " ": at }[event.key];
  if (next === undefined || next < 0 || next >= steps) return;
  event.preventDefault();
  selectStep(next);
  document.querySelector<HTMLElement>(`[data-step="${next}"]`)?.focus();
}

// The format of a step's input or output, named as in the caller's array. Kernels treat half
// spectra and pairs of reals as complex numbers.
function formatOf(side: StepSide, array: ArrayDescription | undefined): string {
  if (array === undefined || !side.format.startsWith("C")) return side.format;
  return array.format === "R" ? "R in pairs" : array.format;
}

// A kernel: its name, the nodes whose work it does, its formats.
function What({ item, at, steps }: { item: Step; at: number; steps: number }) {
  const problem = plan.value?.problem;
  const from = formatOf(item.in, at === 0 ? problem?.input : undefined);
  const to = formatOf(item.out, at === steps - 1 ? problem?.output : undefined);
  return (
    <>
      <span class="kernel-name" title={item.kernel?.name ?? "no kernel"}>
        {stepName(item)}
      </span>
      {item.shim && <span class="tag good">fused</span>} {item.access && <AccessIcon access={item.access} />}
      <br />
      <span class="dim mono" title={item.shim ?? (item.access ? accessText(item.access) : "")}>
        node {item.nodes.join(" + ")}
      </span>
      <span class="dim">
        {" "}
        {from === to ? from : `${from} → ${to}`}, {item.in_place ? "in place" : "out of place"}
      </span>
    </>
  );
}

function Launch({ kernel }: { kernel: Step["kernel"] }) {
  const words = launchWords(plan.value?.target.dialect);
  if (kernel === null) return <>–</>;
  return (
    <>
      {count(kernel.blocks)}
      {words.shared === "LDS" ? ` × ${kernel.threads}` : ` ${words.blocks}`}
      <br />
      <span class="dim">
        {bytes(kernel.lds_bytes)} {words.shared}
      </span>
    </>
  );
}

function Time({ item, at }: { item: Step; at: number }) {
  const time = shownTimes.value?.steps[at];
  return (
    <>
      {item.predicted_us === null || item.predicted_us === undefined ? "–" : microseconds(item.predicted_us)}
      {time !== undefined && (
        <>
          <br />
          <b title={`of the ${shownTimes.value?.of}`}>{milliseconds(time)}</b>
        </>
      )}
    </>
  );
}

// The sum of the steps' times and its difference to the plan's time. The steps and the plan are
// measured separately, so the times may differ.
function Sum() {
  const times = shownTimes.value;
  if (times === null) return null;
  const sum = times.steps.reduce((total, ms) => total + ms, 0);
  const rest = times.whole - sum;
  return (
    <p class="note" data-testid="step-sum">
      By the {times.of}, the steps, timed one by one, take {milliseconds(sum)}; the whole takes {milliseconds(times.whole)}:{" "}
      {Math.abs(rest) < 0.02 * times.whole
        ? "they add up."
        : rest > 0
          ? `${milliseconds(rest)} pass between them, or a step finds its data less often in a cache.`
          : `${milliseconds(-rest)} less, since each timing of a step has its own cost and starts from other caches.`}
    </p>
  );
}

function Notes() {
  const shown = detail.value;
  const facts: string[] = [];
  if (shown?.lanes.some(({ buffer: name, uses }) => name === "USER_IN" && uses.some(({ mode }) => mode !== "R"))) {
    facts.push("dashed: the input is overwritten");
  }
  if (shown?.steps.some((item) => item.in.padded || item.out.padded)) facts.push("* padded");
  facts.push("bold: the dimensions that are transformed");
  return <p class="note">{facts.join("  ·  ")}</p>;
}

export function StepsPanel() {
  const shown = detail.value;
  if (shown === null || candidate.value === null) return null;
  const words = launchWords(plan.value?.target.dialect);
  return (
    <>
      {!wide.value && <Picture />}
      <h3>
        Candidate {shown.candidate}: {plural(shown.steps.length, "kernel")}, {plural(shown.buffers, "buffer")},{" "}
        {bytes(shown.workspace_bytes)} of workspace
      </h3>
      {shown.kernels_error !== "" && (
        <p class="error">This candidate has no kernels: {shown.kernels_error}</p>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label="Steps">
        <Table
          name="steps"
          rows={shown.steps}
          of={(_, at) => ({
            "aria-selected": step.value === at,
            tabIndex: step.value === at ? 0 : -1,
            "data-step": at,
            onClick: () => selectStep(at),
            onKeyDown: (event: KeyboardEvent) => onKey(event, at, shown.steps.length),
          })}
          columns={[
            { head: "#", num: true, cell: (_, at) => at },
            { head: "Kernel", cell: (item, at) => <What item={item} at={at} steps={shown.steps.length} /> },
            { head: "Reads", title: kSideTitle, class: "mono side", cell: (item) => <Side side={item.in} /> },
            { head: "Writes", title: kSideTitle, class: "mono side", cell: (item) => <Side side={item.out} /> },
            { head: "Launch", num: true, class: "mono", title: `${words.blocks}, and ${words.shared} of each`, cell: (item) => <Launch kernel={item.kernel} /> },
            {
              head: "Time",
              num: true,
              class: "mono",
              title: "by the cost model; below it, in bold, of the run or the measurement that came last",
              cell: (item, at) => <Time item={item} at={at} />,
            },
          ]}
        />
      </div>
      <Sum />
      <Notes />
      <CostSection />
      <Hints />
    </>
  );
}
