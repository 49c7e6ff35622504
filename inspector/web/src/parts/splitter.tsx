// A bar between two parts of the page that changes their sizes. It is moved by the pointer or the
// arrow keys and reset by a double click.
import { resetSplit, setSplit, splits, type Splits } from "../state/layout.ts";

interface Props {
  name: keyof Splits;
  label: string;
}

const kKeys: Record<string, number> = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2 };

export function Splitter({ name, label }: Props) {
  const across = name === "columns";
  const move = (event: PointerEvent) => {
    const bar = event.currentTarget as HTMLElement;
    const box = bar.parentElement?.getBoundingClientRect();
    if (!bar.hasPointerCapture(event.pointerId) || box === undefined) return;
    const share = across ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height;
    setSplit(name, 100 * share);
  };
  return (
    <div
      class={`splitter ${name}`}
      role="separator"
      tabIndex={0}
      aria-orientation={across ? "vertical" : "horizontal"}
      aria-label={label}
      aria-valuenow={splits.value[name]}
      aria-valuemin={20}
      aria-valuemax={75}
      title="drag, or use the arrows; a double click resets"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={move}
      onDblClick={() => resetSplit(name)}
      onKeyDown={(event) => {
        const by = kKeys[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        setSplit(name, splits.value[name] + by);
      }}
    />
  );
}
