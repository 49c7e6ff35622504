// What is wrong with a request; where no scheme takes the problem, a list of why each does not.
import { refusalsOf, type Refused } from "../model/refusals.ts";

function Reasons({ of }: { of: Refused[] }) {
  if (of.length === 0) return null;
  return (
    <ul>
      {of.map(({ scheme, reason, nested }) => (
        <li key={scheme}>
          <b>{scheme}</b> {reason}
          <Reasons of={nested} />
        </li>
      ))}
    </ul>
  );
}

export function Fault({ text }: { text: string }) {
  const { head, nested } = refusalsOf(text);
  return (
    <>
      {head}
      <Reasons of={nested} />
    </>
  );
}
