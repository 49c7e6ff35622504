// Components that are loaded after the first paint.
import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { Failure } from "../parts/failure.tsx";

type Later = typeof import("./later.ts");

const kRetryMilliseconds = 1000;

const later = signal<Later | null>(null);
const failed = signal(false);
let asked: Promise<void> | null = null;

// Loads later.ts. It tries again until it succeeds, since nothing else notices that the server was
// away for a moment.
export function loadLater(): void {
  failed.value = false;
  asked ??= import("./later.ts").then(
    (loaded) => void (later.value = loaded),
    () => {
      asked = null;
      failed.value = true;
      setTimeout(loadLater, kRetryMilliseconds);
    },
  );
}

// A component of later.ts. It shows a stand-in until later.ts is loaded.
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
