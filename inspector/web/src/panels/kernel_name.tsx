// A kernel's name, split into parts. A click on a part shows what it means.
import { effect, signal } from "@preact/signals";
import { source } from "../state/source_state.ts";

const chosen = signal("");

effect(() => {
  void source.value?.name;
  chosen.value = "";
});

export function KernelName({ name }: { name: string }) {
  const parts = source.value?.name === name ? source.value.name_parts : [];
  if (parts.length === 0) return <span class="mono kernel-name">{name}</span>;
  return (
    <span class="mono kernel-name">
      fft
      {parts.map((part) => (
        <>
          _<wbr />
          <button
            type="button"
            class="name-part"
            title={part.meaning}
            aria-pressed={chosen.value === part.field}
            onClick={() => (chosen.value = chosen.value === part.field ? "" : part.field)}
          >
            {part.text}
          </button>
        </>
      ))}
    </span>
  );
}

export function NameMeaning() {
  const parts = source.value?.name_parts ?? [];
  const part = parts.find(({ field }) => field === chosen.value);
  return (
    <p class="note" aria-live="polite" data-testid="name-part">
      {part ? (
        <>
          <b class="mono">{part.text}</b> – {part.field.replace(/_/g, " ")}: {part.meaning}
        </>
      ) : (
        "The name says all that makes the kernel; select a part of it to see what it means."
      )}
    </p>
  );
}

// A table of all parts in order.
export function NameTable() {
  return (
    <table class="name-table">
      <tbody>
        {(source.value?.name_parts ?? []).map((part) => (
          <tr key={part.field}>
            <th scope="row" class="mono">
              {part.text}
            </th>
            <td>{part.meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
