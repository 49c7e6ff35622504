// "What would it take?": options with which a candidate is first, or a path is allowed. A click
// plans with the option.
import { archive } from "../state/archive.ts";
import { candidate, plan, submit } from "../state/state.ts";
import { answer, lookForOptions, type Option, type Wish } from "../state/what_if.ts";
import { Failure } from "./failure.tsx";

function Options({ found, none }: { found: Option[]; none: string }) {
  if (found.length === 0) return <>{none}</>;
  return (
    <>
      {found.map(({ words, asked }) => (
        <button key={words} type="button" class="link" onClick={() => void submit(asked)}>
          plan with {words}
        </button>
      ))}
    </>
  );
}

interface Props {
  label: string; // text of the button
  about: string; // identifies the wish, together with the plan and the candidate
  wish: Wish;
  none: string; // shown if no option fulfils the wish
}

export function WhatIf({ label, about, wish, none }: Props) {
  if (archive.value !== null) return null;
  const question = `${plan.value?.id} ${candidate.value} ${about}`;
  const now = answer.value?.question === question ? answer.value : null;
  return (
    <span class="what-if" aria-live="polite" data-testid="what-if">
      {now === null && (
        <button type="button" class="link" onClick={() => void lookForOptions(question, wish)}>
          {label}
        </button>
      )}
      {now !== null && now.options === null && "Looking…"}
      {now !== null && now.error !== "" && <Failure text={now.error} />}
      {now !== null && now.error === "" && now.options !== null && <Options found={now.options} none={none} />}
    </span>
  );
}
