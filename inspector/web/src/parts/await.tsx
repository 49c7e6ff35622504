// Shows the state of a part of the page that comes from the server: loading, failed or loaded.
import type { ComponentChildren } from "preact";
import { readableBytes } from "../model/format.ts";
import type { Resource } from "../state/resource.ts";

export function Failure({ text, retry }: { text: string; retry?: () => void }) {
  return (
    <p class="note error" role="alert">
      {readableBytes(text)}{" "}
      {retry && (
        <button type="button" class="link" onClick={retry}>
          Try again
        </button>
      )}
    </p>
  );
}

interface Props<T> {
  of: Resource<T>;
  children: (value: T) => ComponentChildren;
}

export function Await<T>({ of, children }: Props<T>) {
  const value = of.value.value;
  if (of.error.value !== "") return <Failure text={of.error.value} retry={of.retry} />;
  if (value === null) return of.loading.value ? <p class="note">Loading…</p> : null;
  return <>{children(value)}</>;
}
