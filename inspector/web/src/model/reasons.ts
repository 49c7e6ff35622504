// Says in sentences why one candidate ranks before another, and how well the cost model tells
// candidates apart.
import { bytes, microseconds, percent, plainNames, plural } from "./format.ts";
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

export interface Placed {
  candidate: number;
  predicted_us: number | null;
}

const kHas: Record<string, (value: string) => string> = {
  "more fused kernels": (value) => `fuses ${plural(Number(value), "kernel")}`,
  "fewer buffers": (value) => `uses ${plural(Number(value), "buffer")}`,
  "more padded reads and writes": (value) => `pads ${plural(Number(value), "read or write", "reads and writes")}`,
  "more in-place steps": (value) => `works in place in ${plural(Number(value), "step")}`,
  "fewer type changes": (value) => `changes types ${plural(Number(value), "time")}`,
  "less workspace": (value) => `needs ${bytes(Number(value))} of workspace`,
  "fewer writes to the user's input": (value) => `writes to the input in ${plural(Number(value), "step")}`,
  "fewer second temporaries": (value) => (value === "0" ? "needs no second temporary" : "needs a second temporary"),
};

// The parts of a reason such as "fewer buffers: 2 against 3": the words before the colon and the
// two numbers.
function partsOf(reason: string): { comparative: string; ahead: string; behind: string } | null {
  const [, comparative = "", ahead = "", behind = ""] = /^([^:;]+): (-?\d+) against (-?\d+)$/.exec(reason) ?? [];
  return comparative === "" ? null : { comparative, ahead, behind };
}

// A sentence that says why `behind` ranks after `ahead`. `reason` is the library's text for
// `behind`.
export function whyBehind(reason: string, ahead: Placed, behind: Placed): string {
  const [first, second] = [`Candidate ${ahead.candidate}`, `candidate ${behind.candidate}`];
  const parts = partsOf(reason);
  if (parts !== null) {
    const has = kHas[parts.comparative] ?? ((value: string) => `has ${value}`);
    return `${first} ${has(parts.ahead)}, ${second} ${has(parts.behind)}: ${parts.comparative} decides.`;
  }
  if (!reason.startsWith("equal scores")) return `${plainNames(reason)}.`;
  const [a, b] = [ahead.predicted_us, behind.predicted_us];
  const times =
    a && b && percent(b, a) !== "the same"
      ? ` The cost model tells them apart: it predicts ${microseconds(a)} and ${microseconds(b)}.`
      : "";
  return `No criterion tells ${first.toLowerCase()} and ${second} apart, so that the order of their names decides.${times}`;
}

// The name of the criterion that decides, or an empty text.
export function decidingCriterion(reason: string): string {
  return partsOf(reason)?.comparative ?? "";
}

const kClose = 0.02; // relative; the model does not distinguish times that are closer

// Says how far apart the predicted times of `items` are.
export function spreadWords(items: Placed[]): string {
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
