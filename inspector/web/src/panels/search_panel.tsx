// What the search did: its rounds, the refused tries by reason, and the schemes considered.
import { buffer, count, milliseconds, plainNames } from "../model/format.ts";
import { Listed } from "../parts/table.tsx";
import { plan, search, selectedStep } from "../state/state.ts";
import { step } from "../state/view.ts";
import { VerdictMatrix } from "./verdicts.tsx";

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

export function SearchPanel() {
  const found = search.value;
  if (found === null) return null;
  const node = selectedStep.value?.node;
  const factsOf = ({ detail }: { detail: unknown }) => detail as SchemeFacts;
  const keyOf = ({ transform, scheme }: SchemeFacts) => `${transform}|${scheme}`;
  const chosen = new Set(found.schemes.filter(({ subject }) => subject === "chosen").map((event) => keyOf(factsOf(event))));
  const schemes = found.schemes.filter(({ subject }) => subject === "accepted" || subject === "refused");
  return (
    <>
      {found.truncated && <p class="error">Cut short: {found.truncation}</p>}
      <h3>Where may step {step.value} put its output? {node && <small>node {node}</small>}</h3>
      <VerdictMatrix />
      <Listed
        title="Passes of the search for buffers"
        label="Passes of the search"
        rows={found.passes}
        columns={[
          { head: "Temporaries on offer", cell: (pass) => pass.temporaries },
          { head: "Tries", num: true, cell: (pass) => count(pass.tries) },
          { head: "Refused", num: true, cell: (pass) => count(pass.refused) },
          { head: "New candidates", num: true, cell: (pass) => count(pass.candidates) },
          {
            head: "Decisions cached",
            num: true,
            title: "calls of the decision function answered from its cache",
            cell: ({ decision_calls: calls, decision_hits: hits }) => (calls === 0 ? "–" : `${Math.round((100 * hits) / calls)} %`),
          },
        ]}
      />
      <Listed
        title="Why tries were refused"
        label="Refusals"
        none="No try was refused."
        rows={found.refusals}
        columns={[
          { head: "Tries", num: true, cell: (refusal) => count(refusal.count) },
          { head: "Refused because", cell: ({ reason }) => plainNames(reason) },
          {
            head: "First at",
            class: "nowrap",
            cell: ({ example }) => `node ${example.node ?? "–"}, ${buffer(example.in_buffer)} → ${buffer(example.out_buffer)}`,
          },
        ]}
      />
      <Listed
        title="Neighbouring kernels as one"
        label="Fusions"
        none="No neighbouring kernels could be one."
        rows={found.fusions}
        columns={[
          { head: "Fusion", class: "nowrap", cell: ({ shim }) => <b>{shim}</b> },
          { head: "Nodes", class: "mono", cell: ({ nodes }) => nodes.join(" + ") },
          {
            head: "Verdict",
            cell: ({ refusal, taken }) =>
              refusal !== "" ? `refused: ${plainNames(refusal)}` : taken ? <span class="tag good">taken</span> : "offered",
          },
        ]}
      />
      {plan.value?.cut_short && <p class="error">The planner was cut short: {plan.value.cut_short}</p>}
      <Listed
        title="Schemes of the plan tree"
        label="Schemes"
        rows={schemes}
        columns={[
          { head: "Transform", cell: (event) => <Transform text={factsOf(event).transform ?? ""} /> },
          { head: "Scheme", class: "nowrap", cell: (event) => <b>{factsOf(event).scheme}</b> },
          {
            head: "Verdict",
            title: "predicted as the planner compares schemes: what they are charged for a workspace included, before buffers are assigned",
            cell: (event) => {
              const facts = factsOf(event);
              if (event.subject === "refused") return `refused: ${plainNames(facts.reason ?? "")}`;
              return (
                <>
                  {milliseconds((facts.microseconds ?? 0) / 1000)} before buffers are assigned
                  {chosen.has(keyOf(facts)) && <span class="tag good">chosen</span>}
                </>
              );
            },
          },
        ]}
      />
    </>
  );
}
