// A sentence that is shown at the first visit.
import { signal } from "@preact/signals";
import { standalone } from "../state/archive.ts";
import { helpOpen } from "../state/dialogs_state.ts";

const kKey = "fft-inspector-welcomed";

// Without storage the page cannot remember that it has shown the sentence, so it does not show the
// sentence.
function isFirst(): boolean {
  try {
    return !standalone && localStorage.getItem(kKey) === null;
  } catch {
    return false;
  }
}

const first = signal(isFirst());

function close(): void {
  first.value = false;
  localStorage.setItem(kKey, "1");
}

export function Welcome() {
  if (!first.value) return null;
  return (
    <p class="welcome" data-testid="welcome">
      <span>
        Type a transform or pick a preset: the drawing shows which kernels compute it, in which buffers and at what
        cost; <b>Candidates</b> holds every other way that was weighed and why it lost. Select one and all else follows.
      </span>
      <button type="button" class="link" onClick={() => (helpOpen.value = true)}>
        Keys and words
      </button>
      <button type="button" onClick={close}>
        Got it
      </button>
    </p>
  );
}
