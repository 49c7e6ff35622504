// The compiled kernels that this server's device has used.
import { signal } from "@preact/signals";
import { bytes, milliseconds } from "../model/format.ts";
import { get } from "../state/api.ts";

interface Cache {
  status: string;
  counters: Record<string, number>;
  code_bytes: number;
  kernels: { name: string; arch: string; code_bytes: number; compile_ms: number }[];
}

const cache = signal<Cache | null>(null);
const failure = signal("");

async function load(): Promise<void> {
  try {
    cache.value = await get<Cache>("/cache");
    failure.value = "";
  } catch (error) {
    failure.value = error instanceof Error ? error.message : String(error);
  }
}

function Held({ found }: { found: Cache }) {
  const counts = Object.entries(found.counters).filter(([, count]) => count > 0);
  return (
    <>
      <p class="note">
        {found.kernels.length} kernels, {bytes(found.code_bytes)}; status {found.status}
        {counts.map(([name, count]) => `; ${count} ${name.replace(/_/g, " ")}`)}
      </p>
      <table>
        <tbody>
          {found.kernels.map((kernel) => (
            <tr key={`${kernel.arch} ${kernel.name}`}>
              <td class="mono kernel-name">{kernel.name}</td>
              <td class="num">{bytes(kernel.code_bytes)}</td>
              <td class="num">{milliseconds(kernel.compile_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function CacheDetails() {
  return (
    <details onToggle={(event) => event.currentTarget.open && void load()}>
      <summary>
        Kernel cache<span class="long">: what this machine’s device has used</span>
      </summary>
      {failure.value !== "" && <p class="note">{failure.value}</p>}
      {cache.value && <Held found={cache.value} />}
    </details>
  );
}
