// The source of the kernel on show, asked for when somebody looks at it.
import { computed, effect, signal } from "@preact/signals";
import type { KernelSource } from "../model/types.ts";
import { get } from "./api.ts";
import { codeOf } from "./code_state.ts";
import { showError } from "./request.ts";
import { candidate, detail, plan } from "./state.ts";
import { step, tab } from "./view.ts";

export const source = signal<KernelSource | null>(null);

// The dialect that somebody chose; without a choice it is the one that was compiled, or else the
// target's.
export const chosenDialect = signal("");

export const dialect = computed(() => chosenDialect.value || (codeOf(step.value)?.dialect ?? ""));

export function dialectQuery(): string {
  return dialect.value === "" ? "" : `&dialect=${dialect.value}`;
}

// Another plan may have other dialects.
effect(() => {
  void plan.value;
  chosenDialect.value = "";
});

let requests = 0;

effect(() => {
  const made = plan.value;
  const shown = detail.value;
  const wanted = candidate.value;
  const number = ++requests;
  if (tab.value !== "kernel" || made === null || shown === null || shown.candidate !== wanted) return;
  if (shown.steps[step.value]?.kernel == null) {
    source.value = null;
    return;
  }
  get<KernelSource>(`/plans/${made.id}/kernels/${step.value}/source?candidate=${wanted}${dialectQuery()}`).then(
    (loaded) => {
      if (number === requests) source.value = loaded;
    },
    (error: unknown) => {
      if (number !== requests) return;
      source.value = null;
      showError(error);
    },
  );
});
