// A button with a menu of actions. The arrow keys move in the menu, Enter runs an action, and
// Escape closes the menu.
import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  label: string;
  name: string; // the name that tests and styles use
  items: readonly (readonly [key: string, text: string])[];
  onChoose: (key: string) => void;
  title?: string;
}

export function Menu({ label, name, items, onChoose, title }: Props) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  useEffect(() => {
    if (!open) return undefined;
    entries()[0]?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.findIndex((one) => one === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape") close();
    else if (next !== undefined) all.at(next % all.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" ref={box} data-menu={name}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        title={title}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {label} <span aria-hidden="true">▾</span>
      </button>
      {open && (
        <div role="menu" aria-label={label} onKeyDown={onKey}>
          {items.map(([key, text]) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              data-key={key}
              onClick={() => {
                close();
                onChoose(key);
              }}
            >
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
