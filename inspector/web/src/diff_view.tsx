// Two texts, line by line: removed and added lines side by side or one below the other, and what is
// the same folded away.
import { signal } from "@preact/signals";
import { diffLines, nearChange, pairRows, type DiffRow } from "./diff.ts";
import { Scroll } from "./scroll.tsx";

// A narrow window has no room for two texts.
const split = signal(globalThis.innerWidth > 700);
const kContext = 3;

interface Props {
  a: string;
  b: string;
  aName: string;
  bName: string;
}

function Line({ text, at, side }: { text: string | undefined; at: number | null; side: string }) {
  return (
    <>
      <td class="number">{at === null ? "" : at + 1}</td>
      <td class={at === null ? "code none" : `code ${side}`}>{at === null ? "" : text}</td>
    </>
  );
}

function Fold({ count }: { count: number }) {
  return (
    <tr class="fold">
      <td colSpan={4}>{count} equal lines</td>
    </tr>
  );
}

export function DiffView({ a, b, aName, bName }: Props) {
  const left = a.split("\n");
  const right = b.split("\n");
  const plain = diffLines(left, right);
  const changes = plain.filter((row) => row.a === null || row.b === null).length;
  const rows: DiffRow[] = split.value ? pairRows(plain) : plain;
  const isChange = (row: DiffRow) =>
    row.a === null || row.b === null || left[row.a] !== right[row.b];
  const near = nearChange(rows.map(isChange), kContext);
  const body = [];
  let folded = 0;
  rows.forEach((row, i) => {
    if (!near[i]) {
      folded++;
      return;
    }
    if (folded > 0) body.push(<Fold key={`f${i}`} count={folded} />);
    folded = 0;
    const change = isChange(row);
    body.push(
      <tr key={i}>
        <Line text={row.a === null ? "" : left[row.a]} at={row.a} side={change ? "removed" : ""} />
        {split.value || row.a === null ? (
          <Line text={row.b === null ? "" : right[row.b]} at={row.b} side={change ? "added" : ""} />
        ) : (
          <td class="number" colSpan={2}>
            {row.b === null ? "" : row.b + 1}
          </td>
        )}
      </tr>,
    );
  });
  if (folded > 0) body.push(<Fold key="last" count={folded} />);
  return (
    <>
      <div class="bar">
        <span data-testid="diff-summary">
          {changes === 0 ? "The sources are the same." : `${changes} lines differ.`}
        </span>
        <span class="spring" />
        <label class="inline">
          <input
            type="checkbox"
            checked={split.value}
            onChange={(event) => (split.value = event.currentTarget.checked)}
          />{" "}
          side by side
        </label>
      </div>
      {changes > 0 && (
        <Scroll label="Difference of the sources" tall>
          <table class="diff">
            <thead>
              <tr>
                <th colSpan={2}>
                  <span class="tag a">A</span> {aName}
                </th>
                <th colSpan={2}>
                  <span class="tag b">B</span> {bName}
                </th>
              </tr>
            </thead>
            <tbody>{body}</tbody>
          </table>
        </Scroll>
      )}
    </>
  );
}
