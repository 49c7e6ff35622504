import { render } from "preact";
import { listenToDrops, listenToPastes } from "./app/actions.tsx";
import { App } from "./app/app.tsx";
import { holdForeignLink } from "./app/foreign_link.tsx";
import { loadLater } from "./app/lazy.tsx";
import { listenToKeys } from "./dialogs/keys.ts";
import { followJobs } from "./state/measure_state.ts";
import { start } from "./state/state.ts";
import "./styles/style.css";
import "./styles/sweep.css";
import "./styles/tables.css";
import "./styles/panels.css";
import "./styles/details.css";
import "./styles/kernel.css";
import "./styles/cost.css";

const root = document.getElementById("app");
if (root !== null) {
  holdForeignLink();
  root.replaceChildren(); // removes "Loading…"
  render(<App />, root);
  listenToKeys();
  listenToDrops();
  listenToPastes();
  void start().then(() => {
    followJobs();
    // Loads the rest of the page once the requested plan is shown.
    (globalThis.requestIdleCallback ?? setTimeout)(loadLater);
  });
}
