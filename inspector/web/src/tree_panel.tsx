// The plan tree as a treegrid: arrows move, right and left open and close, Enter selects the step.
import { signal } from "@preact/signals";
import { list, plural, shape } from "./format.ts";
import { detail, plan, selectStep, step, stepOfNode, tree } from "./state.ts";
import type { TreeNode } from "./types.ts";

const closed = signal<ReadonlySet<string>>(new Set());
const focused = signal("0");

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
  if (at !== undefined) void selectStep(at);
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

function Shape({ lengths, strides }: { lengths: number[]; strides: number[] }) {
  return (
    <td role="gridcell" class="mono">
      {shape(lengths)}
      <br />
      <span class="strides">{list(strides)}</span>
    </td>
  );
}

function Row({ node, visible }: { node: TreeNode; visible: TreeNode[] }) {
  const leaf = node.leaf !== null;
  const open = !closed.value.has(node.id);
  const at = stepOfNode.value.get(node.id);
  const selected = leaf && at === step.value;
  const runs = at === undefined ? undefined : detail.value?.steps[at];
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
        <b title={node.summary}>{node.scheme}</b> {shape(node.transform)}
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
      <Shape lengths={node.lengths} strides={node.in_strides} />
      <Shape lengths={node.output_lengths} strides={node.out_strides} />
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
    <section class="panel" aria-labelledby="tree-title">
      <h2 id="tree-title">
        Plan tree <small>{`${plural(leaves, "leaf", "leaves")} in ${plural(kernels, "kernel")}`}</small>
      </h2>
      <div class="scroll">
        <table role="treegrid" aria-labelledby="tree-title" class="tree">
          <thead>
            <tr role="row">
              <th role="columnheader">Scheme</th>
              <th
                role="columnheader"
                title="lengths, and under them strides in canonical positions, slowest first"
              >
                In: lengths, strides
              </th>
              <th role="columnheader">Out: lengths, strides</th>
            </tr>
          </thead>
          <tbody>
            {visible.map((node) => (
              <Row key={node.id} node={node} visible={visible} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
