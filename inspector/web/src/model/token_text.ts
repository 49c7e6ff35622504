// Reads texts that people type or paste instead of a token: a size with some words, or a token in
// quotes, in capitals or within a command line.

const kFormats = /^(ci|cp|r|hi|hp|cb)$/i;

// The token in its usual spelling: formats in capitals, everything else in small letters.
function spelled(token: string): string {
  return token
    .split("_")
    .map((part) => (kFormats.test(part) ? part.toUpperCase() : part.toLowerCase()))
    .join("_");
}

const kWords: Record<string, [keyof Parts, string]> = {
  ip: ["placement", "ip"],
  op: ["placement", "op"],
  half: ["precision", "half"],
  bfloat16: ["precision", "bfloat16"],
  single: ["precision", "single"],
  float: ["precision", "single"],
  double: ["precision", "double"],
  real: ["domain", "real"],
  complex: ["domain", "complex"],
  forward: ["direction", "forward"],
  inverse: ["direction", "inverse"],
  backward: ["direction", "inverse"],
};

interface Parts {
  domain: string;
  direction: string;
  precision: string;
  placement: string;
}

// Reads lengths: "4096x262144", "2^20", "1024 x 768". Returns null if the text has none.
function lengthsOf(text: string): number[] | null {
  const parts = text.split(/\s*[x×*,]\s*/i).map((part) => /^(\d+)(?:\^(\d+))?$/.exec(part.trim()));
  const lengths = parts.map((part) => (part === null ? NaN : Number(part[1]) ** Number(part[2] ?? 1)));
  return lengths.every((length) => Number.isSafeInteger(length) && length > 0) ? lengths : null;
}

// The token for a text such as "4096 x 4096 double ip batch 3"; null if a word is unknown.
function ofSize(text: string): string | null {
  const [, size = "", rest = ""] = /^([\d^]+(?:\s*[x×*,]\s*[\d^]+)*)(?:\s+(.*))?$/i.exec(text) ?? [];
  const lengths = lengthsOf(size);
  if (size === "" || lengths === null) return null;
  const parts: Parts = { domain: "complex", direction: "forward", precision: "single", placement: "op" };
  const [, batch = ""] = /\bbatch[\s=_]*(\d+)/i.exec(rest) ?? [];
  for (const word of rest.replace(/\bbatch[\s=_]*\d+/i, "").replace(/\bin place\b/i, "ip").toLowerCase().split(/[\s,]+/)) {
    const known = kWords[word];
    if (word !== "" && known === undefined) return null;
    if (known !== undefined) parts[known[0]] = known[1];
  }
  const { domain, direction, precision, placement } = parts;
  return `${domain}_${direction}_len_${lengths.join("_")}_${precision}_${placement}${batch === "" ? "" : `_batch_${batch}`}`;
}

// The token that the text means, or the text itself if it means none.
export function tokenOf(text: string): string {
  const plain = text.trim().replace(/["'`“”]/g, "");
  const [found] = /\b(?:complex|real)_\w+(?:\.\d\w*)?/i.exec(plain) ?? [];
  if (found !== undefined) return spelled(/_scale_/i.test(found) ? plain.slice(plain.indexOf(found)).split(/\s/)[0] ?? found : found);
  return ofSize(plain) ?? text.trim();
}
