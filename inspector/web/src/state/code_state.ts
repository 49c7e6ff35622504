// What compilers made of kernels, by "plan candidate step", for as long as the page is open.
import { signal } from "@preact/signals";
import type { Code } from "../model/types.ts";

export const kernelCodes = signal<ReadonlyMap<string, Code>>(new Map());

export function keepCode(key: string, code: Code): void {
  kernelCodes.value = new Map([...kernelCodes.value, [key, code]]);
}
