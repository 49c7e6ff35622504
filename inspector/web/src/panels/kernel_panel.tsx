// The selected step's kernel: launch, traffic, compiler's figures, spec, source, AST.
import type { ComponentChildren } from "preact";
import { bytes, count, launchWords, milliseconds, specValue } from "../model/format.ts";
import type { Code, Kernel } from "../model/types.ts";
import { standalone } from "../state/archive.ts";
import { Failure } from "../parts/failure.tsx";
import { ast, astResource, passesOpen } from "../state/ast_state.ts";
import { code, codeError, compile, compiling } from "../state/code_state.ts";
import { plan, selectedStep, shownTimes } from "../state/state.ts";
import { step } from "../state/view.ts";
import { KernelName, NameMeaning, NameTable } from "./kernel_name.tsx";
import { SourceView } from "./source_view.tsx";

function kernelPath(): string {
  return `/plans/${plan.value?.id}/kernels/${step.value}`;
}

function Fact({ name, title, children }: { name: string; title?: string; children: ComponentChildren }) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ kernel }: { kernel: Kernel }) {
  const words = launchWords(plan.value?.target.dialect);
  const one = words.blocks.slice(0, -1);
  const ms = shownTimes.value?.steps[step.value];
  const bandwidth = plan.value?.target.bandwidth_gbs ?? 0;
  const share = ms && bandwidth > 0 ? kernel.bytes_moved / (ms * 1e6) / bandwidth : null;
  return (
    <dl class="facts">
      <Fact name={words.blocks[0]?.toUpperCase() + words.blocks.slice(1)}>{count(kernel.blocks)}</Fact>
      {words.shared === "LDS" && <Fact name="Threads/block">{kernel.threads}</Fact>}
      <Fact name={`${words.shared[0]?.toUpperCase()}${words.shared.slice(1)}/${one}`}>{bytes(kernel.lds_bytes)}</Fact>
      {kernel.registers_expected > 0 && (
        <Fact name="Registers" title="that the compiler is expected to need of a thread">{kernel.registers_expected}</Fact>
      )}
      <Fact name="Bytes moved">{bytes(kernel.bytes_moved)}</Fact>
      <Fact name="Operations">{count(kernel.flops)}</Fact>
      <Fact name="Ops/byte" title="operations for each byte moved">
        {kernel.flops_per_byte === null ? "–" : kernel.flops_per_byte.toFixed(2)}
      </Fact>
      {share !== null && (
        <Fact name="Of bandwidth" title={`the bytes moved in the measured time, against ${bandwidth} GB/s; above 100 % a part comes from a cache`}>
          {Math.round(100 * share)} %
        </Fact>
      )}
    </dl>
  );
}

function RelayLine({ relay }: { relay: NonNullable<Kernel["relay"]> }) {
  const path = `api/v1${kernelPath()}/source.txt?code=relay`;
  return (
    <p class="note" data-testid="relay" title={relay.name}>
      Runs with the {relay.leg === 0 ? "next" : "previous"} kernel as one launch, a relay: what the first writes reaches the second through
      the cache, in {count(relay.pieces)} pieces of {bytes(relay.piece_bytes)}, the first {relay.ahead} ahead.
      {!standalone && (
        <>
          {" "}
          <a href={path} target="_blank">
            Its source
          </a>
        </>
      )}
    </p>
  );
}

function Statistics({ compiled }: { compiled: Code }) {
  return (
    <>
      <dl class="facts" data-testid="statistics">
        {Object.entries(compiled.statistics ?? {}).map(([name, value]) => (
          <Fact key={name} name={name.replace(/_/g, " ")}>
            <span class={name === "spilled_registers" && value > 0 ? "warn" : ""}>
              {name.endsWith("_bytes") ? bytes(value) : value}
            </span>
          </Fact>
        ))}
        <Fact name="code">{bytes(compiled.code_bytes)}</Fact>
        <Fact name={`compiled by ${compiled.compiler} in`}>{milliseconds(compiled.compile_ms)}</Fact>
      </dl>
      {compiled.statistics === null && <p class="note">{compiled.statistics_reason}</p>}
      {compiled.log !== "" && <pre class="log">{compiled.log}</pre>}
    </>
  );
}

function Compiled() {
  if (code.value) return <Statistics compiled={code.value} />;
  if (standalone) return null; // a page without a server cannot compile
  return (
    <div class="bar">
      <button type="button" disabled={compiling.value} onClick={() => void compile()}>
        {compiling.value ? "Compiling…" : "Registers and spills"}
      </button>
      <span class={codeError.value === "" ? "dim" : "error"}>
        {codeError.value === "" ? "compiles the kernel; no device needed" : codeError.value}
      </span>
    </div>
  );
}

function Details({ kernel }: { kernel: Kernel }) {
  return (
    <>
      <details>
        <summary>Name, part by part</summary>
        <NameTable />
      </details>
      <details>
        <summary>
          Spec<span class="long">: the fields that make this kernel</span>
        </summary>
        <dl class="facts spec">
          {Object.entries(kernel.spec).map(([name, value]) => (
            <Fact key={name} name={name.replace(/_/g, " ")}>
              {specValue(value, name)}
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
          {kernel.tables.map((table, i) => (
            <Fact key={i} name="table">
              {specValue(table)}
            </Fact>
          ))}
        </dl>
      </details>
      <details open={passesOpen.value} onToggle={(event) => (passesOpen.value = event.currentTarget.open)}>
        <summary>
          Syntax tree<span class="long">: as generated, and after each pass that changed it</span>
        </summary>
        {astResource.error.value !== "" && <Failure text={astResource.error.value} retry={astResource.retry} />}
        {ast.value?.passes.map((pass) => (
          <details key={pass.pass}>
            <summary>
              {pass.pass} {!pass.changed && "(nothing to do)"}
            </summary>
            <pre class="log" tabIndex={0}>
              {pass.text}
            </pre>
          </details>
        ))}
      </details>
    </>
  );
}

export function KernelPanel() {
  const shown = selectedStep.value;
  const kernel = shown?.kernel ?? null;
  if (kernel === null) return <p class="note">No kernel: the candidate could not be lowered.</p>;
  return (
    <>
      <h3 id="kernel-title">
        Kernel of step {step.value}, node {shown?.nodes.join(" + ")}
        {shown?.shim && <span class="tag good">fused: {shown.shim}</span>}
        <br />
        <KernelName name={kernel.name} />
      </h3>
      <NameMeaning />
      <Facts kernel={kernel} />
      {kernel.relay && <RelayLine relay={kernel.relay} />}
      <Compiled />
      <div class="more">
        <Details kernel={kernel} />
      </div>
      <SourceView />
    </>
  );
}
