// The source of the shown kernel. It is requested only when the user opens it.
import { computed, effect, signal } from "@preact/signals";
import type { KernelSource } from "../model/types.ts";
import { codeOf } from "./code_state.ts";
import { resource } from "./resource.ts";
import { candidate, detail, plan } from "./state.ts";
import { step, tab } from "./view.ts";

// The dialect that the user chose. If it is empty, the dialect is the compiled one or the target's.
export const chosenDialect = signal("");

const dialect = computed(() => chosenDialect.value || (codeOf(step.value)?.dialect ?? ""));

export function dialectQuery(): string {
  return dialect.value === "" ? "" : `&dialect=${dialect.value}`;
}

// Forgets the choice when the plan changes, since another plan may have other dialects.
effect(() => {
  void plan.value;
  chosenDialect.value = "";
});

const sourceResource = resource<KernelSource>(() => {
  const shown = detail.value;
  const hasKernel = shown?.candidate === candidate.value && shown?.steps[step.value]?.kernel != null;
  return tab.value === "kernel" && plan.value !== null && hasKernel
    ? `/plans/${plan.value.id}/kernels/${step.value}/source?candidate=${candidate.value}${dialectQuery()}`
    : null;
});
export const source = sourceResource.value;
