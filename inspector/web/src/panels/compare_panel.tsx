// The selected candidate compared with others: costs first, then scores, then steps. Only
// differences are shown.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isSame, kernelCounts, scoresOf, stepRows, timesOf, type Figure, type Side, type StepRow } from "../model/compare.ts";
import { against, microseconds, milliseconds, plural, routeText, stepName } from "../model/format.ts";
import { kMostCompared } from "../model/hash.ts";
import { Check, Select } from "../parts/controls.tsx";
import { Flow } from "../parts/flow.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { kLetters, Tag } from "../parts/tag.tsx";
import { failure, fileCandidates, files, openFile, order, sides, sourceOf, waiting } from "../state/compare_state.ts";
import { candidate, candidates, compareWith, plan, swapSides, targets } from "../state/state.ts";
import { diff, show, versus } from "../state/view.ts";
import { ComparedDrawings } from "./compared_drawings.tsx";
import { DiffView } from "./diff_view.tsx";

const onlyDifferences = signal(true);

// A side that can be added to the comparison or removed from it.
function Entry({ item, text, chosen }: { item: string; text: string; chosen: string }) {
  return (
    <option value={item} selected={item === chosen}>
      {text}
    </option>
  );
}

function Choices({ chosen, own }: { chosen: string; own: string[] }) {
  const items = candidates.value?.items ?? [];
  const free = (item: string) => item === chosen || !own.includes(item);
  return (
    <>
      <optgroup label="Candidates of this plan">
        {items
          .filter((item) => item.candidate !== candidate.value && free(String(item.candidate)))
          .map((item) => (
            <Entry
              key={item.candidate}
              item={String(item.candidate)}
              chosen={chosen}
              text={`candidate ${item.candidate}: ${routeText(item)}`}
            />
          ))}
      </optgroup>
      <optgroup label="The best for another target">
        {targets.value
          .filter((target) => target.name !== plan.value?.target.name && free(target.name))
          .map((target) => (
            <Entry key={target.name} item={target.name} chosen={chosen} text={`${target.name} · ${target.description}`} />
          ))}
      </optgroup>
    </>
  );
}

function Chooser({ at }: { at: number }) {
  const chosen = versus.value[at] ?? "";
  const choose = (item: string) => {
    const next = [...versus.value];
    if (item === "") next.splice(at, 1);
    else next[at] = item;
    show({ versus: next, diff: "" });
  };
  return (
    <label class="inline">
      <Tag at={at + 1} />{" "}
      <select
        name={at === 0 ? "versus" : `versus-${at}`}
        aria-label={at === 0 ? "Compare with" : `Compare with, too (${kLetters[at + 1]})`}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{chosen === "" ? (at === 0 ? "choose…" : "one more…") : "none"}</option>
        <Choices chosen={chosen} own={versus.value} />
      </select>
    </label>
  );
}

function FileChooser({ at }: { at: number }) {
  const file = files.value[at];
  if (file === undefined) return null;
  const set = (change: (now: typeof files.value) => typeof files.value) => (files.value = change(files.value));
  return (
    <label class="inline">
      <Tag at={1 + versus.value.length + at} />{" "}
      <Select
        name="file-candidate"
        label={`Candidate of ${file.name}`}
        value={String(file.candidate)}
        options={[
          ...fileCandidates(file).map((item) => [String(item.candidate), `${file.name}, candidate ${item.candidate}: ${routeText(item)}`] as const),
          ["", "close the file"],
        ]}
        onChange={(index) =>
          set((now) => (index === "" ? now.filter((_, i) => i !== at) : now.map((one, i) => (i === at ? { ...one, candidate: Number(index) } : one))))
        }
      />
    </label>
  );
}

function Choosers() {
  const used = versus.value.length + files.value.length;
  const open = Math.min(versus.value.length + 1, kMostCompared - files.value.length);
  return (
    <div class="bar">
      <span>
        <Tag at={0} /> candidate {candidate.value ?? 0}, with
      </span>
      {Array.from({ length: open }, (_, at) => (
        <Chooser key={at} at={at} />
      ))}
      {files.value.map((_, at) => (
        <FileChooser key={at} at={at} />
      ))}
      {used < kMostCompared && (
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
      )}
      <button type="button" onClick={swapSides} disabled={!/^\d+$/.test(versus.value[0] ?? "")}>
        Swap A and B
      </button>
      <span class="spring" />
      <Check label="differences only" checked={onlyDifferences.value} onChange={(checked) => (onlyDifferences.value = checked)} />
    </div>
  );
}

function SideHead({ side, at }: { side: Side; at: number }) {
  return (
    <th>
      <Tag at={at} /> {side.from === "" ? "" : `${side.from}: `}
      <span class="nowrap">
        {side.summary.target.name}, candidate {side.detail.candidate}
      </span>
      <br />
      <Flow route={side.detail} />
    </th>
  );
}

// A row of times, each with its ratio to side A's.
function TimeRow({ figure, all }: { figure: Figure; all: Side[] }) {
  const base = figure.values[0] ?? null;
  return (
    <tr data-testid={`compared-${figure.name}`}>
      <td>{figure.name}</td>
      {figure.values.map((value, at) => {
        const timing = figure.name === "measured" ? all[at]?.timing : null;
        return (
          <td key={at} class={figure.best.includes(at) ? "better" : ""}>
            {value === null ? <span class="dim">{figure.name === "measured" ? "not measured" : "–"}</span> : milliseconds(value)}
            {at > 0 && value !== null && base !== null && <span class="delta">{against(value, base)}</span>}
            {timing?.samples ? (
              <small class="dim">
                {" "}
                {milliseconds(timing.low_ms)} – {milliseconds(timing.high_ms)}
              </small>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
}

function Scores({ all }: { all: Side[] }) {
  const { predicted, measured } = timesOf(all);
  const differs = ({ values }: Figure) => new Set(values).size > 1;
  const scores = scoresOf(all, candidates.value?.criteria ?? []);
  const rows = scores.filter((figure) => !onlyDifferences.value || differs(figure));
  return (
    <>
      <thead>
        <tr>
          <th>Time</th>
          {all.map((side, at) => (
            <SideHead key={at} side={side} at={at} />
          ))}
        </tr>
      </thead>
      <tbody>
        <TimeRow figure={predicted} all={all} />
        <TimeRow figure={measured} all={all} />
        {rows.map((figure) => (
          <tr key={figure.name}>
            <td>{figure.name}</td>
            {figure.values.map((value, at) => (
              <td key={at} class={figure.best.includes(at) ? "better" : ""}>
                {value === null ? "not used" : figure.text(value)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={all.length + 1} class="dim">
              Scores and buffers are the same.
            </td>
          </tr>
        )}
      </tbody>
    </>
  );
}

function StepHead({ side, step, elsewhere }: { side: Side; step: number | null; elsewhere: number | null }) {
  const item = side.detail.steps[step ?? -1];
  if (item === undefined) {
    return <td class="dim">{elsewhere === null ? "no such step" : `fused into its step ${elsewhere}`}</td>;
  }
  const time = side.timing?.samples ? side.timing.step_ms[step ?? -1] : undefined;
  return (
    <td>
      <b>{stepName(item)}</b>
      {item.shim && <span class="tag good">fused</span>}
      <span class="dim">
        {" "}
        step {step}
        {item.predicted_us ? <span class="nowrap">, {microseconds(item.predicted_us)}</span> : ""}
        {time !== undefined && <span class="nowrap">, measured {milliseconds(time)}</span>}
      </span>
    </td>
  );
}

// Sides whose kernel in this row differs from side A's.
function otherKernels(all: Side[], row: StepRow): number[] {
  const name = (at: number) => all[at]?.detail.steps[row.steps[at] ?? -1]?.kernel?.name;
  const own = name(0);
  if (own === undefined) return [];
  return all.flatMap((_, at) => (at > 0 && name(at) !== undefined && name(at) !== own ? [at] : []));
}

function StepRows({ all, row, at }: { all: Side[]; row: StepRow; at: number }) {
  const others = otherKernels(all, row);
  return (
    <tbody data-testid="compared-step" data-row={at}>
      <tr class="step-head">
        <th scope="rowgroup">
          Step {at}{" "}
          {isSame(row) && <span class="tag">the same</span>}
          {others.map((other) => (
            <button key={other} type="button" class="link" onClick={() => show({ diff: `${at}.${other}` })}>
              {all.length > 2 ? `diff A with ${kLetters[other]}` : "diff the sources"}
            </button>
          ))}
        </th>
        {all.map((side, i) => (
          <StepHead key={i} side={side} step={row.steps[i] ?? null} elsewhere={row.elsewhere[i] ?? null} />
        ))}
      </tr>
      {row.lines.map((line) => (
        <tr key={line.name}>
          <td>{line.name}</td>
          {line.values.map((value, i) => (
            <td key={i} class={value !== null && i > 0 && value === line.values[0] ? "mono dim" : "mono"}>
              {value ?? ""}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Found({ all, rows }: { all: Side[]; rows: StepRow[] }) {
  const same = rows.filter(isSame).length;
  const { shared, only } = kernelCounts(all);
  return (
    <>
      <p class="note" data-testid="compare-summary">
        {order.value !== "" && `${order.value} `}
        {rows.length - same} of {rows.length} steps differ; {plural(shared, "kernel")} shared,{" "}
        {only.map((count, at) => `${count} only in ${kLetters[at]}`).join(", ")}.
      </p>
      <ComparedDrawings all={all} rows={rows} />
      <Scroll label="Differences" tall>
        <table class="compare">
          <Scores all={all} />
          {rows.map((row, at) =>
            onlyDifferences.value && isSame(row) ? null : <StepRows key={at} all={all} row={row} at={at} />,
          )}
        </table>
      </Scroll>
    </>
  );
}

const sources = signal<{ key: string; a: string; b: string } | null>(null);

// The sources are shown instead of the comparison, where people look for them.
function Sources({ all, rows }: { all: Side[]; rows: StepRow[] }) {
  const [at = 0, other = 1] = diff.value.split(".").map(Number);
  const row = rows[at];
  const a = all[0];
  const b = all[other];
  const steps = [row?.steps[0] ?? null, row?.steps[other] ?? null] as const;
  const key = [a?.summary.id, a?.detail.candidate, b?.summary.id, b?.detail.candidate, b?.from, ...steps].join(" ");
  useEffect(() => {
    if (a === undefined || b === undefined || steps[0] === null || steps[1] === null) return;
    Promise.all([sourceOf(a, steps[0]), sourceOf(b, steps[1])]).then(
      ([left, right]) => (sources.value = { key, a: left, b: right }),
      (error: unknown) => (failure.value = error instanceof Error ? error.message : String(error)),
    );
  }, [key]);
  const name = (side: Side | undefined, step: number | null) =>
    `${side?.from ? `${side.from}: ` : ""}${side?.summary.target.name}, candidate ${side?.detail.candidate}, step ${step}`;
  return (
    <>
      <div class="bar">
        <button type="button" onClick={() => show({ diff: "" })}>
          ‹ Back to the comparison
        </button>
      </div>
      {sources.value?.key === key && (
        <DiffView
          a={sources.value.a}
          b={sources.value.b}
          aName={name(a, steps[0])}
          bName={name(b, steps[1])}
          letters={[kLetters[0] ?? "", kLetters[other] ?? ""]}
        />
      )}
    </>
  );
}

export function ComparePanel() {
  const all = sides.value;
  const chosen = versus.value.length + files.value.length > 0;
  const rows = all.length > 1 ? stepRows(all) : [];
  return (
    <>
      <Choosers />
      {!chosen && (
        <p class="note">
          Choose up to three to stand beside the selected candidate: other candidates (also by “vs” in
          their table), the best for another machine, or a plan in a file that was saved as JSON, here or elsewhere.
          <br />
          <button type="button" class="link" onClick={() => compareWith(firstRanks())}>
            candidates 0 to 3
          </button>
        </p>
      )}
      {failure.value !== "" && (
        <p class="error" role="alert">
          {failure.value}
        </p>
      )}
      {chosen && waiting.value && all.length < 2 && failure.value === "" && <p class="note">Loading…</p>}
      {all.length > 1 && (diff.value === "" ? <Found all={all} rows={rows} /> : <Sources all={all} rows={rows} />)}
    </>
  );
}

function firstRanks(): string[] {
  const items = candidates.value?.items ?? [];
  return items
    .map((item) => item.candidate)
    .filter((index) => index !== candidate.value)
    .slice(0, kMostCompared)
    .map(String);
}
