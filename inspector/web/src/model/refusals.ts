// Splits the text of a problem's refusal into schemes and reasons.
export interface Refused {
  scheme: string;
  reason: string;
  nested: Refused[]; // refusals of the transforms that the scheme would need
}

const kFirst = /: (?=[A-Z][A-Z0-9_]*: )/;
const kNext = /; (?=[A-Z][A-Z0-9_]*: )/;

function listOf(items: string[]): Refused[] {
  const list: Refused[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i] ?? "";
    const at = item.indexOf(": ");
    const { head, nested } = refusalsOf([item.slice(at + 2), ...items.slice(i + 1)].join("; "));
    const isNested = item.slice(at + 2).startsWith("no scheme takes");
    if (isNested) return [...list, { scheme: item.slice(0, at), reason: head, nested }];
    list.push({ scheme: item.slice(0, at), reason: item.slice(at + 2), nested: [] });
  }
  return list;
}

// Reads "no scheme takes X: A: why; B: why". A reason may be a text of the same form; the list in
// it then extends to the end.
export function refusalsOf(text: string): { head: string; nested: Refused[] } {
  const at = text.search(kFirst);
  if (!text.startsWith("no scheme takes") || at < 0) return { head: text, nested: [] };
  return { head: text.slice(0, at), nested: listOf(text.slice(at + 2).split(kNext)) };
}
