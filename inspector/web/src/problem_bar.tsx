// The request: a token and a form that say the same, the target and the options.
import type { TargetedEvent } from "preact";
import { Fault } from "./fault.tsx";
import { formatsOf, withType, type Form, type SideForm } from "./form.ts";
import * as state from "./state.ts";

const kTypes = ["complex_forward", "complex_inverse", "real_forward", "real_inverse"];
const kStrategies = ["balanced", "fewest_buffers", "most_fusion"];

const kPresets: [string, string][] = [
  ["1D 2^20", "complex_forward_len_1048576_single_op"],
  ["2D 4096 × 262144 in place: padding", "complex_forward_len_4096_262144_single_ip"],
  ["1D 4096, batch 1000", "complex_forward_len_4096_single_op_batch_1000"],
  ["1D 2^24 in place", "complex_forward_len_16777216_single_ip"],
  ["2D 1024 × 1024", "complex_forward_len_1024_1024_single_op"],
  ["2D real 1024 × 1024", "real_forward_len_1024_1024_single_op"],
  ["3D 336 × 336 × 56", "complex_forward_len_336_336_56_double_op"],
  ["3D 128³ inverse, scaled", "complex_inverse_len_128_128_128_double_ip_scale_4.76837158203125e-07"],
  ["2D with row gaps", "complex_forward_len_256_256_single_op_istride_320_1_CI_ostride_256_1_CI"],
  ["1D prime 1009", "complex_forward_len_1009_single_op_batch_100"],
  ["1D prime 7919", "complex_forward_len_7919_single_op"],
  ["1D 31 · 29 · 23", "complex_forward_len_20677_double_op"],
  ["1D 65536, half precision", "complex_forward_len_65536_half_op_batch_16"],
];

function onText(change: (text: string) => void) {
  return (event: TargetedEvent<HTMLInputElement | HTMLSelectElement>) =>
    change(event.currentTarget.value);
}

interface FieldProps {
  label: string;
  field: string;
  value: string;
  placeholder?: string;
  size: number;
  onChange: (text: string) => void;
}

function Field({ label, field, value, placeholder, size, onChange }: FieldProps) {
  const fault = state.requestError.value?.field ?? "";
  const bad = fault !== "" && (fault === field || fault.startsWith(`${field}[`));
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        name={field}
        value={value}
        size={size}
        placeholder={placeholder ?? ""}
        aria-invalid={bad}
        spellcheck={false}
        autocomplete="off"
        onInput={onText(onChange)}
      />
    </label>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  options: [string, string][];
  onChange: (value: string) => void;
}

function Choice({ label, name, value, options, onChange }: ChoiceProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select name={name} value={value} onChange={onText(onChange)}>
        {options.map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function same(values: string[]): [string, string][] {
  return values.map((value) => [value, value.replace(/_/g, " ")]);
}

function SideFields({ name, form }: { name: "input" | "output"; form: Form }) {
  const side = form[name];
  const set = (patch: Partial<SideForm>) =>
    state.editForm({ ...form, [name]: { ...side, ...patch } });
  return (
    <fieldset>
      <legend>{name}</legend>
      <Choice
        label="Format"
        name={`${name}.format`}
        value={side.format}
        options={same(formatsOf(form.type)[name])}
        onChange={(format) => set({ format })}
      />
      <Field
        label="Strides"
        field={`${name}.strides`}
        value={side.strides}
        placeholder="packed"
        size={14}
        onChange={(strides) => set({ strides })}
      />
      <Field
        label="Distance"
        field={`${name}.distance`}
        value={side.distance}
        placeholder="packed"
        size={9}
        onChange={(distance) => set({ distance })}
      />
      <Field
        label="Offset"
        field={`${name}.offsets`}
        value={side.offsets}
        placeholder="0"
        size={6}
        onChange={(offsets) => set({ offsets })}
      />
    </fieldset>
  );
}

function hasLayout(form: Form): boolean {
  return [form.input, form.output].some(
    (side) => side.format === "CP" || side.strides + side.distance + side.offsets !== "",
  );
}

function FormFields() {
  const form = state.form.value;
  const set = (patch: Partial<Form>) => state.editForm({ ...form, ...patch });
  return (
    <div class="fields">
      <Field
        label="Lengths"
        field="lengths"
        value={form.lengths}
        size={18}
        onChange={(lengths) => set({ lengths })}
      />
      <Choice
        label="Transform"
        name="type"
        value={form.type}
        options={same(kTypes)}
        onChange={(type) => state.editForm(withType(form, type))}
      />
      <Choice
        label="Precision"
        name="precision"
        value={form.precision}
        options={same(["half", "single", "double"])}
        onChange={(precision) => set({ precision })}
      />
      <Choice
        label="Placement"
        name="placement"
        value={form.placement}
        options={[
          ["op", "out of place"],
          ["ip", "in place"],
        ]}
        onChange={(placement) => set({ placement })}
      />
      <Field
        label="Batch"
        field="batch"
        value={form.batch}
        size={6}
        onChange={(batch) => set({ batch })}
      />
      <Field
        label="Scale"
        field="scale"
        value={form.scale}
        size={6}
        onChange={(scale) => set({ scale })}
      />
      <details class="layout" open={hasLayout(form)}>
        <summary>Layout{hasLayout(form) ? ": custom" : ": packed"}</summary>
        <SideFields name="input" form={form} />
        <SideFields name="output" form={form} />
      </details>
    </div>
  );
}

function Options() {
  const targets = state.targets.value;
  const choose = (change: () => void) => {
    change();
    void state.submit();
  };
  const rows: [string, string][] = targets.map((target) => [
    target.name,
    `${target.name} · ${target.description}${target.this_machine ? " (this machine)" : ""}`,
  ]);
  const known = targets.some((target) => target.name === state.target.value);
  if (!known) rows.unshift([state.target.value, state.target.value || "this machine"]);
  return (
    <div class="fields">
      <Choice
        label="Target"
        name="target"
        value={state.target.value}
        options={rows}
        onChange={(value) => choose(() => (state.target.value = value))}
      />
      <Choice
        label="Strategy"
        name="strategy"
        value={state.strategy.value}
        options={same(kStrategies)}
        onChange={(value) => choose(() => (state.strategy.value = value))}
      />
      <Choice
        label="Scheme"
        name="scheme"
        value={state.scheme.value}
        options={[
          ["", "by cost"],
          ...state.schemes.value.map(({ name, summary }): [string, string] => [
            name,
            `${name}: ${summary}`,
          ]),
        ]}
        onChange={(value) =>
          choose(() => {
            state.scheme.value = value;
            if (!value.startsWith("L1D")) state.factors.value = "";
          })
        }
      />
      {(state.scheme.value.startsWith("L1D") || state.factors.value !== "") && (
        <Field
          label="Factors"
          field="options.factors"
          value={state.factors.value}
          placeholder="its choice"
          size={12}
          onChange={(value) => (state.factors.value = value)}
        />
      )}
      <label class="field check">
        <input
          type="checkbox"
          name="overwrite"
          checked={state.overwrite.value}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            choose(() => (state.overwrite.value = checked));
          }}
        />
        <span>Input may be overwritten</span>
      </label>
      <label class="field check">
        <input
          type="checkbox"
          name="gaps"
          checked={state.gaps.value}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            choose(() => (state.gaps.value = checked));
          }}
        />
        <span title="memory between the elements of the caller’s arrays">Gaps may be overwritten</span>
      </label>
    </div>
  );
}

export function ProblemBar() {
  const error = state.requestError.value;
  const onSubmit = (event: Event) => {
    event.preventDefault();
    void state.submit();
  };
  return (
    <form class="problem" onSubmit={onSubmit} aria-label="Problem">
      <div class="token-row">
        <label class="token">
          <span>Token</span>
          <input
            id="token"
            type="text"
            value={state.token.value}
            spellcheck={false}
            autocomplete="off"
            aria-invalid={error !== null && error.field === "token"}
            aria-describedby="request-error"
            onInput={onText(state.editToken)}
          />
        </label>
        <label class="field preset">
          <span>Preset</span>
          <select
            name="preset"
            value=""
            onChange={(event) => {
              state.editToken(event.currentTarget.value);
              event.currentTarget.value = "";
              void state.submit();
            }}
          >
            <option value="">choose…</option>
            {kPresets.map(([name, text]) => (
              <option key={text} value={text}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="primary" disabled={state.planning.value}>
          Plan
        </button>
      </div>
      <FormFields />
      <Options />
      <div id="request-error" role="alert" class={error ? "error" : "hidden"}>
        {error && <Fault text={error.detail} />}
      </div>
    </form>
  );
}
