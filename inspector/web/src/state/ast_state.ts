// The syntax tree of the shown kernel. It is requested only when the user opens it.
import { signal } from "@preact/signals";
import type { Ast } from "../model/types.ts";
import { resource } from "./resource.ts";
import { dialectQuery } from "./source_state.ts";
import { candidate, plan } from "./state.ts";
import { beside, step, tab } from "./view.ts";

export const passesOpen = signal(false); // whether the list of AST passes is open

export const astResource = resource<Ast>(() =>
  tab.value === "kernel" && (passesOpen.value || beside.value === "tree") && plan.value !== null && candidate.value !== null
    ? `/plans/${plan.value.id}/kernels/${step.value}/ast?candidate=${candidate.value}${dialectQuery()}`
    : null,
);
export const ast = astResource.value;
