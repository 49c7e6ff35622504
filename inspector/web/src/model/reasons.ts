// Says in sentences why one candidate ranks before another, and how well the cost model tells
// candidates apart.
import { bytes, microseconds, percent, plural } from "./format.ts";
import type { CandidateItem, Criterion } from "./types.ts";

// The criteria that put the candidate first if they are asked before all others. Ties are decided
// by the ranking.
export function criteriaThatFavour(item: CandidateItem, items: CandidateItem[], criteria: Criterion[]): Criterion[] {
  return criteria.filter(({ name, better }) => {
    const value = (one: CandidateItem) => Number(one[name]) * (better === "more" ? 1 : -1);
    const best = items.reduce((first, one) => (value(one) > value(first) || (value(one) === value(first) && one.rank < first.rank) ? one : first), item);
    return best === item;
  });
}

// For each criterion, what is better, and what a candidate with a value does.
const kWords: Record<string, [comparative: string, has: (value: number) => string]> = {
  fused: ["more fused kernels", (value) => `fuses ${plural(value, "kernel")}`],
  buffers: ["fewer buffers", (value) => `uses ${plural(value, "buffer")}`],
  padded: ["more padded reads and writes", (value) => `pads ${plural(value, "read or write", "reads and writes")}`],
  in_place: ["more in-place steps", (value) => `works in place in ${plural(value, "step")}`],
  type_changes: ["fewer type changes", (value) => `changes types ${plural(value, "time")}`],
  workspace_bytes: ["less workspace", (value) => `needs ${bytes(value)} of workspace`],
  input_writes: ["fewer writes to the user's input", (value) => `writes to the input in ${plural(value, "step")}`],
  second_temporaries: ["fewer second temporaries", (value) => (value === 0 ? "needs no second temporary" : "needs a second temporary")],
  nanoseconds: ["fewer predicted nanoseconds", (value) => `has ${value}`],
};

// What is better by a criterion, or an empty text for no criterion.
export function decidingWords(criterion: string): string {
  return kWords[criterion]?.[0] ?? "";
}

// A sentence that says why `behind` ranks after `ahead`: by the first criterion that tells them
// apart.
export function whyBehind(criteria: Criterion[], ahead: CandidateItem, behind: CandidateItem): string {
  const [first, second] = [`Candidate ${ahead.candidate}`, `candidate ${behind.candidate}`];
  const decides = criteria.find(({ name }) => ahead[name] !== behind[name]);
  if (decides !== undefined) {
    const { name, label, better } = decides;
    const [comparative, has] = kWords[name] ?? [`${better} ${label.toLowerCase()}`, (value: number) => `has ${value}`];
    return `${first} ${has(Number(ahead[name]))}, ${second} ${has(Number(behind[name]))}: ${comparative} decides.`;
  }
  const [a, b] = [ahead.predicted_us, behind.predicted_us];
  const times =
    a && b && percent(b, a) !== "the same"
      ? ` The cost model tells them apart: it predicts ${microseconds(a)} and ${microseconds(b)}.`
      : "";
  return `No criterion tells ${first.toLowerCase()} and ${second} apart, so that the order of their names decides.${times}`;
}

const kClose = 0.02; // relative; the model does not distinguish times that are closer

// Says how far apart the predicted times of `items` are.
export function spreadWords(items: Pick<CandidateItem, "predicted_us">[]): string {
  const times = items.flatMap(({ predicted_us: us }) => (us ? [us] : []));
  if (times.length < 2) return "";
  const [least, most] = [Math.min(...times), Math.max(...times)];
  if (percent(most, least) === "the same") {
    return `The model predicts the same time for all ${times.length}: rules decide. Measure them.`;
  }
  const apart = percent(most, least).slice(1);
  return most / least - 1 < kClose
    ? `The model separates ${times.length} candidates by ${apart}: rules decide. Measure them.`
    : `The model separates ${times.length} candidates by ${apart}.`;
}
