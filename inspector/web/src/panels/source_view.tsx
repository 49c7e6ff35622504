// A kernel's source with line numbers, highlighting, search, an outline and links to lines.
import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { count } from "../model/format.ts";
import { highlightLines } from "../model/highlight.ts";
import { Select } from "../parts/controls.tsx";
import { copyText, downloadText } from "../parts/save.ts";
import { standalone } from "../state/archive.ts";
import { ast } from "../state/ast_state.ts";
import { code, compile } from "../state/code_state.ts";
import { chosenDialect, source } from "../state/source_state.ts";
import { beside, line, show } from "../state/view.ts";
import { markNear, scrollPaneTo } from "./linked_text.tsx";
import { MachineNote, MachineText } from "./machine_text.tsx";
import { TreeText } from "./tree_text.tsx";

const kExtensions: Record<string, string> = { hip: "hip", cuda: "cu", cuda_ptx: "ptx", host: "cc", host_llvm: "ll" };
const kDialects: Record<string, string> = {
  hip: "HIP",
  cuda: "CUDA",
  cuda_ptx: "PTX",
  host: "Host C++",
  host_llvm: "LLVM IR",
};

const html = computed(() => (source.value ? highlightLines(source.value.text) : []));
const copied = signal(false);
const query = signal("");
const wrap = signal(false);

// The lines, counted from 1, that contain the searched text.
const hits = computed(() => {
  const wanted = query.value.toLowerCase();
  if (wanted === "" || source.value === null) return [];
  return source.value.text
    .split("\n")
    .flatMap((text, i) => (text.toLowerCase().includes(wanted) ? [i + 1] : []));
});

async function copySource(): Promise<void> {
  if (source.value === null || !(await copyText(source.value.text))) return;
  copied.value = true;
  setTimeout(() => (copied.value = false), 1500);
}

function goTo(next: number): void {
  show({ line: next });
  document.querySelector(`[data-at="${next}"]`)?.scrollIntoView({ block: "center" });
}

function nextHit(): void {
  const next = hits.value.find((hit) => hit > line.value) ?? hits.value[0];
  if (next !== undefined) goTo(next);
}

function Find() {
  return (
    <input
      type="search"
      class="find"
      aria-label="Find in the source; Enter goes to the next line"
      placeholder="find…"
      value={query.value}
      spellcheck={false}
      onInput={(event) => (query.value = event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") nextHit();
      }}
    />
  );
}

function Outline() {
  const sections = source.value?.sections ?? [];
  if (sections.length === 0) return null;
  const current = sections.filter((one) => one.line <= line.value).pop();
  return (
    <nav class="outline" aria-label="Parts of the kernel">
      {sections.map((section) => (
        <button
          key={section.line}
          type="button"
          aria-current={section === current ? "location" : undefined}
          onClick={() => goTo(section.line)}
        >
          {section.title}
        </button>
      ))}
    </nav>
  );
}

// The share of the source's lines that are printed from a statement of the syntax tree.
function Coverage() {
  const map = ast.value?.source_to_final ?? [];
  if (beside.value !== "tree" || map.length === 0) return null;
  return (
    <span class="dim" data-testid="coverage">
      {Math.round((100 * map.filter((to) => to > 0).length) / map.length)} % of the lines come from a statement
    </span>
  );
}

function BesideButtons() {
  const toggle = (what: "tree" | "code") => show({ beside: beside.value === what ? "" : what });
  const toggleCode = () => {
    toggle("code");
    if (beside.value !== "code") return;
    chosenDialect.value = ""; // the dialect that is compiled
    if (code.value === null) void compile();
  };
  return (
    <>
      <Coverage />
      <button type="button" aria-pressed={beside.value === "tree"} onClick={() => toggle("tree")}>
        Syntax tree beside
      </button>
      {!standalone && (
        <button type="button" aria-pressed={beside.value === "code"} onClick={toggleCode}>
          Machine code beside
        </button>
      )}
    </>
  );
}

// If another text is shown beside the source, the arrow keys move from line to line.
function onKey(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const next = line.value + (by ?? 0);
  if (beside.value === "" || by === undefined || next < 1 || next > (source.value?.lines ?? 0)) return;
  event.preventDefault();
  show({ line: next });
  scrollPaneTo(`[data-at="${next}"]`);
}

// The choice of a dialect. An exported plan has only the target's dialect.
function Dialects() {
  const shown = source.value;
  if (shown === null) return null;
  const all = standalone ? [] : (shown.dialects ?? []);
  if (all.length < 2) return <span>{kDialects[shown.dialect] ?? shown.dialect}</span>;
  return (
    <Select
      label="Dialect of the source"
      value={shown.dialect}
      options={all.map((name) => [name, kDialects[name] ?? name] as const)}
      onChange={(name) => (chosenDialect.value = name)}
    />
  );
}

export function SourceView() {
  const shown = source.value;
  useEffect(() => {
    if (line.value > 0) goTo(line.value);
  }, [shown]);
  if (shown === null) return null;
  const found = new Set(hits.value);
  return (
    <>
      <div class="bar">
        <Dialects />
        <span>source, {count(shown.lines)} lines</span>
        <span class="spring" />
        <BesideButtons />
        <button type="button" aria-pressed={wrap.value} onClick={() => (wrap.value = !wrap.value)}>
          Wrap
        </button>
        <Find />
        {query.value !== "" && <span class="dim">{hits.value.length} lines</span>}
        <button type="button" onClick={() => void copySource()}>
          {copied.value ? "Copied" : "Copy"}
        </button>
        <button
          type="button"
          onClick={() =>
            downloadText(`${shown.name}.${kExtensions[shown.dialect] ?? "txt"}`, shown.text)
          }
        >
          Download
        </button>
      </div>
      <Outline />
      {beside.value === "code" && <MachineNote />}
      <div
        class={`${beside.value === "" ? "" : "beside"}${wrap.value ? " wrap" : ""}`}
        onMouseOver={beside.value === "" ? undefined : markNear}
      >
      <pre class="source" tabIndex={0} aria-label={`Source of ${shown.name}`} onKeyDown={onKey}>
        <code>
          {html.value.map((text, i) => (
            <span
              key={i}
              data-at={i + 1}
              class={`line${line.value === i + 1 ? " linked" : ""}${found.has(i + 1) ? " hit" : ""}`}
              onClick={() => beside.value !== "" && show({ line: i + 1 })}
            >
              <span
                class="number"
                aria-hidden="true"
                data-line={i + 1}
                title="link to this line"
                onClick={(event) => {
                  event.stopPropagation();
                  show({ line: line.value === i + 1 ? 0 : i + 1 });
                }}
              />
              <span class="text" dangerouslySetInnerHTML={{ __html: `${text}\n` }} />
            </span>
          ))}
        </code>
      </pre>
      {beside.value === "tree" && <TreeText />}
      {beside.value === "code" && <MachineText />}
      </div>
    </>
  );
}
