// The syntax tree of the kernel on show, which is asked for only when somebody looks at it.
import { signal } from "@preact/signals";
import type { Ast } from "../model/types.ts";
import { resource } from "./resource.ts";
import { dialectQuery } from "./source_state.ts";
import { candidate, plan } from "./state.ts";
import { beside, step, tab } from "./view.ts";

export const passesOpen = signal(false); // whether its list of passes is open

export const astResource = resource<Ast>(() =>
  tab.value === "kernel" && (passesOpen.value || beside.value === "tree") && plan.value !== null && candidate.value !== null
    ? `/plans/${plan.value.id}/kernels/${step.value}/ast?candidate=${candidate.value}${dialectQuery()}`
    : null,
);
export const ast = astResource.value;
