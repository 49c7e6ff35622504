// The compilers' figures of kernels, by "plan candidate step", for as long as the page is open.
import { signal } from "@preact/signals";
import type { Code } from "../model/types.ts";
import { candidate, plan } from "./state.ts";

export const kernelCodes = signal<ReadonlyMap<string, Code>>(new Map());

// The compiler's figures of a step of the candidate on show, if it has been compiled.
export function codeOf(at: number): Code | undefined {
  return kernelCodes.value.get(`${plan.value?.id} ${candidate.value} ${at}`);
}

export function keepCode(key: string, code: Code): void {
  kernelCodes.value = new Map([...kernelCodes.value, [key, code]]);
}
