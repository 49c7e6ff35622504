// The machine code of a kernel, shown beside the source. The kernel is compiled only when the user
// asks for it.
import { computed } from "@preact/signals";
import { count } from "../model/format.ts";
import { instructionCounts } from "../model/machine_code.ts";
import { Failure } from "../parts/failure.tsx";
import { code, codeError, compile, compiling } from "../state/code_state.ts";
import { source } from "../state/source_state.ts";
import { line } from "../state/view.ts";
import { LinkedText } from "./linked_text.tsx";

const lines = computed(() => code.value?.machine_code?.trimEnd().split("\n") ?? []);

// The listing's lines are linked only if it was compiled from the shown source and states the
// source's line for each instruction.
const from = computed(() => {
  const made = code.value;
  const isOfSource = made !== null && made.dialect === source.value?.dialect;
  return isOfSource ? made.machine_code_lines.map((at) => (at > 0 ? at : undefined)) : [];
});

function linkWords(linked: number, total: number): string {
  if (linked > 0) return `${Math.round((100 * linked) / total)} % of them name their line of the source.`;
  return code.value?.dialect === source.value?.dialect
    ? "The compiler does not say of which line of the source they are."
    : "They were made of the source in another dialect.";
}

export function MachineNote() {
  const counts = instructionCounts(lines.value);
  const total = counts.reduce((sum, [, times]) => sum + times, 0);
  const linked = from.value.filter((at) => at !== undefined).length;
  if (total === 0) return null;
  return (
    <p class="note" data-testid="machine-code">
      {count(total)} instructions. {linkWords(linked, total)} The most frequent:{" "}
      {counts.slice(0, 8).map(([name, times]) => `${name} ${count(times)}`).join(", ")}.
    </p>
  );
}

export function MachineText() {
  const made = code.value;
  if (codeError.value !== "") return <Failure text={codeError.value} retry={() => void compile()} />;
  if (compiling.value) return <p class="note">Compiling…</p>;
  if (made === null) {
    return (
      <p class="note">
        <button type="button" onClick={() => void compile()}>
          Compile the kernel
        </button>
      </p>
    );
  }
  if (made.machine_code === null) return <p class="note">No listing: {made.machine_code_reason}.</p>;
  return (
    <LinkedText
      kind="code"
      label={`Machine code of ${made.name}`}
      lines={lines.value}
      from={from.value}
      isLinked={(at) => line.value > 0 && from.value[at] === line.value}
    />
  );
}
