// The width that is available for a drawing. A drawing that fits is shown at its own size, so its
// text is not stretched.
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export function useRoom<Box extends HTMLElement>(least: number, most: number): [RefObject<Box | null>, number] {
  const box = useRef<Box | null>(null);
  const [room, setRoom] = useState(least);
  useEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const wide = Math.floor(entry?.contentRect.width ?? 0);
      if (wide > 0) setRoom(Math.min(most, Math.max(least, wide)));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, room];
}
