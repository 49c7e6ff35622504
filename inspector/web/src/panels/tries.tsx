// The search for buffers as a tree. Under each try are the tries for the kernel after it.
import { signal } from "@preact/signals";
import { buffer, count, plainNames, plural } from "../model/format.ts";
import type { Tries, Try } from "../model/types.ts";
import { Await } from "../parts/await.tsx";
import { resource } from "../state/resource.ts";
import { plan } from "../state/state.ts";

const open = signal(false);
const tries = resource<Tries>(() => (open.value && plan.value !== null ? `/plans/${plan.value.id}/tries` : null));

function What({ one }: { one: Try }) {
  return (
    <>
      <span class={one.refusal === "" ? "valid" : "refused"}>{one.refusal === "" ? "✓" : "✗"}</span>{" "}
      <span class="mono">{one.node}</span> {one.shim}{" "}
      <span class={one.in_buffer.toLowerCase()}>{buffer(one.in_buffer)}</span> →{" "}
      <span class={one.out_buffer.toLowerCase()}>
        {buffer(one.out_buffer)}
        {one.padded && "*"}
      </span>
      {one.refusal !== "" && <span class="dim"> {plainNames(one.refusal)}</span>}
    </>
  );
}

function Branches({ of }: { of: Try[] }) {
  return (
    <ul>
      {of.map((one, i) => (
        <li key={i}>
          {one.branches.length === 0 ? (
            <What one={one} />
          ) : (
            <details>
              <summary>
                <What one={one} />
              </summary>
              <Branches of={one.branches} />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

function Passes({ shown }: { shown: Tries }) {
  return (
    <div class="tries">
      {shown.shown < shown.total && (
        <p class="note">
          The first {count(shown.shown)} of {count(shown.total)} tries.
        </p>
      )}
      {shown.passes.map((pass) => (
        <details key={pass.temporaries} open>
          <summary>with {plural(pass.temporaries, "temporary", "temporaries")} on offer</summary>
          <Branches of={pass.branches} />
        </details>
      ))}
    </div>
  );
}

export function TriesDetails() {
  return (
    <details open={open.value} onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>The search, try by try</summary>
      <Await of={tries}>{(shown) => <Passes shown={shown} />}</Await>
    </details>
  );
}
