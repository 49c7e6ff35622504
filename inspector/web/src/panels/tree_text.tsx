// The syntax tree from which the source is printed, shown beside the source.
import { computed } from "@preact/signals";
import { Failure } from "../parts/failure.tsx";
import { ast, astResource } from "../state/ast_state.ts";
import { line } from "../state/view.ts";
import { LinkedText } from "./linked_text.tsx";

const lines = computed(() => ast.value?.final.trimEnd().split("\n") ?? []);

// For each line of the tree, the first line of the source that is printed from it.
const from = computed(() => {
  const found: (number | undefined)[] = [];
  ast.value?.source_to_final.forEach((to, i) => (found[to - 1] ??= i + 1));
  return found;
});

export function TreeText() {
  const shown = ast.value;
  if (astResource.error.value !== "") return <Failure text={astResource.error.value} retry={astResource.retry} />;
  if (shown === null) return <p class="note">Loading…</p>;
  const wanted = shown.source_to_final[line.value - 1];
  return (
    <LinkedText
      kind="tree"
      label={`Syntax tree of ${shown.name}`}
      lines={lines.value}
      from={from.value}
      isLinked={(at) => wanted === at + 1}
    />
  );
}
