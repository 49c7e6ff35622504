// A plan that a program has recorded with FFT_TRACE_DIR: a line with numbers of executions, then
// JSON (fft/exec/plan_record.h).
import { count, microseconds } from "./format.ts";
import { askedOptionsOf, type PlanAsked } from "./hash.ts";

export interface PlanRecord {
  asked: PlanAsked;
  candidate: number;
  words: string; // "fft_bench executed it 20,000 times, 12.0 µs a call"
}

// The record in a file's text; null if it holds none.
export function readPlanRecord(text: string): PlanRecord | null {
  const [, executions, nanoseconds, json] = /^(\d+) (\d+) \d+ [01]\s+(\{.*)$/s.exec(text) ?? [];
  if (json === undefined) return null;
  const { schema, program, token, target, options, candidate } = JSON.parse(json) as Record<string, unknown>;
  if (schema !== "fft.plan_record/1") return null;
  const times = Number(executions);
  const call = times > 0 ? `, ${microseconds(Number(nanoseconds) / times / 1000)} a call` : "";
  return {
    asked: { token: String(token), target: String(target), ...askedOptionsOf(options as Parameters<typeof askedOptionsOf>[0]) },
    candidate: Number(candidate),
    words: `${String(program)} executed it ${count(times)} ${times === 1 ? "time" : "times"}${call}`,
  };
}
