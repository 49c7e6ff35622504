// Labelled check boxes, lists to choose from, and buttons that save figures as files.
import { csv } from "../model/table_text.ts";
import { downloadText } from "./save.ts";

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  name?: string;
  title?: string;
}

export function Check({ label, checked, onChange, name, title }: CheckProps) {
  return (
    <label class="inline" title={title}>
      <input type="checkbox" name={name} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} /> {label}
    </label>
  );
}

interface SelectProps {
  name?: string;
  label?: string; // for readers, where no label stands beside the list
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
  disabled?: boolean;
}

export function Select({ name, label, value, options, onChange, disabled = false }: SelectProps) {
  return (
    <select name={name} aria-label={label} value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map(([key, text]) => (
        <option key={key} value={key} selected={key === value}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface SaveProps {
  name: string; // of the files
  json: unknown;
  rows: () => (string | number)[][];
}

export function SaveButtons({ name, json, rows }: SaveProps) {
  return (
    <>
      <button type="button" onClick={() => downloadText(`${name}.csv`, csv(rows()), "text/csv")}>
        CSV
      </button>
      <button type="button" onClick={() => downloadText(`${name}.json`, JSON.stringify(json, null, 1), "application/json")}>
        JSON
      </button>
    </>
  );
}
