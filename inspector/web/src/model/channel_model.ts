// Computes the server's figures of memory channels for a geometry that the reader has typed in.
import type { AccessDim, ChannelModel, Edge, Hops } from "./types.ts";

const kHops = 64; // accesses that are counted, as on the server

export function hopsOf(model: Omit<ChannelModel, "period_bytes">, strideBytes: number, length: number): Hops {
  const units = Array.from(
    { length: Math.min(length, kHops) },
    (_, i) => Math.floor((i * strideBytes) / model.interleave_bytes) % model.units,
  );
  const load = new Map<number, number>();
  for (const unit of units) load.set(unit, (load.get(unit) ?? 0) + 1);
  return { units, distinct: load.size, busiest: Math.max(...load.values()) };
}

function dimFor(model: ChannelModel, dim: AccessDim, elementBytes: number): AccessDim {
  const jumps = dim.stride * elementBytes >= model.interleave_bytes && dim.length >= 2;
  const hops = (stride: number | null) =>
    jumps && stride !== null ? hopsOf(model, stride * elementBytes, dim.length) : null;
  return { ...dim, hops: hops(dim.stride), packed_hops: hops(dim.packed_stride) };
}

export function edgesFor(model: ChannelModel, edges: Edge[]): Edge[] {
  return edges.map((edge) => ({
    ...edge,
    writer_dims: edge.writer_dims.map((dim) => dimFor(model, dim, edge.element_bytes)),
    reader_dims: edge.reader_dims.map((dim) => dimFor(model, dim, edge.element_bytes)),
  }));
}
