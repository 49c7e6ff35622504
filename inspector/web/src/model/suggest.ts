// The suggestions below the token's field: completions of the token, presets, and tokens planned
// earlier.
import { kPresets } from "./presets.ts";

export interface Suggestion {
  value: string;
  label: string;
}

const kTypes = ["complex_forward", "complex_inverse", "real_forward", "real_inverse"];
const kPrecisions = ["single", "double", "half", "bfloat16"];
const kPlacements: [string, string][] = [
  ["op", "out of place"],
  ["ip", "in place"],
];
const kMost = 16;

// Completions, by the grammar of tokens (docs/TOKENS.md), of the part that is being typed.
export function completions(text: string): Suggestion[] {
  const type = kTypes.filter((name) => `${name}_len_`.startsWith(text) && `${name}_len_` !== text);
  if (type.length > 0) return type.map((name) => ({ value: `${name}_len_`, label: "lengths follow, slowest first" }));
  const placed = /^(\w+_len_\d+(?:_\d+)*_(?:half|bfloat16|single|double)_[io]p)(_?)$/.exec(text);
  if (placed) {
    const [, head = ""] = placed;
    return [
      { value: `${head}_batch_`, label: "independent transforms" },
      { value: `${head}_scale_`, label: "the result times a number" },
      { value: `${head}_istride_`, label: "strides of the input, slowest first" },
    ];
  }
  const [, head = "", rest = ""] = /^((?:complex|real)_(?:forward|inverse)_len_\d+(?:_\d+)*)_?([a-z_]*)$/.exec(text) ?? [];
  if (head === "") return [];
  return kPrecisions.flatMap((precision) =>
    kPlacements
      .map(([placement, words]) => ({ value: `${head}_${precision}_${placement}`, label: `${precision}, ${words}` }))
      .filter(({ value }) => value.startsWith(`${head}_${rest}`) && value !== text),
  );
}

// All suggestions for a typed text. Completions come first, then the presets and earlier tokens
// that contain the text.
export function suggestions(text: string, recent: string[]): Suggestion[] {
  const typed = text.trim().toLowerCase();
  const holds = (...texts: string[]) => texts.some((one) => one.toLowerCase().includes(typed));
  const found = new Map<string, string>();
  for (const { value, label } of completions(text.trim())) found.set(value, label);
  for (const token of recent) if (holds(token) && !found.has(token)) found.set(token, "planned before");
  for (const [name, token] of kPresets) if (holds(name, token) && !found.has(token)) found.set(token, name);
  found.delete(text.trim());
  return [...found].slice(0, kMost).map(([value, label]) => ({ value, label }));
}
