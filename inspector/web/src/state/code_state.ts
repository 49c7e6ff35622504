// The compilers' figures of kernels, by "plan candidate step". They are kept until the page is
// closed.
import { computed, effect, signal } from "@preact/signals";
import type { Code } from "../model/types.ts";
import { post } from "./api.ts";
import { candidate, plan } from "./state.ts";
import { step } from "./view.ts";

const codes = signal<ReadonlyMap<string, Code>>(new Map());

function keyOf(at: number): string {
  return `${plan.value?.id} ${candidate.value} ${at}`;
}

// The compiler's figures of a step of the shown candidate; undefined if it has not been compiled.
export function codeOf(at: number): Code | undefined {
  return codes.value.get(keyOf(at));
}

// The compiler's figures of the shown kernel; null if it has not been compiled.
export const code = computed(() => codeOf(step.value) ?? null);
export const codeError = signal("");
export const compiling = signal(false);
const shownKey = computed(() => keyOf(step.value));
effect(() => {
  void shownKey.value;
  codeError.value = "";
});

export async function compile(): Promise<void> {
  compiling.value = true;
  const key = shownKey.value;
  try {
    const made = await post<Code>(`/plans/${plan.value?.id}/kernels/${step.value}/code?candidate=${candidate.value}`, {});
    codes.value = new Map([...codes.value, [key, made]]);
  } catch (error) {
    if (key === shownKey.value) codeError.value = error instanceof Error ? error.message : String(error);
  } finally {
    compiling.value = false;
  }
}
