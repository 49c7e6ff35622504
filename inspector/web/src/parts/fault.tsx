// The error of a request. If no scheme takes the problem, it lists the reason of each scheme.
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
