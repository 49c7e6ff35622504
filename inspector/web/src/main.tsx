import { render } from "preact";
import { listenToDrops, listenToPastes } from "./actions.tsx";
import { App } from "./app.tsx";
import { holdForeignLink } from "./foreign_link.tsx";
import { listenToKeys } from "./keys.ts";
import { loadLater } from "./lazy.tsx";
import { followJobs } from "./measure_state.ts";
import { askForPrograms } from "./programs_state.ts";
import { start } from "./state.ts";
import "./style.css";
import "./sweep.css";
import "./tables.css";
import "./panels.css";
import "./details.css";
import "./kernel.css";
import "./cost.css";
import "./ranks.css";

const root = document.getElementById("app");
if (root !== null) {
  holdForeignLink();
  render(<App />, root);
  listenToKeys();
  listenToDrops();
  listenToPastes();
  void start().then(() => {
    followJobs();
    askForPrograms();
    // The rest of the page, once what was asked for stands there.
    (globalThis.requestIdleCallback ?? setTimeout)(() => void loadLater());
  });
}
