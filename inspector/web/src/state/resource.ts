// An answer of the server about the shown plan. It is loading, loaded or refused.
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { get, returns } from "./api.ts";

export interface Resource<T> {
  value: ReadonlySignal<T | null>; // the answer to the current path, or null
  loading: ReadonlySignal<boolean>;
  error: ReadonlySignal<string>;
  retry: () => void;
}

interface Held<T> {
  path: string;
  value: T | null;
  error: string;
}

// The answer to the path; nothing is requested while the path is null. A failed path is requested
// again by `retry`, and when the server comes back.
export function resource<T>(pathNow: () => string | null): Resource<T> {
  const path = computed(pathNow);
  const held = signal<Held<T> | null>(null);
  const tries = signal(0);
  effect(() => {
    const wanted = path.value;
    void [tries.value, returns.value];
    if (wanted === null || (held.peek()?.path === wanted && held.peek()?.error === "")) return;
    held.value = null;
    const settle = (change: Partial<Held<T>>) => {
      if (path.peek() === wanted) held.value = { path: wanted, value: null, error: "", ...change };
    };
    get<T>(wanted).then(
      (value) => settle({ value }),
      (error: unknown) => settle({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  const now = computed(() => (held.value?.path === path.value ? held.value : null));
  return {
    value: computed(() => now.value?.value ?? null),
    loading: computed(() => path.value !== null && now.value === null),
    error: computed(() => now.value?.error ?? ""),
    retry: () => (tries.value += 1),
  };
}
