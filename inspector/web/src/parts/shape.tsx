// The lengths and strides of a node's or step's input or output. Transformed dimensions are bold.
import type { StepSide } from "../model/types.ts";

function Numbers({ of, bold, between }: { of: number[]; bold: boolean[]; between: string }) {
  return (
    <>
      {of.map((value, i) => (
        <>
          {i > 0 && <wbr />}
          <span key={i} class="piece">
            {bold[i] ? <b>{value}</b> : value}
            {i < of.length - 1 && between}
          </span>
        </>
      ))}
    </>
  );
}

export function Shape({ side }: { side: StepSide }) {
  const bold = side.transformed ?? side.lengths.map(() => false);
  return (
    <>
      <span class="lengths">
        <Numbers of={side.lengths} bold={bold} between="×" />
        {side.lengths.length === 0 && "1"}
      </span>
      <br />
      <span class="strides" title={side.padded ? "padded: longer than packed rows would need" : undefined}>
        {side.strides.length > 0 || side.lengths.length === 0 ? (
          <Numbers of={side.strides} bold={bold} between=", " />
        ) : (
          <span title="no single stride describes a dimension of this node; its kernels split it">
            as its kernels
          </span>
        )}
      </span>
    </>
  );
}
