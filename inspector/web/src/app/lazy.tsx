// Parts of the page that come after the first paint.
import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";

type Later = typeof import("./later.ts");

const later = signal<Later | null>(null);
let asked: Promise<Later> | null = null;

export function loadLater(): Promise<Later> {
  asked ??= import("./later.ts").then((loaded) => (later.value = loaded));
  return asked;
}

// A component of later.ts; nothing stands in its place until it is there.
export function lazy(name: keyof Later): FunctionComponent {
  return function Lazy() {
    if (later.value === null) {
      void loadLater();
      return <p class="note">Loading…</p>;
    }
    const Component = later.value[name];
    return <Component />;
  };
}
