// The failure of a part of the page that comes from the server.
import { readableBytes } from "../model/format.ts";

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
