import { render } from "preact";
import { App } from "./app.tsx";
import { start } from "./state.ts";
import "./style.css";
import "./panels.css";

const root = document.getElementById("app");
if (root !== null) {
  render(<App />, root);
  void start();
}
