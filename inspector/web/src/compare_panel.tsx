// The selected candidate (A) beside another one (B), of the same plan or of another target's: exactly
// what differs.
import { effect, signal } from "@preact/signals";
import { get } from "./api.ts";
import { lookUp, parseArchive, type Archive } from "./archive.ts";
import { Path } from "./candidates_panel.tsx";
import { compareSides } from "./compare.ts";
import { DiffView } from "./diff_view.tsx";
import { buffer, bytes, plural, specValue, stepName } from "./format.ts";
import { Scroll } from "./scroll.tsx";
import * as state from "./state.ts";
import { candidate, candidates, compareWith, plan, tab, versus, versusTarget } from "./state.ts";
import type {
  CandidateDetail,
  CandidateItem,
  Candidates,
  ComparedSide,
  ComparedStep,
  Comparison,
  Difference,
  KernelSource,
  TreeNode,
} from "./types.ts";

const comparison = signal<Comparison | null>(null);
const otherPlan = signal(""); // id of the plan that B belongs to
const file = signal<Archive | null>(null); // that B comes from
const inFile = signal(0); // B's index in it
const failure = signal("");
const onlyDifferences = signal(true);
const sources = signal<{ at: number; a: string; b: string } | null>(null);
let loads = 0; // numbers the comparisons asked for: late answers of earlier ones are dropped

async function load(id: string, a: number, b: number | null, target: string): Promise<void> {
  const number = ++loads;
  failure.value = "";
  sources.value = null;
  comparison.value = null;
  try {
    const other = target === "" ? null : await state.planFor(target);
    const second = b ?? other?.chosen ?? 0;
    const query = other === null ? "" : `?with=${other.id}`;
    const loaded = await get<Comparison>(`/plans/${id}/candidates/${a}/compare/${second}${query}`);
    if (number !== loads) return;
    otherPlan.value = other?.id ?? id;
    comparison.value = loaded;
  } catch (error) {
    if (number === loads) failure.value = error instanceof Error ? error.message : String(error);
  }
}

const lookUpInFile = <T,>(path: string) => lookUp(`/plans/${file.value?.summary.id}${path}`, file.value) as T;

// The candidates that the file holds in detail.
function fileCandidates(): CandidateItem[] {
  const items = lookUpInFile<Candidates | undefined>("/candidates?limit=500")?.items ?? [];
  return items.filter((item) => lookUpInFile(`/candidates/${item.candidate}`) !== undefined);
}

function compareWithFile(held: Archive, index: number): void {
  const summary = plan.value;
  const a = state.detail.value;
  const b = lookUpInFile<CandidateDetail | undefined>(`/candidates/${index}`);
  if (summary === null || a === null || b === undefined) return;
  loads += 1;
  failure.value = "";
  sources.value = null;
  const tree = lookUpInFile<{ nodes: TreeNode[] }>("/tree").nodes;
  otherPlan.value = held.summary.id;
  comparison.value = compareSides(
    { summary, tree: state.tree.value, detail: a },
    { summary: held.summary, tree, detail: b },
    candidates.value?.criteria ?? [],
  );
}

async function openFile(files: FileList | null): Promise<void> {
  const chosen = files?.[0];
  if (chosen === undefined) return;
  try {
    file.value = parseArchive(await chosen.text());
    inFile.value = file.value.summary.chosen;
    compareWith(null);
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

// Whatever else is chosen to compare with takes the file's place.
effect(() => {
  if (versus.value !== null || versusTarget.value !== "") file.value = null;
});

effect(() => {
  const made = plan.value;
  if (tab.value !== "compare" || made === null || candidate.value === null) return;
  if (file.value !== null) return compareWithFile(file.value, inFile.value);
  if (versus.value === null && versusTarget.value === "") return;
  void load(made.id, candidate.value, versus.value, versusTarget.value);
});

// The kernel's name is in its own text; it would differ in every line that calls it.
async function loadSources(at: number, row: ComparedStep): Promise<void> {
  const found = comparison.value;
  if (found === null || row.a === null || row.b === null) return;
  const path = (id: string, step: number, of: number) =>
    `/plans/${id}/kernels/${step}/source?candidate=${of}`;
  try {
    const [a, b] = await Promise.all([
      get<KernelSource>(path(plan.value?.id ?? "", row.a.step, found.a.candidate)),
      file.value === null
        ? get<KernelSource>(path(otherPlan.value, row.b.step, found.b.candidate))
        : (lookUp(path(otherPlan.value, row.b.step, found.b.candidate), file.value) as
            | KernelSource
            | undefined),
    ]);
    if (a === undefined || b === undefined) throw new Error("the file does not hold this source");
    const plain = ({ text, name }: KernelSource) => text.split(name).join("fft_kernel");
    sources.value = { at, a: plain(a), b: plain(b) };
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

export function swapSides(): void {
  const a = candidate.value;
  const b = versus.value;
  if (a === null || b === null || versusTarget.value !== "") return;
  versus.value = a;
  void state.selectCandidate(b);
}

function Chooser() {
  const items = candidates.value?.items ?? [];
  const here = plan.value?.target.name;
  const value =
    file.value !== null
      ? `f${inFile.value}`
      : versusTarget.value === ""
        ? `c${versus.value ?? ""}`
        : `t${versusTarget.value}`;
  const choose = (chosen: string) => {
    if (chosen.startsWith("f")) {
      inFile.value = Number(chosen.slice(1));
      return;
    }
    file.value = null;
    if (chosen.startsWith("t")) compareWith(null, chosen.slice(1));
    else compareWith(chosen === "c" ? null : Number(chosen.slice(1)));
  };
  return (
    <div class="bar">
      <span>
        <span class="tag a">A</span> rank {(candidate.value ?? 0) + 1}, selected, with
      </span>
      <label class="inline">
        <span class="tag b">B</span>{" "}
        <select
          name="versus"
          aria-label="Compare with"
          value={value}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="c">choose…</option>
          {file.value && (
            <optgroup label={`The file: ${file.value.summary.token}, ${file.value.summary.target.name}`}>
              {fileCandidates().map((item) => (
                <option
                  key={item.candidate}
                  value={`f${item.candidate}`}
                  selected={value === `f${item.candidate}`}
                >
                  file, rank {item.rank}: {item.path.map(buffer).join(" › ")}
                </option>
              ))}
            </optgroup>
          )}
          <optgroup label="Candidates of this plan">
            {items
              .filter((item) => item.candidate !== candidate.value)
              .map((item) => (
                <option
                  key={item.candidate}
                  value={`c${item.candidate}`}
                  selected={value === `c${item.candidate}`}
                >
                  rank {item.rank}: {item.path.map(buffer).join(" › ")}
                </option>
              ))}
          </optgroup>
          <optgroup label="The best for another target">
            {state.targets.value
              .filter((target) => target.name !== here)
              .map((target) => (
                <option
                  key={target.name}
                  value={`t${target.name}`}
                  selected={value === `t${target.name}`}
                >
                  {target.name} · {target.description}
                </option>
              ))}
          </optgroup>
        </select>
      </label>
      <label class="button file">
        File…
        <input
          type="file"
          name="versus-file"
          accept=".json,application/json"
          class="hidden-text"
          onChange={(event) => void openFile(event.currentTarget.files)}
        />
      </label>
      <button type="button" onClick={swapSides} disabled={versus.value === null || file.value !== null}>
        Swap
      </button>
      <span class="spring" />
      <label class="inline">
        <input
          type="checkbox"
          checked={onlyDifferences.value}
          onChange={(event) => (onlyDifferences.value = event.currentTarget.checked)}
        />{" "}
        differences only
      </label>
    </div>
  );
}

function SideHead({ side, name }: { side: ComparedSide; name: "a" | "b" }) {
  return (
    <th>
      <span class={`tag ${name}`}>{name.toUpperCase()}</span> {side.target}, rank {side.rank}
      <br />
      <Path path={side.path} padded={side.padded_path} />
    </th>
  );
}

function value(field: string, of: unknown): string {
  if (of === null || of === undefined) return "–";
  if (field === "nodes" && Array.isArray(of)) return of.join(", ");
  if (field.endsWith(".buffer")) return buffer(String(of));
  if (field.endsWith("bytes") && typeof of === "number") return bytes(of);
  return specValue(of);
}

function Scores({ found }: { found: Comparison }) {
  const rows = found.criteria.filter((row) => !onlyDifferences.value || row.better !== "");
  const buffers = found.buffers.filter((row) => !onlyDifferences.value || !row.same);
  return (
    <table class="compare">
      <thead>
        <tr>
          <th>Score</th>
          <SideHead side={found.a} name="a" />
          <SideHead side={found.b} name="b" />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <td>{row.label}</td>
            <td class={row.better === "a" ? "better" : ""}>{value(row.name, row.a)}</td>
            <td class={row.better === "b" ? "better" : ""}>{value(row.name, row.b)}</td>
          </tr>
        ))}
        {buffers.map((row) => (
          <tr key={row.buffer}>
            <td>
              bytes in <span class={`buffer ${row.buffer.toLowerCase()}`}>{buffer(row.buffer)}</span>
            </td>
            <td>{row.a_bytes === null ? "not used" : bytes(row.a_bytes)}</td>
            <td>{row.b_bytes === null ? "not used" : bytes(row.b_bytes)}</td>
          </tr>
        ))}
        {rows.length + buffers.length === 0 && (
          <tr>
            <td colSpan={3}>Scores and buffers are the same.</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

const kFields: Record<string, string> = {
  "in.buffer": "reads from",
  "out.buffer": "writes to",
  "in.strides": "strides read",
  "out.strides": "strides written",
  "in.layout": "layout read",
  "out.layout": "layout written",
  "in.bytes": "bytes it reads from",
  "out.bytes": "bytes it writes to",
  in_place: "in place",
  nodes: "does the work of nodes",
  shim: "fusion",
};

function DifferenceRow({ of }: { of: Difference }) {
  const name = kFields[of.field] ?? of.field.replace(/[._]/g, " ").replace("kernel spec", "kernel");
  return (
    <tr>
      <td>{name}</td>
      <td class="mono">{value(of.field, of.a)}</td>
      <td class="mono">{value(of.field, of.b)}</td>
    </tr>
  );
}

function StepRows({ row, at }: { row: ComparedStep; at: number }) {
  const step = row.a ?? row.b;
  // Fused into an earlier step of the other side?
  const fused = comparison.value?.steps
    .map((other) => (row.only === "a" ? other.b : other.a))
    .find((other) => comparison.value?.same_tree && step && other?.nodes.includes(step.node));
  const elsewhere = fused ? `; fused into step ${fused.step} of the other` : "";
  const title = row.only === null ? "" : `only in ${row.only.toUpperCase()}${elsewhere}`;
  const sameKernel = row.a?.kernel?.name === row.b?.kernel?.name;
  return (
    <tbody data-testid="compared-step">
      <tr>
        <th colSpan={3} scope="rowgroup">
          Step {step?.step}: {step && stepName(step)}{" "}
          {row.same && <span class="tag">the same</span>}
          {title !== "" && <span class="tag warn">{title}</span>}
          {row.a?.kernel && row.b?.kernel && (
            <>
              <span class="tag">{sameKernel ? "same kernel" : "other kernel"}</span>
              {!sameKernel && (
                <button type="button" class="link" onClick={() => void loadSources(at, row)}>
                  diff the sources
                </button>
              )}
            </>
          )}
        </th>
      </tr>
      {row.differences.map((difference) => (
        <DifferenceRow key={difference.field} of={difference} />
      ))}
    </tbody>
  );
}

function Found({ found }: { found: Comparison }) {
  const { counts } = found;
  const steps = found.steps.filter((row) => !onlyDifferences.value || !row.same);
  return (
    <>
      <p class="note" data-testid="compare-summary">
        {found.order &&
          `${found.order.first.toUpperCase()} ranks first: ${found.order.reason}. `}
        {counts.steps_differing} of {counts.steps_same + counts.steps_differing} steps differ;{" "}
        {plural(counts.kernels_shared, "kernel")} shared, {counts.kernels_only_a} only in A,{" "}
        {counts.kernels_only_b} only in B.
      </p>
      <Scroll label="Differences" tall>
        <Scores found={found} />
        <table class="compare">
          <thead>
            <tr>
              <th>Step by step</th>
              <th>A</th>
              <th>B</th>
            </tr>
          </thead>
          {steps.map((row) => (
            <StepRows key={found.steps.indexOf(row)} row={row} at={found.steps.indexOf(row)} />
          ))}
        </table>
      </Scroll>
      {sources.value && (
        <DiffView
          a={sources.value.a}
          b={sources.value.b}
          aName={`${found.a.target}, rank ${found.a.rank}, step ${sources.value.at}`}
          bName={`${found.b.target}, rank ${found.b.rank}, step ${sources.value.at}`}
        />
      )}
    </>
  );
}

export function ComparePanel() {
  const chosen = versus.value !== null || versusTarget.value !== "" || file.value !== null;
  return (
    <>
      <Chooser />
      {!chosen && (
        <p class="note">
          Choose what to compare the selected candidate with: another candidate (also by “vs” in
          the table of candidates), the best candidate for another machine, or a plan in a file that
          was saved as JSON, here or elsewhere.
        </p>
      )}
      {failure.value !== "" && (
        <p class="error" role="alert">
          {failure.value}
        </p>
      )}
      {chosen && comparison.value && <Found found={comparison.value} />}
    </>
  );
}
