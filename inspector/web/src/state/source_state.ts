// The source of the kernel on show, asked for when somebody looks at it.
import type { KernelSource } from "../model/types.ts";
import { resource } from "./resource.ts";
import { candidate, detail, plan } from "./state.ts";
import { step, tab } from "./view.ts";

export const sourceResource = resource<KernelSource>(() => {
  const shown = detail.value;
  const hasKernel = shown?.candidate === candidate.value && shown?.steps[step.value]?.kernel != null;
  return tab.value === "kernel" && plan.value !== null && hasKernel
    ? `/plans/${plan.value.id}/kernels/${step.value}/source?candidate=${candidate.value}`
    : null;
});
export const source = sourceResource.value;
