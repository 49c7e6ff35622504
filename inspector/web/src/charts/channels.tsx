// A drawing of which memory channel each row of an array starts in. Where the stride of the rows is
// a multiple of the channels' period, which is a power of two, every row starts in the same
// channel.
import { bytes, count } from "../model/format.ts";
import type { AccessDim, ChannelModel, Hops } from "../model/types.ts";

const kSide = 200;

function Grid({ hops, model, title }: { hops: Hops; model: ChannelModel; title: string }) {
  const rows = hops.units;
  const cell = kSide / model.units;
  const height = Math.min(12, kSide / rows.length);
  const tall = height * rows.length;
  const load = new Map<number, number>();
  for (const unit of hops.units) load.set(unit, (load.get(unit) ?? 0) + 1);
  const fair = hops.units.length / Math.min(model.units, hops.units.length);
  const bad = hops.busiest > 2 * fair;
  const verdict = `${hops.distinct} of ${model.units} ${model.unit}s, the busiest takes ${hops.busiest} of ${hops.units.length}`;
  return (
    <figure class={bad ? "channels bad" : "channels good"}>
      <figcaption>
        <b>{title}</b>
        <br />
        {verdict}
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${verdict}`}
        viewBox={`0 0 ${kSide} ${tall}`}
        width={kSide}
        height={tall}
      >
        <rect class="frame" x={0} y={0} width={kSide} height={tall} />
        {Array.from({ length: 7 }, (_, i) => (
          <line
            key={i}
            class="rail"
            x1={((i + 1) * kSide) / 8}
            x2={((i + 1) * kSide) / 8}
            y1={0}
            y2={tall}
          />
        ))}
        {rows.map((unit, k) => (
          <rect
            key={k}
            class="mark"
            x={unit * cell}
            y={k * height}
            width={Math.max(cell, 3)}
            height={Math.max(height - 1, 2)}
          >
            <title>{`access ${k}: ${model.unit} ${unit}`}</title>
          </rect>
        ))}
      </svg>
    </figure>
  );
}

// The bytes from one row to the next. A padded stride is shown as the packed one and the padding:
// "2 MiB + 512 B" rather than "2.00 MiB".
export function hop(stride: number, packed: number | null, elementBytes: number): string {
  const rest = packed === null ? 0 : (stride - packed) * elementBytes;
  if (packed === null || rest <= 0 || rest >= packed * elementBytes) return bytes(stride * elementBytes);
  return `${bytes(packed * elementBytes)} + ${bytes(rest)}`;
}

export function Channels({
  dim,
  model,
  elementBytes,
}: {
  dim: AccessDim;
  model: ChannelModel;
  elementBytes: number;
}) {
  if (dim.hops === null) return null;
  return (
    <div class="channel-pair">
      {dim.changed && dim.packed_hops && dim.packed_stride !== null && (
        <Grid
          hops={dim.packed_hops}
          model={model}
          title={`packed: every ${bytes(dim.packed_stride * elementBytes)}`}
        />
      )}
      <Grid
        hops={dim.hops}
        model={model}
        title={`${dim.changed ? "as placed" : "as is"}: every ${hop(dim.stride, dim.packed_stride, elementBytes)}`}
      />
      <p class="note">
        Each mark is one of {dim.hops.units.length} accesses down the picture, along the
        dimension of length {count(dim.length)}; from left to right stand the {model.units}{" "}
        {model.unit}s, which come back every {bytes(model.period_bytes)}. Marks in one column wait for
        each other.
      </p>
    </div>
  );
}
