// Measures the plan with other paddings, kernel shapes or schemes. The results are a heat map or a
// chart.
import { SweepChart } from "../charts/sweep_chart.tsx";
import { against, microseconds, milliseconds, plural } from "../model/format.ts";
import { cellAt, fieldsFor, isOfShape, kFieldWords, levelOf, plainCell, surelyApart, usualValues, valueWords, whyNotSwept, type SweptField } from "../model/sweep.ts";
import type { Sweep, SweepCell } from "../model/types.ts";
import { ColdCaches } from "../parts/cold.tsx";
import { Select } from "../parts/controls.tsx";
import { machineWords, Noise } from "../parts/noise.tsx";
import { ResultBar } from "../parts/result_bar.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { JobBar, StartButton } from "../parts/timing_bar.tsx";
import { standalone } from "../state/archive.ts";
import { sweepFailure, sweepJob } from "../state/measure_state.ts";
import { editToken } from "../state/request.ts";
import { plan, schemes, submit, sweep, whyNotTimed } from "../state/state.ts";
import { askSweep, lineLengths, startSweep, sweepAsked, sweepError, sweeping } from "../state/sweep_state.ts";

function AxisFields({ name, label }: { name: "rows" | "columns"; label: string }) {
  const asked = sweepAsked.value;
  const { field, values } = asked[name];
  const problem = plan.value?.problem;
  const offered = problem === undefined ? [] : fieldsFor(problem);
  // The list also has the requested field if it is for another plan and this plan cannot have it.
  const fields = field === "" || offered.includes(field) ? offered : [field, ...offered];
  const other = asked[name === "rows" ? "columns" : "rows"].field;
  const choose = (next: SweptField | "") =>
    askSweep({ [name]: { field: next, values: usualValues(next, Number(asked.length), schemes.value.map((one) => one.name)) } });
  return (
    <div class="sweep-axis">
      <label class="inline">
        <span>{label}</span>
        <Select
          name={`sweep-${name}`}
          value={field}
          options={[
            ...(name === "columns" ? [["", "nothing else"] as const] : []),
            ...fields.filter((one) => one !== other).map((one) => [one, kFieldWords[one]] as const),
          ]}
          onChange={(next) => choose(next as SweptField | "")}
        />
      </label>
      {field !== "" && (
        <input
          type="text"
          name={`sweep-${name}-values`}
          aria-label={`Values of ${kFieldWords[field]}`}
          value={values}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => askSweep({ [name]: { field, values: event.currentTarget.value } })}
        />
      )}
    </div>
  );
}

function Length() {
  const asked = sweepAsked.value;
  if (!isOfShape(asked.rows) && !isOfShape(asked.columns)) return null;
  return (
    <label class="inline">
      of kernels for lines of{" "}
      <Select
        name="sweep-length"
        value={asked.length}
        options={lineLengths.value.map((length) => [String(length), String(length)] as const)}
        onChange={(length) => askSweep({ length })}
      />
    </label>
  );
}

// Why the shown plan cannot be swept as requested.
function refusal(): string {
  const problem = plan.value?.problem;
  const { rows, columns } = sweepAsked.value;
  if (problem === undefined) return "";
  return whyNotSwept(problem, rows.field) || whyNotSwept(problem, columns.field);
}

function Start() {
  const reason = whyNotTimed.value;
  const refused = refusal();
  return (
    <div class="sweep-form">
      <AxisFields name="rows" label="Vary" />
      <AxisFields name="columns" label="and" />
      <Length />
      <div class="bar">
        <StartButton busy={sweeping.value || refused !== ""} verb="Sweep" words="Sweep" onStart={() => void startSweep()} />
        <ColdCaches />
        <span class="dim">{reason === "" ? "15 executions of each, in three laps" : reason}</span>
      </div>
      {refused !== "" && <p class="error">Not for this plan: {refused}.</p>}
    </div>
  );
}

function Progress() {
  if (!sweeping.value) return null;
  return <JobBar job={sweepJob.value} label="Progress of the sweep" testid="sweep-progress" />;
}

// Makes the plan of a cell, with its problem, shapes and scheme.
function open(cell: SweepCell): void {
  if (cell.token === "") return;
  editToken(cell.token);
  void submit({ shapes: cell.shapes, scheme: cell.scheme ?? "" });
}

function words(found: Sweep, cell: SweepCell): string {
  const of = (axis: Sweep["rows"] | null, at: number) =>
    axis === null ? [] : [`${kFieldWords[axis.field]} ${valueWords(axis.field, axis.values[at] ?? "")}`];
  return [...of(found.rows, cell.row), ...of(found.columns, cell.column)].join(", ");
}

function Verdict({ found }: { found: Sweep }) {
  const best = found.fastest === null ? undefined : found.items[found.fastest];
  const plain = plainCell(found);
  const failed = found.items.filter((cell) => cell.error !== "").length;
  if (best === undefined) return <p class="note">Nothing could be measured{found.complete ? "" : " before it ended"}.</p>;
  const isPlain = plain !== undefined && plain.row === best.row && plain.column === best.column;
  return (
    <p class="note" data-testid="sweep-verdict">
      {isPlain
        ? `The plan as it is, is the fastest: ${milliseconds(best.median_ms)}.`
        : `Fastest: ${words(found, best)}, ${milliseconds(best.median_ms)}${
            plain && plain.samples > 0
              ? `; the plan as it is: ${milliseconds(plain.median_ms)}, ${against(plain.median_ms, best.median_ms)}${
                  surelyApart(plain, best) ? "" : ", which may be chance"
                }`
              : ""
          }.`}
      {failed > 0 && ` ${plural(failed, "cell")} could not be run; point at ${failed === 1 ? "it" : "them"} to see why.`}
      {!found.complete && " It ended early."} A click on a cell plans it.
    </p>
  );
}

function HeatCell({ found, cell, best }: { found: Sweep; cell: SweepCell | undefined; best: SweepCell | undefined }) {
  if (cell === undefined) return <td class="refused-cell">–</td>;
  if (cell.samples === 0 || best === undefined) {
    return (
      <td class="refused-cell" title={cell.error || "it ended before"}>
        none
      </td>
    );
  }
  const isBest = cell === best;
  const predicted = cell.predicted_us === null ? "" : `, predicted ${microseconds(cell.predicted_us)}`;
  return (
    <td class={`share s${levelOf(cell, best)}${isBest ? " fastest" : ""}`}>
      <button
        type="button"
        class="cell"
        title={`${words(found, cell)}: 95 % between ${milliseconds(cell.low_ms)} and ${milliseconds(cell.high_ms)}${predicted}`}
        onClick={() => open(cell)}
      >
        {milliseconds(cell.median_ms)}
        <small>{isBest ? "fastest" : against(cell.median_ms, best.median_ms)}</small>
      </button>
    </td>
  );
}

function predictedWords(cell: SweepCell | undefined): string {
  return cell === undefined || cell.predicted_us === null ? "–" : microseconds(cell.predicted_us);
}

function HeatMap({ found }: { found: Sweep }) {
  const best = found.fastest === null ? undefined : found.items[found.fastest];
  const { rows, columns } = found;
  const across = columns?.values ?? [""];
  return (
    <table class="plan-set heat" data-testid="heat-map">
      <caption class="dim">
        rows: {kFieldWords[rows.field]}
        {columns && `; columns: ${kFieldWords[columns.field]}`}
      </caption>
      <thead>
        <tr>
          <th>
            <span class="hidden-text">{kFieldWords[rows.field]}</span>
          </th>
          {across.map((value, column) => (
            <th key={column} scope="col">
              {columns ? valueWords(columns.field, value) : "time"}
            </th>
          ))}
          {columns === null && <th scope="col">predicted</th>}
        </tr>
      </thead>
      <tbody>
        {rows.values.map((value, row) => (
          <tr key={row}>
            <th scope="row">{valueWords(rows.field, value)}</th>
            {across.map((_, column) => (
              <HeatCell key={column} found={found} cell={cellAt(found, row, column)} best={best} />
            ))}
            {columns === null && <td class="num dim">{predictedWords(cellAt(found, row, 0))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function csvRows(found: Sweep): (string | number)[][] {
  const fields = [found.rows.field, ...(found.columns ? [found.columns.field] : [])];
  const head = [...fields, "median_ms", "low_ms", "high_ms", "best_ms", "samples", "predicted_us", "token", "shapes", "error"];
  const rows = found.items.map((cell) => [
    valueWords(found.rows.field, found.rows.values[cell.row] ?? ""),
    ...(found.columns ? [valueWords(found.columns.field, found.columns.values[cell.column] ?? "")] : []),
    ...[cell.median_ms, cell.low_ms, cell.high_ms, cell.best_ms, cell.samples, cell.predicted_us ?? ""],
    ...[cell.token, cell.shapes, cell.error],
  ]);
  return [head, ...rows];
}

export function SweepPanel() {
  const found = sweep.value;
  const failure = sweepError.value || sweepFailure.value;
  return (
    <>
      <p class="note">
        {standalone
          ? "A running inspector runs plans with one or two things changed, value by value."
          : "Runs this plan with one or two things changed, value by value, and colours how near each comes to the fastest."}
      </p>
      {!standalone && <Start />}
      <div aria-live="polite">
        <Progress />
        {failure !== "" && <p class="error">{failure}</p>}
      </div>
      {found && (
        <>
          <Verdict found={found} />
          <Noise items={found.items} machine={found.machine} />
          <Scroll label="Times of the sweep" tall>
            {found.columns === null && <SweepChart sweep={found} onPick={open} />}
            <HeatMap found={found} />
          </Scroll>
          <p class="note">Meanwhile: {machineWords(found.machine)}.</p>
          <ResultBar found={found} name="sweep" rows={() => csvRows(found)} />
        </>
      )}
    </>
  );
}
