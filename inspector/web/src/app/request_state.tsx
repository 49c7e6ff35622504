// Says what is wrong with the request, or that it is typed but not planned, and offers remedies.
import { kPresets } from "../model/presets.ts";
import { Fault } from "../parts/fault.tsx";
import * as asked from "../state/request.ts";
import { plan, planning, submit, undoEdits } from "../state/state.ts";

function Proposal() {
  const error = asked.requestError.value;
  const change = asked.proposal.value;
  if (error === null || change === null) return null;
  return (
    <button type="button" class="proposal" onClick={() => asked.takeProposal() && void submit()}>
      Take {change.words}
    </button>
  );
}

export function RequestState() {
  const error = asked.requestError.value;
  return (
    <div id="request-error" role="alert" class={error || asked.edited.value ? "request-state" : "hidden"}>
      {error && (
        <div class="error">
          <Fault text={error.detail} /> <Proposal />
        </div>
      )}
      {plan.value && (error || asked.edited.value) && (
        <p class="note" data-testid="stale">
          {error ? "What stands below is still the plan before." : "Edited, not planned yet: below stands the plan before."}{" "}
          <button type="button" class="link" onClick={undoEdits}>
            Undo the edits
          </button>
        </p>
      )}
    </div>
  );
}

// Example problems, shown before there is any plan.
export function NothingYet() {
  if (plan.value !== null || planning.value || asked.requestError.value === null) return null;
  return (
    <section class="panel nothing-yet" aria-label="Nothing is planned">
      <h2>Nothing is planned yet</h2>
      <p class="note">
        Mend the request above, or begin with one of these. A token says what is transformed and how its data lies:{" "}
        <code>complex_forward_len_336_336_56_double_op_batch_10</code>.
      </p>
      <ul>
        {kPresets.map(([name, token]) => (
          <li key={token}>
            <button
              type="button"
              class="link"
              onClick={() => {
                asked.editToken(token);
                void submit({ target: "", scheme: "", factors: "", shapes: "" });
              }}
            >
              {name}
            </button>{" "}
            <code>{token}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
