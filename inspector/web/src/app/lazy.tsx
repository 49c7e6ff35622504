// Parts of the page that come after the first paint.
import { effect, signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { Failure } from "../parts/await.tsx";
import { returns } from "../state/api.ts";

type Later = typeof import("./later.ts");

const kRetryMilliseconds = 1000;

const later = signal<Later | null>(null);
const failed = signal(false);
let asked: Promise<Later> | null = null;

export function loadLater(): void {
  failed.value = false;
  asked ??= import("./later.ts");
  asked.then(
    (loaded) => (later.value = loaded),
    () => {
      asked = null;
      failed.value = true;
      // Nothing else may notice a server that was away for a moment.
      setTimeout(() => failed.peek() && loadLater(), kRetryMilliseconds);
    },
  );
}

// The server is back.
effect(() => {
  if (returns.value > 0 && failed.peek()) loadLater();
});

// A component of later.ts; until it is there, what is known of it.
export function lazy(name: keyof Later): FunctionComponent {
  return function Lazy() {
    if (failed.value) return <Failure text="This part of the page could not be loaded." retry={loadLater} />;
    if (later.value === null) {
      loadLater();
      return <p class="note">Loading…</p>;
    }
    const Component = later.value[name];
    return <Component />;
  };
}
