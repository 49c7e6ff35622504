// A titled part of the page that can fill the window.
import type { ComponentChildren } from "preact";
import { maximised } from "../state/layout.ts";

export function MaximiseButton({ name }: { name: string }) {
  const on = maximised.value === name;
  return (
    <button
      type="button"
      class="maximise"
      aria-pressed={on}
      aria-label={on ? `Give ${name} its usual size` : `Show ${name} alone`}
      title={on ? "usual size (Escape)" : "use the whole window"}
      onClick={() => (maximised.value = on ? "" : name)}
    >
      <svg viewBox="0 0 14 14" width={14} height={14} aria-hidden="true">
        <path d={on ? "M6 1v5H1M8 13V8h5" : "M8 1h5v5M6 13H1V8M13 1L8.5 5.5M1 13l4.5-4.5"} />
      </svg>
    </button>
  );
}

interface Props {
  name: string;
  title: string;
  note?: string | number;
  noteTitle?: string;
  children: ComponentChildren;
}

export function Panel({ name, title, note, noteTitle, children }: Props) {
  return (
    <section class={`panel ${name}-panel`} aria-labelledby={`${name}-title`} data-panel={name}>
      <h2 id={`${name}-title`}>
        {title} <small title={noteTitle}>{note}</small>
        <MaximiseButton name={name} />
      </h2>
      {children}
    </section>
  );
}
