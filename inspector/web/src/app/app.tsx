// The component of the whole page.
import { signal } from "@preact/signals";
import type { ComponentChildren, FunctionComponent } from "preact";
import { Picture } from "../charts/picture.tsx";
import { bytes, microseconds, milliseconds } from "../model/format.ts";
import { kTabs, type Tab } from "../model/hash.ts";
import { decidingWords } from "../model/reasons.ts";
import { CandidatesPanel } from "../panels/candidates_panel.tsx";
import { RunOutcome } from "../panels/run_panel.tsx";
import { StepsPanel } from "../panels/steps_panel.tsx";
import { TreePanel } from "../panels/tree_panel.tsx";
import { Select } from "../parts/controls.tsx";
import { MaximiseButton, Panel } from "../parts/panel.tsx";
import { Splitter } from "../parts/splitter.tsx";
import { archive, standalone } from "../state/archive.ts";
import { helpOpen } from "../state/dialogs_state.ts";
import { maximised, splits, wide } from "../state/layout.ts";
import { candidates, detail, devices, plan, planning, stale, submit } from "../state/state.ts";
import { show, tab } from "../state/view.ts";
import { Actions, ArchiveNote } from "./actions.tsx";
import { Banners } from "./banners.tsx";
import { JobStrip } from "./job_strip.tsx";
import { lazy } from "./lazy.tsx";
import { ProblemBar } from "./problem_bar.tsx";
import { NothingYet } from "./request_state.tsx";
import { Welcome } from "./welcome.tsx";

type Theme = "auto" | "light" | "dark";

const kNextTheme: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };

// The page may have no storage, for example if it is a file on the disk.
function storedTheme(): Theme {
  try {
    return (localStorage.getItem("theme") as Theme | null) ?? "auto";
  } catch {
    return "auto";
  }
}

const theme = signal<Theme>(storedTheme());

function applyTheme(next: Theme): void {
  theme.value = next;
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem("theme", next);
  } catch {
    // Without storage the theme lasts until the page is closed.
  }
}
applyTheme(theme.value in kNextTheme ? theme.value : "auto");

function Header() {
  const machine = devices.value;
  return (
    <header>
      <h1>FFT inspector</h1>
      <span class="dim device">
        {standalone ? "saved plan" : machine && (machine.opened || "no device")}
      </span>
      <span class="spring" />
      <Actions />
      <button type="button" onClick={() => applyTheme(kNextTheme[theme.value])}>
        Theme: {theme.value}
      </button>
      <button type="button" aria-label="Help" onClick={() => (helpOpen.value = true)}>
        ?
      </button>
    </header>
  );
}

// The predicted time of the shown candidate, and its ratio to the least time that memory allows.
function Cost() {
  const us = detail.value?.predicted_us;
  const made = plan.value;
  if (!us || made === null) return null;
  return (
    <span title={`one read of the input and one write of the output take ${microseconds(made.roof_us)} at ${made.target.bandwidth_gbs} GB/s`}>
      <b>{microseconds(us)}</b> predicted
      <span class="dim">; memory alone needs {Math.round((100 * made.roof_us) / us)} % of that</span>
    </span>
  );
}

const kPartWords: Record<string, string> = {
  forth: "transform forth, which multiplies by the spectra",
  back: "transform back",
  frames: "transform of the frames",
  addition: "addition of the frames",
};

// The plans of a chain, to choose from, and the memory between them.
function ChainParts() {
  const chain = plan.value?.chain;
  if (chain === undefined) return null;
  if (chain.parts.length === 1) return <span data-testid="chain">the whole chain is this plan</span>;
  return (
    <span data-testid="chain">
      <label>
        plan{" "}
        <Select
          name="part"
          disabled={archive.value !== null}
          value={String(chain.part)}
          options={chain.parts.map((name, at) => [String(at), `${at + 1}: ${kPartWords[name] ?? name}`] as const)}
          onChange={(part) => void submit({ part: part === "0" ? "" : part })}
        />
      </label>{" "}
      of the chain, which takes <b>{bytes(chain.workspace_bytes)}</b> workspace
      <span class="dim"> ({bytes(chain.between_bytes)} between the plans)</span>
    </span>
  );
}

function Summary() {
  const made = plan.value;
  const shown = detail.value;
  if (made === null || shown === null) return null;
  const decides = decidingWords(candidates.value?.items.find((item) => item.candidate === 1)?.decided_by ?? "");
  return (
    <p class="summary" aria-live="polite">
      <span title={`planned in ${milliseconds(made.planning_ms)}`}>
        <b>{shown.steps.length}</b> {shown.steps.length === 1 ? "kernel" : "kernels"} for <b>{made.target.name}</b> (
        {made.target.dialect})
      </span>
      <Cost />
      <span>
        <b>{bytes(shown.workspace_bytes)}</b> workspace
      </span>
      <span>
        <b>{made.candidates}</b> {made.candidates === 1 ? "candidate" : "candidates"}
        {decides !== "" && made.chosen === 0 && <span class="dim">, the first by {decides}</span>}
      </span>
      <ChainParts />
      {made.problem.callbacks && made.chain === undefined && (
        <span class="dim">
          takes callbacks: their text comes from the program that uses the library, never from here
        </span>
      )}
    </p>
  );
}

const kPanels: Record<Tab, { title: string; panel: FunctionComponent }> = {
  steps: { title: "Steps and buffers", panel: StepsPanel },
  strides: { title: "Strides", panel: lazy("StridesPanel") },
  kernel: { title: "Kernel", panel: lazy("KernelPanel") },
  compare: { title: "Compare", panel: lazy("ComparePanel") },
  measure: { title: "Measure", panel: lazy("MeasurePanel") },
  sweep: { title: "Sweep", panel: lazy("SweepPanel") },
  search: { title: "Search", panel: lazy("SearchPanel") },
};

const HelpDialog = lazy("Help");

function onTabKey(event: KeyboardEvent, at: number): void {
  const next = {
    ArrowRight: (at + 1) % kTabs.length,
    ArrowLeft: (at + kTabs.length - 1) % kTabs.length,
    Home: 0,
    End: kTabs.length - 1,
  }[event.key];
  const name = next === undefined ? undefined : kTabs[next];
  if (name === undefined) return;
  event.preventDefault();
  show({ tab: name });
  document.getElementById(`tab-${name}`)?.focus();
}

function Tabs({ children }: { children: ComponentChildren }) {
  return (
    <section class="panel tabs" aria-label="Details" data-panel="details">
      <div class="tab-row">
        <div role="tablist" aria-label="Details of the selected candidate and step">
          {kTabs.map((name, at) => (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              aria-selected={tab.value === name}
              aria-controls="tab-panel"
              tabIndex={tab.value === name ? 0 : -1}
              onClick={() => show({ tab: name })}
              onKeyDown={(event) => onTabKey(event, at)}
            >
              {kPanels[name].title}
            </button>
          ))}
        </div>
        <MaximiseButton name="details" />
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab.value}`} tabIndex={0}>
        {children}
      </div>
    </section>
  );
}

function Columns() {
  const Shown = kPanels[tab.value].panel;
  const { columns, rows } = splits.value;
  return (
    <div
      class="columns"
      data-maximised={maximised.value}
      style={{ "--columns": `${columns}%`, "--rows": `${rows}%` }}
    >
      <div class="left">
        <CandidatesPanel />
        <Splitter name="rows" label="Height of the candidates" />
        <TreePanel />
      </div>
      <Splitter name="columns" label="Width of the left column" />
      <div class="right">
        {wide.value && (
          <Panel name="picture" title="The plan" note="tree, kernels, buffers and cost over the steps">
            <Picture />
          </Panel>
        )}
        <Tabs>
          <Shown />
        </Tabs>
      </div>
    </div>
  );
}

export function App() {
  return (
    <>
      <Header />
      {!standalone && <ProblemBar />}
      <Banners />
      <main aria-busy={planning.value} class={stale.value ? "stale" : ""}>
        <Welcome />
        <ArchiveNote />
        {standalone && <p class="token-line mono">{plan.value?.token}</p>}
        <div class="strip">
          <Summary />
          <RunOutcome />
          {!standalone && <JobStrip />}
        </div>
        {plan.value && <Columns />}
        {plan.value === null && planning.value && <p class="note">Planning…</p>}
        {!standalone && <NothingYet />}
      </main>
      {helpOpen.value && <HelpDialog />}
    </>
  );
}
