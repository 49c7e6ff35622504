// Two texts, line by line: removed and added lines side by side or one below the other, and what is
// the same folded away.
import { signal } from "@preact/signals";
import { diffLines, nearChange, pairRows, type DiffRow } from "../model/diff.ts";
import { Scroll } from "../parts/scroll.tsx";

// A narrow window has no room for two texts.
const split = signal(globalThis.innerWidth > 700);
const kContext = 3;

interface Props {
  a: string;
  b: string;
  aName: string;
  bName: string;
  letters: [string, string]; // of the two sides
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
      <td colSpan={split.value ? 4 : 3}>{count} equal lines</td>
    </tr>
  );
}

export function DiffView({ a, b, aName, bName, letters }: Props) {
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
    const leftText = row.a === null ? undefined : left[row.a];
    const rightText = row.b === null ? undefined : right[row.b];
    body.push(
      <tr key={i}>
        {split.value ? (
          <>
            <Line text={leftText} at={row.a} side={change ? "removed" : ""} />
            <Line text={rightText} at={row.b} side={change ? "added" : ""} />
          </>
        ) : (
          <>
            <td class="number">{row.a === null ? "" : row.a + 1}</td>
            <td class="number">{row.b === null ? "" : row.b + 1}</td>
            <td class={`code ${change ? (row.a === null ? "added" : "removed") : ""}`}>{leftText ?? rightText}</td>
          </>
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
            <colgroup>
              <col class="number" />
              <col class={split.value ? "" : "number"} />
              {split.value && <col class="number" />}
              <col />
            </colgroup>
            <thead>
              <tr>
                <th colSpan={split.value ? 2 : 3}>
                  <span class="tag a">{letters[0]}</span> {aName}
                  {!split.value && (
                    <>
                      {" "}
                      and <span class={`tag ${letters[1].toLowerCase()}`}>{letters[1]}</span> {bName}
                    </>
                  )}
                </th>
                {split.value && (
                  <th colSpan={2}>
                    <span class={`tag ${letters[1].toLowerCase()}`}>{letters[1]}</span> {bName}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>{body}</tbody>
          </table>
        </Scroll>
      )}
    </>
  );
}
