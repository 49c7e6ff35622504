// The help dialog: keys and words.
import { useEffect, useRef } from "preact/hooks";
import { helpOpen } from "../state/dialogs_state.ts";
import { kKeys } from "./keys.ts";

const kWords: [string, string][] = [
  ["Step, leaf", "a kernel of the plan tree, in the order of execution"],
  ["Score", "second temporaries, fused kernels, buffers, padded accesses, in-place steps, type changes: compared in the order that the strategy gives"],
  ["IN, OUT, T0, T1, TB", "the caller’s arrays and the temporary buffers of the workspace; TB takes the points of a convolution between its kernels"],
  ["Fused", "one kernel that does the work of several neighbouring leaves, such as a transpose and a transform"],
  ["Padding", "strides of a temporary made longer so that rows start in different memory channels"],
  ["Candidate", "a valid choice of buffers; numbered from 0, best first, as on the command line and in the API"],
  ["LDS", "memory shared by the threads of a workgroup"],
];

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (helpOpen.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [helpOpen.value]);
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={() => (helpOpen.value = false)}>
      <h2 id="help-title">Keys and words</h2>
      <dl class="keys">
        {kKeys.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.length > 2 ? (
                <>
                  <kbd>{keys[0]}</kbd> … <kbd>{keys[keys.length - 1]}</kbd>
                </>
              ) : (
                keys.map((key) => <kbd key={key}>{key}</kbd>)
              )}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd>
          </dt>
          <dd>move in the tree, the candidates, the steps and the tabs</dd>
        </div>
        <div>
          <dt>
            <kbd>Ctrl</kbd> click, <kbd>Shift</kbd> click
          </dt>
          <dd>mark candidates, to compare or measure them; with the space bar, too</dd>
        </div>
      </dl>
      <dl class="words">
        {kWords.map(([word, meaning]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => (helpOpen.value = false)}>
        Close
      </button>
    </dialog>
  );
}
