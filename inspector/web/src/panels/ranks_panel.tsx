// A transform over several ranks: the parts that each rank holds, the candidates, the bytes that
// each rank sends to each other, and each rank's stages.
import { signal } from "@preact/signals";
import { RanksPicture } from "../charts/ranks_picture.tsx";
import { bytes, microseconds, plural } from "../model/format.ts";
import { axisWords, bytesBetween, gridOf, gridWords, kLinks, type RanksAsked } from "../model/ranks.ts";
import type { Distributed, HeldStep } from "../model/types.ts";
import { Scroll } from "../parts/scroll.tsx";
import { standalone } from "../state/archive.ts";
import { askRanks, distributed, layoutLeftOut, ranksAsked, ranksBusy, ranksError } from "../state/ranks_state.ts";
import { plan } from "../state/state.ts";

const shownRank = signal(0);

function heldWords({ holder, grid, transformed }: HeldStep): string {
  const where = holder === "grid" ? gridWords(holder, grid ?? []) : holder;
  return transformed.length === 0 ? where : `${where}: transforms ${axisWords(transformed)}`;
}

function Text({ name, label, placeholder, size }: { name: "ranks" | "input" | "output"; label: string; placeholder: string; size: number }) {
  return (
    <label class="inline">
      {label}{" "}
      <input
        type="text"
        name={`ranks-${name}`}
        value={ranksAsked.value[name]}
        placeholder={placeholder}
        size={size}
        spellcheck={false}
        autocomplete="off"
        onChange={(event) => askRanks({ [name]: event.currentTarget.value.trim() })}
      />
    </label>
  );
}

function Choice({ name, label, options }: { name: "link" | "transport"; label: string; options: string[] }) {
  return (
    <label class="inline">
      {label}{" "}
      <select
        name={`ranks-${name}`}
        value={ranksAsked.value[name]}
        onChange={(event) => askRanks({ [name]: event.currentTarget.value } as Partial<RanksAsked>)}
      >
        {options.map((option) => (
          <option key={option} value={option} selected={option === ranksAsked.value[name]}>
            {option.replace(/_/g, " ")}
          </option>
        ))}
      </select>
    </label>
  );
}

// The decomposition that an empty field stands for: "slabs: 4 × 1 × 1".
function slabs(axis: number): string {
  const lengths = plan.value?.problem.lengths.length ?? 3;
  const at = Math.min(axis, lengths - 1);
  return `slabs: ${Array.from({ length: lengths }, (_, i) => (i === at ? ranksAsked.value.ranks || "4" : "1")).join(" × ")}`;
}

function Asked() {
  return (
    <div class="bar">
      <Text name="ranks" label="Ranks" placeholder="4" size={3} />
      <Text name="input" label="Input" placeholder={slabs(0)} size={12} />
      <Text name="output" label="Output" placeholder={slabs(1)} size={12} />
      <Choice name="link" label="Link" options={kLinks} />
      <Choice name="transport" label="by" options={["direct", "messages"]} />
    </div>
  );
}

function Ways({ shown }: { shown: Distributed }) {
  const kShown = 12;
  return (
    <Scroll label="Ways over the ranks">
      <table class="ways">
        <thead>
          <tr>
            <th class="num">#</th>
            <th>Data is held as</th>
            <th class="num">Predicted</th>
            <th class="num">Local</th>
            <th class="num">Exchanges</th>
            <th class="num" title="that the busiest rank sends: within its node, and to other nodes">
              Sends
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.candidates.slice(0, kShown).map((way, at) => (
            <tr
              key={at}
              tabIndex={0}
              aria-selected={at === shown.candidate}
              onClick={() => askRanks({ candidate: at })}
              onKeyDown={(event) => event.key === "Enter" && askRanks({ candidate: at })}
            >
              <td class="num">{at + 1}</td>
              <td>{way.path.map(heldWords).join(" → ")}</td>
              <td class="num">{microseconds(way.microseconds)}</td>
              <td class="num">{microseconds(way.local_microseconds)}</td>
              <td class="num">
                {microseconds(way.exchange_microseconds)} <small class="dim">in {way.exchanges}</small>
              </td>
              <td class="num">
                {bytes(way.node_bytes)}
                {way.network_bytes > 0 && <small class="dim"> + {bytes(way.network_bytes)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.candidates.length > kShown && <p class="note">The first {kShown} of {shown.candidates.length} ways.</p>}
    </Scroll>
  );
}

function Matrix({ shown }: { shown: Distributed }) {
  const sums = bytesBetween(shown);
  const most = Math.max(1, ...sums.flat());
  const ranks = sums.map((_, rank) => rank);
  const roomy = shown.ranks <= 8;
  return (
    <Scroll label="Bytes between ranks">
      <table class="between">
        <caption class="hidden-text">Bytes that each rank sends to each other</caption>
        <thead>
          <tr>
            <th>from ↓ to →</th>
            {ranks.map((to) => (
              <th key={to}>{to}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map((row, from) => (
            <tr key={from}>
              <th scope="row">{from}</th>
              {row.map((value, to) => (
                <td key={to} class={`share s${value === 0 ? "none" : Math.min(4, Math.floor((4.99 * value) / most))}`} title={`${from} to ${to}: ${bytes(value)}`}>
                  {roomy && value > 0 ? bytes(value) : ""}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Stages({ shown }: { shown: Distributed }) {
  const of = shown.plans[Math.min(shownRank.value, shown.ranks - 1)];
  if (of === undefined) return null;
  return (
    <>
      <h3>
        <label class="inline">
          Stages of rank{" "}
          <select name="ranks-rank" value={String(of.rank)} onChange={(event) => (shownRank.value = Number(event.currentTarget.value))}>
            {shown.plans.map(({ rank }) => (
              <option key={rank} value={rank} selected={rank === of.rank}>
                {rank}
              </option>
            ))}
          </select>
        </label>{" "}
        <small>{bytes(of.work_bytes)} of memory of its own; lane 1 runs beside lane 0</small>
      </h3>
      <Scroll label={`Stages of rank ${of.rank}`}>
        <ol class="stages" data-testid="stages">
          {of.lines.map((line, i) => (
            <li key={i} class={of.stages[i]?.kind ?? ""} title={line}>
              <span class="mono">{line.replace(/_istride_\w*/, "…")}</span>
            </li>
          ))}
        </ol>
      </Scroll>
    </>
  );
}

function Found({ shown }: { shown: Distributed }) {
  const way = shown.candidates[shown.candidate];
  if (way === undefined) return null;
  const sends = bytesBetween(shown).map((row) => row.reduce((sum, value) => sum + value, 0));
  return (
    <>
      <p class="note" data-testid="ranks-story">
        {plural(shown.ranks, "rank")} take {microseconds(way.microseconds)} by the model: {microseconds(way.local_microseconds)} in their
        own memory, {microseconds(way.exchange_microseconds)} in {plural(way.exchanges, "exchange")}, in which a rank sends up to{" "}
        {bytes(Math.max(...sends))}. The input lies as {gridOf(shown.boxes.input).slice(1).join("×")}, the output as{" "}
        {gridOf(shown.boxes.output).slice(1).join("×")} boxes. Overlap is not counted.
      </p>
      <RanksPicture shown={shown} />
      <h3>Ways, cheapest first</h3>
      <Ways shown={shown} />
      <h3>
        Bytes between ranks <small>all exchanges together</small>
      </h3>
      <Matrix shown={shown} />
      <Stages shown={shown} />
    </>
  );
}

export function RanksPanel() {
  const shown = distributed.value;
  if (standalone) return <p class="note">A running inspector plans transforms over several ranks.</p>;
  return (
    <>
      <Asked />
      <p class="note">
        The lengths, kind, precision and batch on show, over GPUs or processes that hold a box each. <b>Input</b> and <b>Output</b> say
        how many ranks share each length.
      </p>
      {ranksError.value !== "" && (
        <p class="error" role="alert">
          {ranksError.value}
        </p>
      )}
      {layoutLeftOut.value && (
        <p class="note" data-testid="layout-left-out">
          Every rank holds its part packed and interleaved: the strides, offsets and planar arrays of the problem on show are left out here.
        </p>
      )}
      <div aria-busy={ranksBusy.value} class="ranks">
        {shown && ranksError.value === "" && <Found shown={shown} />}
      </div>
    </>
  );
}
