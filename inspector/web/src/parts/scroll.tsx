// A part of the page that scrolls separately, also by keyboard.
import type { ComponentChildren } from "preact";

interface Props {
  label: string;
  tall?: boolean;
  children: ComponentChildren;
}

export function Scroll({ label, tall, children }: Props) {
  return (
    <div class={tall ? "scroll tall" : "scroll"} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
