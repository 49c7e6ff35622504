// A drawing of how a kernel reads (left half) and writes (right half). Horizontal lines stand for
// rows, vertical lines for columns, a grid for planes, and dots for a kernel that only moves
// elements.
import { accessText } from "../model/format.ts";
import type { Access } from "../model/types.ts";

const kLines: Record<string, string> = {
  rows: "M0 2.5h8M0 6h8M0 9.5h8",
  columns: "M1.5 0v12M4 0v12M6.5 0v12",
  planes: "M0 3h8M0 9h8M2 0v12M6 0v12",
  elements: "M1 2h2M5 2h2M1 6h2M5 6h2M1 10h2M5 10h2",
};

// The marks without a frame, for use in another drawing.
export function AccessMarks({ access }: { access: Access }) {
  return (
    <g class="access">
      <path d={kLines[access.reads] ?? kLines.elements} />
      <path d="M10.5 6h5M13.5 3.5l2.5 2.5-2.5 2.5" class={access.transposes ? "turns" : ""} />
      <path d={kLines[access.writes] ?? kLines.elements} transform="translate(18 0)" />
    </g>
  );
}

export function AccessIcon({ access }: { access: Access }) {
  const words = accessText(access);
  return (
    <svg class="access-icon" role="img" aria-label={words} viewBox="-0.5 -0.5 27 13" width={30} height={14}>
      <title>{words}</title>
      <AccessMarks access={access} />
    </svg>
  );
}
