// The page.
import { signal } from "@preact/signals";
import { CandidatesPanel } from "./candidates_panel.tsx";
import { bytes, milliseconds } from "./format.ts";
import { KernelPanel } from "./kernel_panel.tsx";
import { ProblemBar } from "./problem_bar.tsx";
import { RunPanel } from "./run_panel.tsx";
import { SearchPanel } from "./search_panel.tsx";
import { devices, plan, planning, requestError } from "./state.ts";
import { StepsPanel } from "./steps_panel.tsx";
import { TreePanel } from "./tree_panel.tsx";

type Theme = "auto" | "light" | "dark";

const kNextTheme: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };

const theme = signal<Theme>((localStorage.getItem("theme") as Theme | null) ?? "auto");

function applyTheme(next: Theme): void {
  theme.value = next;
  localStorage.setItem("theme", next);
  document.documentElement.dataset.theme = next;
}
applyTheme(theme.value in kNextTheme ? theme.value : "auto");

function Header() {
  const machine = devices.value;
  return (
    <header>
      <h1>FFT inspector</h1>
      <span class="dim">{machine && (machine.opened || "no device")}</span>
      <span class="spring" />
      <button type="button" onClick={() => applyTheme(kNextTheme[theme.value])}>
        Theme: {theme.value}
      </button>
    </header>
  );
}

function Summary() {
  const made = plan.value;
  if (made === null) return null;
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
        <b>{made.candidates}</b> candidates
      </span>
      <span>
        planned in <b>{milliseconds(made.planning_ms)}</b>
      </span>
      {requestError.value && <span class="dim">(the last plan that was made)</span>}
    </p>
  );
}

export function App() {
  return (
    <>
      <Header />
      <ProblemBar />
      <main aria-busy={planning.value}>
        <div class="strip">
          <Summary />
          <RunPanel />
        </div>
        <div class="columns">
          <div>
            <TreePanel />
            <CandidatesPanel />
          </div>
          <div class="right">
            <StepsPanel />
            <KernelPanel />
          </div>
          <SearchPanel />
        </div>
      </main>
    </>
  );
}
