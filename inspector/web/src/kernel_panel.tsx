// The selected step's kernel: launch, spec, source.
import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { bytes, count, specValue } from "./format.ts";
import { highlightLines } from "./highlight.ts";
import { selectedStep, source, step } from "./state.ts";
import type { Kernel } from "./types.ts";

const kExtensions: Record<string, string> = { hip: "hip", cuda: "cu", host: "cc" };

const lines = computed(() => (source.value ? highlightLines(source.value.text) : []));
const copied = signal(false);

// Browsers offer the clipboard to pages of this machine, not to a plain-HTTP page from another.
async function copySource(): Promise<void> {
  if (source.value === null || !("clipboard" in navigator)) return;
  await navigator.clipboard.writeText(source.value.text);
  copied.value = true;
  setTimeout(() => (copied.value = false), 1500);
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ kernel }: { kernel: Kernel }) {
  return (
    <>
      <dl class="facts">
        <Fact name="Blocks">{count(kernel.blocks)}</Fact>
        <Fact name="Threads/block">{kernel.threads}</Fact>
        <Fact name="LDS/block">{bytes(kernel.lds_bytes)}</Fact>
        <Fact name="Bytes moved">{bytes(kernel.bytes_moved)}</Fact>
        <Fact name="Operations">{count(kernel.flops)}</Fact>
        <Fact name="Operations/byte">
          {kernel.flops_per_byte === null ? "–" : kernel.flops_per_byte.toFixed(2)}
        </Fact>
      </dl>
      <details>
        <summary>Spec: the fields that make this kernel</summary>
        <dl class="facts spec">
          {Object.entries(kernel.spec).map(([name, value]) => (
            <Fact key={name} name={name.replace(/_/g, " ")}>
              {specValue(value)}
            </Fact>
          ))}
        </dl>
      </details>
      <details>
        <summary>Arguments and tables</summary>
        <dl class="facts spec">
          {kernel.arguments.map((argument) => (
            <Fact key={argument.name} name={argument.name}>
              {argument.value ?? argument.kind}
            </Fact>
          ))}
          {kernel.tables.map((table) => (
            <Fact key={table} name="table">
              {table}
            </Fact>
          ))}
        </dl>
      </details>
    </>
  );
}

function Source() {
  const shown = source.value;
  if (shown === null) return null;
  const extension = kExtensions[shown.dialect] ?? "txt";
  return (
    <>
      <div class="bar">
        <span>
          {shown.dialect === "host" ? "Host C++" : shown.dialect.toUpperCase()} source,{" "}
          {count(shown.lines)} lines
        </span>
        <span class="spring" />
        <button type="button" onClick={() => void copySource()}>
          {copied.value ? "Copied" : "Copy"}
        </button>
        <a
          class="button"
          download={`${shown.name}.${extension}`}
          href={URL.createObjectURL(new Blob([shown.text], { type: "text/plain" }))}
        >
          Download
        </a>
      </div>
      <pre class="source" tabIndex={0} aria-label={`Source of ${shown.name}`}>
        <code>
          {lines.value.map((html, i) => (
            <span key={i} class="line">
              <span class="number" aria-hidden="true" data-line={i + 1} />
              <span class="text" dangerouslySetInnerHTML={{ __html: `${html}\n` }} />
            </span>
          ))}
        </code>
      </pre>
    </>
  );
}

export function KernelPanel() {
  const kernel = selectedStep.value?.kernel ?? null;
  if (kernel === null) return null;
  return (
    <section class="panel" aria-labelledby="kernel-title">
      <h2 id="kernel-title">
        Kernel of step {step.value} <small class="mono kernel-name">{kernel.name}</small>
      </h2>
      <Facts kernel={kernel} />
      <Source />
    </section>
  );
}
