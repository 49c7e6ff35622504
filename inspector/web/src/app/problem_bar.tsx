// The request: the token, a form with the same content, the target and the options.
import type { TargetedEvent } from "preact";
import { useRef } from "preact/hooks";
import { formatsOf, kRealToReal, withType, type Form, type SideForm } from "../model/form.ts";
import { kPresets } from "../model/presets.ts";
import { kStrategies, kUsualStrategy } from "../model/strategies.ts";
import { suggestions } from "../model/suggest.ts";
import { Menu } from "../parts/menu.tsx";
import { RunButton } from "../panels/run_panel.tsx";
import { recentTokens } from "../state/recent_tokens.ts";
import * as asked from "../state/request.ts";
import { plan, planning, schemes, submit, targets } from "../state/state.ts";
import { RequestState } from "./request_state.tsx";

const kTypes = ["complex_forward", "complex_inverse", "real_forward", "real_inverse", kRealToReal];

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
  const fault = asked.requestError.value?.field ?? "";
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
  onPass?: (value: string) => void;
}

const kMoves = /^(Arrow|Page|Home|End|.$)/; // keys that change the value of a closed list

// A list to choose from. `onChange` gets a value that is chosen by pointer or Enter. `onPass` gets
// each value that other keys select on the way.
function Choice({ label, name, value, options, onChange, onPass = onChange }: ChoiceProps) {
  const byKey = useRef(false);
  return (
    <label class="field">
      <span>{label}</span>
      <select
        name={name}
        value={value}
        onPointerDown={() => (byKey.current = false)}
        onKeyDown={(event) => {
          byKey.current = kMoves.test(event.key) && !event.altKey && event.key !== " ";
          if (event.key !== "Enter") return;
          event.preventDefault();
          onChange(event.currentTarget.value);
        }}
        onChange={(event) => (byKey.current ? onPass : onChange)(event.currentTarget.value)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CheckBoxProps {
  label: string;
  title: string | undefined;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function CheckBox({ label, title, name, checked, onChange }: CheckBoxProps) {
  return (
    <label class="field check">
      <input type="checkbox" name={name} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span title={title}>{label}</span>
    </label>
  );
}

function same(values: string[]): [string, string][] {
  return values.map((value) => [value, value.replace(/_/g, " ")]);
}

const kSideFields = [
  { label: "Strides", member: "strides", placeholder: "packed", size: 14 },
  { label: "Distance", member: "distance", placeholder: "packed", size: 9 },
  { label: "Offset", member: "offsets", placeholder: "0", size: 6 },
  { label: "Ranges", member: "ranges", placeholder: "first, count; …", size: 12 },
] as const;

function SideFields({ name, form }: { name: "input" | "output"; form: Form }) {
  const side = form[name];
  const set = (patch: Partial<SideForm>) =>
    asked.editForm({ ...form, [name]: { ...side, ...patch } });
  return (
    <fieldset>
      <legend>{name}</legend>
      <Choice
        label="Format"
        name={`${name}.format`}
        value={side.format}
        options={same(formatsOf(form.type, form.function)[name])}
        onChange={(format) => set({ format })}
      />
      {kSideFields.map(({ label, member, placeholder, size }) => (
        <Field
          key={member}
          label={label}
          field={`${name}.${member}`}
          value={side[member]}
          placeholder={placeholder}
          size={size}
          onChange={(text) => set({ [member]: text })}
        />
      ))}
      {name === "input" ? (
        <CheckBox
          label="Window"
          title="elements are multiplied by factors of the caller’s when they are read"
          name="input.window"
          checked={form.window}
          onChange={(window) => asked.editForm({ ...form, window })}
        />
      ) : (
        <Choice
          label="Function"
          name="output.function"
          value={form.function}
          options={same(["none", "magnitude", "power"])}
          onChange={(value) => asked.editForm(withType(form, form.type, value))}
        />
      )}
    </fieldset>
  );
}

function faultIsIn(side: string): boolean {
  return asked.requestError.value?.field.startsWith(side) ?? false;
}

function hasLayout(form: Form): boolean {
  const isCustom = ({ format, strides, distance, offsets, ranges }: SideForm) =>
    format === "CP" || strides + distance + offsets + ranges !== "";
  const isFiltered = form.window || form.function !== "none";
  return isFiltered || form.loops !== "" || [form.input, form.output].some(isCustom);
}

// A chain in place of the form's fields.
function ChainField() {
  return (
    <div class="fields">
      <label class="field">
        <span>Chain</span>
        <input type="text" name="chain" readOnly value={asked.request.value.token} size={60} />
      </label>
      <span class="note">Only the token can change a chain.</span>
    </div>
  );
}

function FormFields() {
  const form = asked.form.value;
  const set = (patch: Partial<Form>) => asked.editForm({ ...form, ...patch });
  const text = (label: string, field: "lengths" | "kinds" | "batch" | "scale" | "loops", size: number, placeholder = "") => (
    <Field label={label} field={field} value={form[field]} size={size} placeholder={placeholder} onChange={(value) => set({ [field]: value })} />
  );
  const choice = (label: string, name: "precision" | "placement", options: [string, string][]) => (
    <Choice label={label} name={name} value={form[name]} options={options} onChange={(value) => set({ [name]: value })} />
  );
  const custom = hasLayout(form);
  return (
    <div class="fields">
      {text("Lengths", "lengths", 18)}
      <Choice label="Transform" name="type" value={form.type} options={same(kTypes)} onChange={(type) => asked.editForm(withType(form, type))} />
      {text("Kinds of axes", "kinds", 14, "as the transform")}
      {choice("Precision", "precision", same(["half", "bfloat16", "single", "double"]))}
      {choice("Placement", "placement", [["op", "out of place"], ["ip", "in place"]])}
      {text("Batch", "batch", 6)}
      {text("Scale", "scale", 6)}
      <details class="layout" open={custom || ["input", "output", "loops"].some(faultIsIn)}>
        <summary>Layout{custom ? ": custom" : ": packed"}</summary>
        <SideFields name="input" form={form} />
        <SideFields name="output" form={form} />
        {text("Loops", "loops", 14, "length, in, out; …")}
      </details>
    </div>
  );
}

const choose = (change: Parameters<typeof submit>[0]) => void submit(change);

function TargetChoice() {
  const now = asked.request.value.target;
  const rows: [string, string][] = targets.value.map((target) => [
    target.name,
    `${target.name} · ${target.description}${target.this_machine && target.name !== "host" ? " (this machine)" : ""}`,
  ]);
  if (!targets.value.some((target) => target.name === now)) rows.unshift([now, now || "this machine"]);
  return (
    <Choice
      label="Target"
      name="target"
      value={now}
      options={rows}
      onChange={(target) => choose({ target })}
      onPass={(target) => asked.editOptions({ target })}
    />
  );
}

function Options() {
  const now = asked.request.value;
  const { strategy, scheme, factors } = now;
  const text = (label: string, name: "factors" | "shapes", size: number, placeholder: string) => (
    <Field label={label} field={`options.${name}`} value={now[name]} size={size} placeholder={placeholder} onChange={(value) => asked.editOptions({ [name]: value })} />
  );
  const check = (label: string, name: "overwrite" | "gaps", title?: string) => (
    <CheckBox label={label} title={title} name={name} checked={now[name]} onChange={(value) => choose({ [name]: value })} />
  );
  return (
    <div class="fields">
      <Choice
        label="Strategy"
        name="strategy"
        value={strategy}
        options={same(Object.keys(kStrategies))}
        onChange={(value) => choose({ strategy: value })}
        onPass={(value) => asked.editOptions({ strategy: value })}
      />
      <Choice
        label="Scheme"
        name="scheme"
        value={scheme}
        options={[["", "by cost"], ...schemes.value.map(({ name, summary }): [string, string] => [name, `${name}: ${summary}`])]}
        onChange={(value) => choose({ scheme: value, ...(value.startsWith("L1D") ? {} : { factors: "" }) })}
        onPass={(value) => asked.editOptions({ scheme: value })}
      />
      {(scheme.startsWith("L1D") || factors !== "") && text("Factors", "factors", 12, "its choice")}
      {text("Shapes of kernels", "shapes", 22, "1024:factors=4x16x16")}
      {check("Input may be overwritten", "overwrite")}
      {check("Gaps may be overwritten", "gaps", "memory between the elements of the caller’s arrays")}
    </div>
  );
}

function Presets() {
  return (
    <Menu
      label="Presets"
      name="preset"
      items={kPresets.map(([name, text]) => [text, name] as const)}
      onChoose={(token) => {
        asked.editToken(token);
        void submit();
      }}
    />
  );
}

// The options that are not the defaults, as words for the folded form.
function unusual(): string[] {
  const { strategy, scheme, factors, shapes, overwrite, gaps } = asked.request.value;
  return [
    strategy === kUsualStrategy ? "" : strategy.replace(/_/g, " "),
    scheme === "" ? "" : `${scheme}${factors === "" ? "" : ` ${factors}`}`,
    shapes === "" ? "" : `shapes ${shapes}`,
    overwrite ? "input overwritten" : "",
    gaps ? "gaps overwritten" : "",
  ].filter((text) => text !== "");
}

// Suggestions below the token's field, in the browser's own list.
function Suggestions() {
  return (
    <datalist id="tokens">
      {suggestions(asked.request.value.token, recentTokens()).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </datalist>
  );
}

export function ProblemBar() {
  const error = asked.requestError.value;
  const open = asked.formOpen.value;
  const set = unusual();
  return (
    <form
      class="problem"
      aria-label="Problem"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div class="token-row">
        <label class="token">
          <span>Token</span>
          <input
            id="token"
            type="text"
            value={asked.request.value.token}
            spellcheck={false}
            autocomplete="off"
            list="tokens"
            aria-invalid={error !== null && error.field === "token"}
            aria-describedby="request-error"
            onInput={onText(asked.editToken)}
          />
        </label>
        <Suggestions />
        <TargetChoice />
        <Presets />
        <button
          type="button"
          class="form-toggle"
          aria-expanded={open}
          aria-controls="problem-form"
          onClick={() => (asked.formOpen.value = !open)}
        >
          {open ? "Hide the form" : "Form and options"}
          {!open && set.length > 0 && `: ${set.join(", ")}`}
        </button>
        <button type="submit" class={asked.edited.value || plan.value === null ? "primary" : ""} disabled={planning.value}>
          {planning.value ? "Planning…" : "Plan"}
        </button>
        <RunButton />
      </div>
      <div id="problem-form" hidden={!open}>
        {open && (
          <>
            {asked.isChain.value ? <ChainField /> : <FormFields />}
            <Options />
          </>
        )}
      </div>
      <RequestState />
    </form>
  );
}
