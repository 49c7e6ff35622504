// Strides of every array between steps: packed, as placed, and how they use memory.
import { effect, signal } from "@preact/signals";
import { Channels, hop } from "../charts/channels.tsx";
import { buffer, bytes, count } from "../model/format.ts";
import type { AccessDim, Edge, Strides } from "../model/types.ts";
import { Scroll } from "../parts/scroll.tsx";
import { Failure } from "../parts/failure.tsx";
import { resource } from "../state/resource.ts";
import { candidate, candidates, plan } from "../state/state.ts";
import { step, tab } from "../state/view.ts";

const strides = resource<Strides>(() =>
  tab.value === "strides" && plan.value !== null && candidate.value !== null
    ? `/plans/${plan.value.id}/candidates/${candidate.value}/strides`
    : null,
);
const picked = signal<string | null>(null); // "edge:w:dim" or "edge:r:dim" of the drawing

effect(() => {
  void strides.value.value; // runs again for another candidate
  picked.value = null;
});

interface Access {
  key: string;
  edge: Edge;
  dim: AccessDim;
}

function accessesOf(edges: Edge[]): Access[] {
  return edges.flatMap((edge, at) => [
    ...edge.writer_dims.map((dim, i) => ({ key: `${at}:w:${i}`, edge, dim })),
    ...edge.reader_dims.map((dim, i) => ({ key: `${at}:r:${i}`, edge, dim })),
  ]);
}

// The access that is drawn first. Accesses whose stride padding has changed come first, then those
// whose busiest channel has the most accesses.
function mostTelling(accesses: Access[]): Access | undefined {
  const drawn = accesses.filter(({ dim }) => dim.hops !== null);
  const crowd = ({ dim }: Access) => (dim.packed_hops ?? dim.hops)?.busiest ?? 0;
  const worst = [...drawn].sort((a, b) => crowd(b) - crowd(a));
  return worst.find(({ dim }) => dim.changed) ?? worst[0];
}

function Crowd({ access, model }: { access: Access; model: Strides["model"] }) {
  const { dim } = access;
  if (dim.hops === null) return <span class="dim">within one {model.unit}</span>;
  const crowded = dim.hops.busiest > (2 * dim.hops.units.length) / model.units && dim.hops.busiest > 4;
  return (
    <button type="button" class="link" onClick={() => (picked.value = access.key)}>
      {dim.changed && dim.packed_hops && `${dim.packed_hops.distinct} → `}
      {dim.hops.distinct} of {model.units} {model.unit}s
      {crowded && <span class="warn"> crowded</span>}
    </button>
  );
}

function Dims({ accesses, side, model }: { accesses: Access[]; side: string; model: Strides["model"] }) {
  return (
    <>
      {accesses.map((access, i) => {
        const { dim, edge } = access;
        return (
          <tr key={access.key} class={dim.changed ? "changed" : ""}>
            <td>{i === 0 ? side : ""}</td>
            <td class="num">{count(dim.length)}</td>
            <td>{dim.role}</td>
            <td class="num mono">
              {dim.changed && dim.packed_stride !== null && <span class="dim">{count(dim.packed_stride)} → </span>}
              {dim.changed ? <b>{count(dim.stride)}</b> : count(dim.stride)}
            </td>
            <td class="num">{hop(dim.stride, dim.packed_stride, edge.element_bytes)}</td>
            <td>
              <Crowd access={access} model={model} />
            </td>
          </tr>
        );
      })}
    </>
  );
}

function EdgeRows({ edge, at, all, model }: { edge: Edge; at: number; all: Access[]; model: Strides["model"] }) {
  const of = (side: string) => all.filter(({ key }) => key.startsWith(`${at}:${side}:`));
  const here = edge.writer === step.value || edge.reader === step.value;
  return (
    <tbody class={here ? "here" : ""}>
      <tr>
        <th colSpan={6} scope="rowgroup">
          <span class={`buffer ${edge.buffer.toLowerCase()}`}>{buffer(edge.buffer)}</span>{" "}
          {edge.writer === null ? "from the caller" : `written by step ${edge.writer}`},{" "}
          {edge.reader === null ? "for the caller" : `read by step ${edge.reader}`}: {edge.format},{" "}
          {bytes(edge.bytes)}
          {edge.padded && <span class="tag good">padded, {bytes(edge.added_bytes)} added</span>}
          {!edge.padded && edge.added_bytes > 0 && (
            <span class="tag">{bytes(edge.added_bytes)} of gaps</span>
          )}
        </th>
      </tr>
      <Dims accesses={of("w")} side={`step ${edge.writer} writes`} model={model} />
      <Dims accesses={of("r")} side={`step ${edge.reader} reads`} model={model} />
    </tbody>
  );
}

// Describes the drawing: the conflict, and its remedy or the reason why there is none.
function Story({ access, model }: { access: Access; model: Strides["model"] }) {
  const { dim, edge } = access;
  const name = <span class={`buffer ${edge.buffer.toLowerCase()}`}>{buffer(edge.buffer)}</span>;
  const packed = dim.packed_hops;
  if (dim.hops === null) return null;
  if (dim.changed && packed && dim.packed_stride !== null && edge.padded) {
    return (
      <p class="note story" data-testid="strides-story">
        {name} Packed, {count(dim.length)} rows would stand {bytes(dim.packed_stride * edge.element_bytes)} apart,
        and the {model.unit}s come back every {bytes(model.period_bytes)}: the first{" "}
        {packed.units.length} rows would meet in <b>{packed.distinct}</b> of {model.units} {model.unit}s.{" "}
        {count(dim.stride - dim.packed_stride)} elements more between rows, {bytes(edge.added_bytes)} or{" "}
        {((100 * edge.added_bytes) / edge.packed_bytes).toPrecision(2)} % of the array in all, spread them
        over <b>{dim.hops.distinct}</b>.
      </p>
    );
  }
  const crowded = dim.hops.distinct * 2 < Math.min(model.units, dim.hops.units.length);
  const items = candidates.value?.items ?? [];
  const paddings = (number: number) =>
    items.find((item) => item.candidate === number)?.padded_path.filter(Boolean).length ?? 0;
  const cure = items.find((item) => paddings(item.candidate) > paddings(candidate.value ?? -1));
  return (
    <p class="note story" data-testid="strides-story">
      {name} The rows of this access start in <b>{dim.hops.distinct}</b> of {model.units} {model.unit}s.{" "}
      {crowded && edge.buffer.startsWith("USER") && "The caller’s strides are never changed."}
      {crowded && edge.buffer.startsWith("TEMP") && cure && `Candidate ${cure.candidate} pads a temporary.`}
    </p>
  );
}

export function StridesPanel() {
  const shown = strides.value.value;
  if (strides.error.value !== "") return <Failure text={strides.error.value} retry={strides.retry} />;
  if (shown === null) return <p class="note">Loading…</p>;
  const all = accessesOf(shown.edges);
  const drawn = all.find(({ key }) => key === picked.value) ?? mostTelling(all);
  const padded = shown.edges.filter((edge) => edge.padded).length;
  return (
    <>
      <p class="note" data-testid="strides-summary">
        {padded === 0
          ? "No array of this candidate is padded."
          : `${padded} of ${shown.edges.length} arrays are padded: their changed strides are bold.`}{" "}
        Strides are in elements, slowest dimension first.
      </p>
      {drawn && <Story access={drawn} model={shown.model} />}
      {drawn && (
        <Channels dim={drawn.dim} model={shown.model} elementBytes={drawn.edge.element_bytes} />
      )}
      <Scroll label="Strides" tall>
        <table class="strides-table">
          <thead>
            <tr>
              <th>Access</th>
              <th class="num">Length</th>
              <th>Role</th>
              <th class="num" title="in elements; where it differs, that of packed data stands before it">
                Stride
              </th>
              <th class="num">Hop</th>
              <th>Hits</th>
            </tr>
          </thead>
          {shown.edges.map((edge, at) => (
            <EdgeRows key={at} edge={edge} at={at} all={all} model={shown.model} />
          ))}
        </table>
      </Scroll>
    </>
  );
}
