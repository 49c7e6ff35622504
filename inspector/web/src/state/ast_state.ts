// The syntax tree of the kernel on show, which is asked for only when somebody looks at it.
import { effect, signal } from "@preact/signals";
import type { Ast } from "../model/types.ts";
import { get } from "./api.ts";
import { dialect, dialectQuery } from "./source_state.ts";
import { candidate, plan } from "./state.ts";
import { beside, step, tab } from "./view.ts";

export const ast = signal<Ast | null>(null);
export const astError = signal("");

function astPath(): string {
  return `/plans/${plan.value?.id}/kernels/${step.value}/ast?candidate=${candidate.value}${dialectQuery()}`;
}

export async function loadAst(): Promise<void> {
  const path = astPath();
  const wanted = () => path === astPath();
  try {
    const loaded = await get<Ast>(path);
    if (wanted()) ast.value = loaded;
  } catch (error) {
    if (wanted()) astError.value = error instanceof Error ? error.message : String(error);
  }
}

// Another kernel or dialect: the tree before is not its own.
effect(() => {
  void [plan.value, candidate.value, step.value, dialect.value];
  ast.value = null;
  astError.value = "";
  if (tab.value === "kernel" && beside.value && plan.value !== null && candidate.value !== null) void loadAst();
});
