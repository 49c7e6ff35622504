// The difference of two texts, line by line. Changed lines are shown side by side or one below the
// other, with their changed words marked. Equal lines are hidden until a click shows them.
import { signal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import { changedWords, diffLines, nearChange, pairRows, type DiffRow } from "../model/diff.ts";
import { plural } from "../model/format.ts";
import { Check } from "../parts/controls.tsx";
import { Scroll } from "../parts/scroll.tsx";

// A narrow window has no room for two texts.
const split = signal(globalThis.innerWidth > 700);
const kContext = 3;

interface Props {
  a: string;
  b: string;
  aName: string;
  bName: string;
  letters: [string, string]; // the letters of the two sides
}

// A line of code. If `beside` is given, the words that differ from it are marked.
function Code({ text, beside }: { text: string; beside: string | undefined }) {
  if (beside === undefined || beside === text) return <>{text}</>;
  return (
    <>
      {changedWords(text, beside).map((piece, i) => (piece.changed ? <mark key={i}>{piece.text}</mark> : piece.text))}
    </>
  );
}

interface CellsProps {
  at: number | null;
  text: string | undefined;
  beside: string | undefined;
  side: string;
}

function Cells({ at, text, beside, side }: CellsProps) {
  return (
    <>
      <td class="number">{at === null ? "" : at + 1}</td>
      <td class={text === undefined ? "code none" : `code ${side}`}>
        {text !== undefined && <Code text={text} beside={beside} />}
      </td>
    </>
  );
}

function Fold({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <tr class="fold">
      <td colSpan={split.value ? 4 : 3}>
        <button type="button" class="link" onClick={onOpen}>
          Show {plural(count, "equal line")}
        </button>
      </td>
    </tr>
  );
}

interface RowProps {
  row: DiffRow;
  left: string[];
  right: string[];
}

function Row({ row, left, right }: RowProps) {
  const [a, b] = [left[row.a ?? -1], right[row.b ?? -1]];
  const change = a !== b;
  if (split.value) {
    return (
      <tr>
        <Cells at={row.a} text={a} beside={b} side={change ? "removed" : ""} />
        <Cells at={row.b} text={b} beside={a} side={change ? "added" : ""} />
      </tr>
    );
  }
  return (
    <tr>
      <td class="number">{row.a === null ? "" : row.a + 1}</td>
      <td class="number">{row.b === null ? "" : row.b + 1}</td>
      <td class={`code ${change ? (a === undefined ? "added" : "removed") : ""}`}>{a ?? b}</td>
    </tr>
  );
}

function Head({ aName, bName, letters }: Omit<Props, "a" | "b">) {
  const first = (
    <>
      <span class="tag a">{letters[0]}</span> {aName}
    </>
  );
  const second = (
    <>
      <span class={`tag ${letters[1].toLowerCase()}`}>{letters[1]}</span> {bName}
    </>
  );
  return (
    <thead>
      <tr>
        {split.value ? (
          <>
            <th colSpan={2}>{first}</th>
            <th colSpan={2}>{second}</th>
          </>
        ) : (
          <th colSpan={3}>
            {first} and {second}
          </th>
        )}
      </tr>
    </thead>
  );
}

// The table's rows. Each run of equal rows is replaced by a fold unless it is opened.
function Body({ rows, left, right }: { rows: DiffRow[]; left: string[]; right: string[] }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const near = nearChange(rows.map(({ a, b }) => left[a ?? -1] !== right[b ?? -1]), kContext);
  const body = [];
  for (let i = 0; i < rows.length; ) {
    const begin = i;
    while (i < rows.length && !near[i]) i++;
    if (i > begin && !opened.has(begin)) {
      body.push(<Fold key={`f${begin}`} count={i - begin} onOpen={() => setOpened(new Set([...opened, begin]))} />);
    }
    for (let at = opened.has(begin) ? begin : i; at < rows.length && (at < i || near[at]); at++) {
      const row = rows[at];
      if (row !== undefined) body.push(<Row key={at} row={row} left={left} right={right} />);
      i = Math.max(i, at + 1);
    }
  }
  return <tbody>{body}</tbody>;
}

export function DiffView({ a, b, aName, bName, letters }: Props) {
  const left = useMemo(() => a.split("\n"), [a]);
  const right = useMemo(() => b.split("\n"), [b]);
  const plain = useMemo(() => diffLines(left, right), [left, right]);
  const paired = useMemo(() => pairRows(plain), [plain]);
  const changes = paired.filter((row) => left[row.a ?? -1] !== right[row.b ?? -1]).length;
  return (
    <>
      <div class="bar">
        <span data-testid="diff-summary">
          {changes === 0 ? "The sources are the same." : `${plural(changes, "line differs", "lines differ")}.`}
        </span>
        <span class="spring" />
        <Check label="side by side" checked={split.value} onChange={(checked) => (split.value = checked)} />
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
            <Head aName={aName} bName={bName} letters={letters} />
            <Body rows={split.value ? paired : plain} left={left} right={right} />
          </table>
        </Scroll>
      )}
    </>
  );
}
