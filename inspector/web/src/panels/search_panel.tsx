// What the search did: its rounds, the refused tries by reason, and the schemes considered.
import { buffer, count, milliseconds, plainNames } from "../model/format.ts";
import type { Fusion, Refusal, Search, SearchPass } from "../model/types.ts";
import { Scroll } from "../parts/scroll.tsx";
import { plan, search, selectedStep } from "../state/state.ts";
import { step } from "../state/view.ts";
import { VerdictMatrix } from "./verdicts.tsx";

function Passes({ passes }: { passes: SearchPass[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>Temporaries on offer</th>
          <th class="num">Tries</th>
          <th class="num">Refused</th>
          <th class="num">New candidates</th>
          <th class="num" title="calls of the decision function answered from its cache">
            Decisions cached
          </th>
        </tr>
      </thead>
      <tbody>
        {passes.map((pass) => (
          <tr key={pass.temporaries}>
            <td>{pass.temporaries}</td>
            <td class="num">{count(pass.tries)}</td>
            <td class="num">{count(pass.refused)}</td>
            <td class="num">{count(pass.candidates)}</td>
            <td class="num">
              {pass.decision_calls === 0
                ? "–"
                : `${Math.round((100 * pass.decision_hits) / pass.decision_calls)} %`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Refusals({ refusals }: { refusals: Refusal[] }) {
  if (refusals.length === 0) return <p class="note">No try was refused.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th class="num">Tries</th>
          <th>Refused because</th>
          <th>First at</th>
        </tr>
      </thead>
      <tbody>
        {refusals.map((refusal) => (
          <tr key={refusal.reason}>
            <td class="num">{count(refusal.count)}</td>
            <td>{plainNames(refusal.reason)}</td>
            <td class="nowrap">
              node {refusal.example.node ?? "–"}, {buffer(refusal.example.in_buffer)} →{" "}
              {buffer(refusal.example.out_buffer)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Fusions({ fusions }: { fusions: Fusion[] }) {
  if (fusions.length === 0) return <p class="note">No neighbouring kernels could be one.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th>Fusion</th>
          <th>Nodes</th>
          <th>Verdict</th>
        </tr>
      </thead>
      <tbody>
        {fusions.map((fusion, i) => (
          <tr key={i}>
            <td class="nowrap">
              <b>{fusion.shim}</b>
            </td>
            <td class="mono">{fusion.nodes.join(" + ")}</td>
            <td>
              {fusion.refusal !== "" && `refused: ${plainNames(fusion.refusal)}`}
              {fusion.refusal === "" && !fusion.taken && "offered"}
              {fusion.taken && <span class="tag good">taken</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SchemeFacts {
  transform?: string;
  scheme?: string;
  reason?: string;
  microseconds?: number;
}

// A transform such as "[336:18816:18816 56:1:1] x[4:1:1]", shown by its lengths. The strides appear
// when the pointer is over it.
function Transform({ text }: { text: string }) {
  const lengths = (list: string) => list.trim().split(" ").map((dim) => dim.split(":")[0]).join("×");
  const [, kind = "", axes = "", loops = ""] = /^(.*?)\[([^\]]*)\](?: x\[([^\]]*)\])?/.exec(text) ?? [];
  if (axes === "") return <span class="mono">{text}</span>;
  return (
    <span title={`${text}: length:stride in:stride out of each axis, then of each loop`}>
      {kind} <b class="mono">{lengths(axes)}</b>
      {loops !== "" && <span class="dim"> {lengths(loops)} times</span>}
    </span>
  );
}

function Schemes({ events }: { events: Search["schemes"] }) {
  const rows = events.filter(({ subject }) => subject === "accepted" || subject === "refused");
  const chosen = new Set(
    events
      .filter((event) => event.subject === "chosen")
      .map(({ detail }) => `${(detail as SchemeFacts).transform}|${(detail as SchemeFacts).scheme}`),
  );
  return (
    <table>
      <thead>
        <tr>
          <th>Transform</th>
          <th>Scheme</th>
          <th title="predicted as the planner compares schemes: what they are charged for a workspace included, before buffers are assigned">
            Verdict
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((event, i) => {
          const facts = event.detail as SchemeFacts;
          const won = chosen.has(`${facts.transform}|${facts.scheme}`);
          return (
            <tr key={i}>
              <td>
                <Transform text={facts.transform ?? ""} />
              </td>
              <td class="nowrap">
                <b>{facts.scheme}</b>
              </td>
              <td>
                {event.subject === "refused" && `refused: ${plainNames(facts.reason ?? "")}`}
                {event.subject === "accepted" &&
                  `${milliseconds((facts.microseconds ?? 0) / 1000)} before buffers are assigned`}
                {won && event.subject === "accepted" && <span class="tag good">chosen</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function SearchPanel() {
  const found = search.value;
  if (found === null) return null;
  const node = selectedStep.value?.node;
  return (
    <>
      {found.truncated && <p class="error">Cut short: {found.truncation}</p>}
      <h3>Where may step {step.value} put its output? {node && <small>node {node}</small>}</h3>
      <VerdictMatrix />
      <h3>Passes of the search for buffers</h3>
      <Scroll label="Passes of the search">
        <Passes passes={found.passes} />
      </Scroll>
      <h3>Why tries were refused</h3>
      <Scroll label="Refusals">
        <Refusals refusals={found.refusals} />
      </Scroll>
      <h3>Neighbouring kernels as one</h3>
      <Scroll label="Fusions">
        <Fusions fusions={found.fusions} />
      </Scroll>
      <h3>Schemes of the plan tree</h3>
      {plan.value?.cut_short && <p class="error">The planner was cut short: {plan.value.cut_short}</p>}
      <Scroll label="Schemes">
        <Schemes events={found.schemes} />
      </Scroll>
    </>
  );
}
