// The page.
import { signal } from "@preact/signals";
import type { ComponentChildren, FunctionComponent } from "preact";
import { Actions, ArchiveNote } from "./actions.tsx";
import { standalone } from "./archive.ts";
import { CandidatesPanel } from "./candidates_panel.tsx";
import { ComparePanel } from "./compare_panel.tsx";
import { bytes, milliseconds } from "./format.ts";
import { kTabs, type Tab } from "./hash.ts";
import { Help } from "./help.tsx";
import { KernelPanel } from "./kernel_panel.tsx";
import { helpOpen } from "./keys.ts";
import { MeasurePanel } from "./measure_panel.tsx";
import { Notes } from "./notes.tsx";
import { ProblemBar } from "./problem_bar.tsx";
import { RunPanel } from "./run_panel.tsx";
import { SearchPanel } from "./search_panel.tsx";
import { candidates, devices, plan, planning, requestError, show, tab } from "./state.ts";
import { SetPanel } from "./set_panel.tsx";
import { StepsPanel } from "./steps_panel.tsx";
import { StridesPanel } from "./strides_panel.tsx";
import { TreePanel } from "./tree_panel.tsx";

type Theme = "auto" | "light" | "dark";

const kNextTheme: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };

// A file opened from the disk may have no storage.
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
    // Then it holds for this visit.
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

function Summary() {
  const made = plan.value;
  if (made === null) return null;
  const second = candidates.value?.items.find((item) => item.rank === 2);
  return (
    <p class="summary" aria-live="polite">
      <span>
        <b>{made.kernels}</b> {made.kernels === 1 ? "kernel" : "kernels"} for{" "}
        <b>{made.target.name}</b> ({made.target.dialect})
      </span>
      <span>
        <b>{bytes(made.workspace_bytes)}</b> workspace
      </span>
      <span>
        <b>{made.candidates}</b> {made.candidates === 1 ? "candidate" : "candidates"}
        {second && made.chosen === 0 && (
          <span class="dim">, the first by {second.reason.replace(/;.*/, "")}</span>
        )}
      </span>
      <span>
        planned in <b>{milliseconds(made.planning_ms)}</b>
      </span>
      {made.problem.callbacks && (
        <span class="dim">
          takes callbacks: their text comes from the program that uses the library, never from here
        </span>
      )}
      {requestError.value && <span class="dim">(the last plan that was made)</span>}
    </p>
  );
}

const kPanels: Record<Tab, { title: string; panel: FunctionComponent }> = {
  steps: { title: "Steps and buffers", panel: StepsPanel },
  strides: { title: "Strides", panel: StridesPanel },
  kernel: { title: "Kernel", panel: KernelPanel },
  compare: { title: "Compare", panel: ComparePanel },
  measure: { title: "Measure", panel: MeasurePanel },
  search: { title: "Search", panel: SearchPanel },
  set: { title: "Plan set", panel: SetPanel },
};

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
    <section class="panel tabs" aria-label="Details">
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
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
        {children}
      </div>
    </section>
  );
}

export function App() {
  const Panel = kPanels[tab.value].panel;
  return (
    <>
      <Header />
      {!standalone && <ProblemBar />}
      <main aria-busy={planning.value}>
        <ArchiveNote />
        {standalone && <p class="token-line mono">{plan.value?.token}</p>}
        <div class="strip">
          <Summary />
          {!standalone && <RunPanel />}
          {plan.value && <Notes />}
        </div>
        {plan.value && (
          <div class="columns">
            <div>
              <TreePanel />
              <CandidatesPanel />
            </div>
            <div class="right">
              <Tabs>
                <Panel />
              </Tabs>
            </div>
          </div>
        )}
      </main>
      <Help />
    </>
  );
}
