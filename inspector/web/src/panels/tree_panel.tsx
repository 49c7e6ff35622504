// The plan tree as a treegrid. The arrow keys move, right and left also open and close nodes, and
// Enter selects the step.
import { computed, signal } from "@preact/signals";
import { AccessIcon } from "../charts/access_icon.tsx";
import { buffer, plural, shape } from "../model/format.ts";
import type { StepSide, TreeNode } from "../model/types.ts";
import { Panel } from "../parts/panel.tsx";
import { Shape } from "../parts/shape.tsx";
import { detail, plan, selectStep, stepOfNode, tree } from "../state/state.ts";
import { step } from "../state/view.ts";

const kSideTitle =
  "buffer of the selected candidate; lengths, and under them strides in memory, slowest first; " +
  "transformed dimensions are bold";

const closed = signal<ReadonlySet<string>>(new Set());
const focused = signal("0");
const placed = computed(() => new Map(detail.value?.tree?.map((node) => [node.id, node]) ?? []));

function isHidden(node: TreeNode, folded: ReadonlySet<string>): boolean {
  const parts = node.id.split(".");
  return parts.some((_, i) => i > 0 && folded.has(parts.slice(0, i).join(".")));
}

function toggle(node: TreeNode, open: boolean): void {
  if (node.leaf !== null) return;
  const next = new Set(closed.value);
  if (open) next.delete(node.id);
  else next.add(node.id);
  closed.value = next;
}

function select(node: TreeNode): void {
  focused.value = node.id;
  const at = stepOfNode.value.get(node.id);
  if (at !== undefined) selectStep(at);
}

function focusRow(id: string): void {
  focused.value = id;
  document.querySelector<HTMLElement>(`[data-node="${id}"]`)?.focus();
}

function onKey(event: KeyboardEvent, node: TreeNode, visible: TreeNode[]): void {
  const at = visible.indexOf(node);
  const next = { ArrowDown: visible[at + 1], ArrowUp: visible[at - 1] }[event.key];
  if (next !== undefined) focusRow(next.id);
  else if (event.key === "Home" && visible[0]) focusRow(visible[0].id);
  else if (event.key === "End") focusRow(visible[visible.length - 1]?.id ?? "0");
  else if (event.key === "Enter" || event.key === " ") select(node);
  else if (event.key === "ArrowRight") toggle(node, true);
  else if (event.key === "ArrowLeft") {
    if (node.leaf === null && !closed.value.has(node.id)) toggle(node, false);
    else if (node.parent !== null) focusRow(node.parent);
  } else return;
  event.preventDefault();
}

function Side({ side }: { side: StepSide | null | undefined }) {
  if (!side) {
    return (
      <td role="gridcell" class="dim">
        <span title="the data stays within one kernel">in the kernel</span>
      </td>
    );
  }
  return (
    <td role="gridcell" class="mono side" title={`${side.format}, layout ${side.layout}`}>
      <span class={`buffer ${side.buffer.toLowerCase()}`}>
        {buffer(side.buffer)}
        {side.padded && "*"}
      </span>{" "}
      <Shape side={side} />
    </td>
  );
}

function Row({ node, visible }: { node: TreeNode; visible: TreeNode[] }) {
  const leaf = node.leaf !== null;
  const open = !closed.value.has(node.id);
  const at = stepOfNode.value.get(node.id);
  const selected = leaf && at === step.value;
  const runs = at === undefined ? undefined : detail.value?.steps[at];
  const sides = placed.value.get(node.id);
  const fused = (runs?.nodes.length ?? 0) > 1;
  return (
    <tr
      role="row"
      aria-level={node.depth + 1}
      {...(leaf ? {} : { "aria-expanded": open })}
      aria-selected={selected}
      tabIndex={focused.value === node.id ? 0 : -1}
      data-node={node.id}
      onClick={() => select(node)}
      onKeyDown={(event) => onKey(event, node, visible)}
    >
      <td role="gridcell" class="scheme" style={{ paddingLeft: `${0.5 + node.depth * 1.1}em` }}>
        {leaf ? (
          <span class="leaf-index" title="the step that runs it">
            {at ?? node.leaf}
          </span>
        ) : (
          <button
            type="button"
            class="twist"
            tabIndex={-1}
            aria-label={open ? "Close" : "Open"}
            onClick={(event) => {
              event.stopPropagation();
              toggle(node, !open);
            }}
          >
            {open ? "▾" : "▸"}
          </button>
        )}
        <b title={node.summary}>{node.scheme}</b> {shape(node.transform)}{" "}
        {leaf && !fused && runs?.access && <AccessIcon access={runs.access} />}
        {runs?.shim && (
          <span class="tag good" title={`${runs.shim}: one kernel does the work of ${runs.nodes.join(", ")}`}>
            fused
          </span>
        )}
        {node.large_twiddle > 0 && (
          <span class="tag" title={`multiplies by roots of unity of ${node.large_twiddle}`}>
            twiddle
          </span>
        )}
        {node.applies_scale && plan.value?.problem.scale !== 1 && <span class="tag">scale</span>}
        {leaf && node.from !== node.to && (
          <span class="tag sides" title="what the last axis holds before and after">
            {`${node.from} → ${node.to}`.replace(/_/g, " ")}
          </span>
        )}
      </td>
      <Side side={sides?.in} />
      <Side side={sides?.out} />
    </tr>
  );
}

export function TreePanel() {
  const nodes = tree.value;
  if (plan.value === null) return null;
  const visible = nodes.filter((node) => !isHidden(node, closed.value));
  const leaves = nodes.filter((node) => node.leaf !== null).length;
  const kernels = detail.value?.steps.length ?? leaves;
  return (
    <Panel
      name="tree"
      title="Plan tree"
      note={`${plural(leaves, "leaf", "leaves")} in ${plural(kernels, "kernel")}, candidate ${detail.value?.candidate ?? 0}${
        plan.value.cut_short === null ? "" : ", planner cut short"
      }`}
      noteTitle={plan.value.cut_short ?? ""}
    >
      <div class="scroll" tabIndex={0} role="region" aria-label="Plan tree">
        <table role="treegrid" aria-labelledby="tree-title" class="tree">
          <thead>
            <tr role="row">
              <th role="columnheader">Scheme</th>
              <th role="columnheader" title={kSideTitle}>
                Reads
              </th>
              <th role="columnheader" title={kSideTitle}>
                Writes
              </th>
            </tr>
          </thead>
          <tbody>
            {visible.map((node) => (
              <Row key={node.id} node={node} visible={visible} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
