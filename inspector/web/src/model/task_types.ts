// The contract of the server and the page beside plans (types.ts): bodies of requests, jobs and what they find.
import type { AskedOptions, PlanSummary, Problem, Target, integer } from "./types.ts";

export interface DistributedRequest {
  token?: string;
  problem?: Record<string, unknown>;
  ranks?: integer; // 1 to 32; 4 by default
  input?: integer[]; // ranks along each length; slabs of the first by default
  output?: integer[]; // ranks along each length; slabs of the second by default
  link?: Link;
  transport?: Transport;
  candidate?: integer; // of the ways there are, cheapest first; 0 by default
}

export type Link = "memory" | "nvlink" | "pcie" | "infiniband" | "infiniband_hdr" | "infiniband_fdr";

export type Transport = "messages" | "direct";

export interface Distributed {
  token: string;
  ranks: integer;
  options: Record<string, unknown>;
  lengths: { input: number[]; output: number[] }; // of the index space of input and output, the batch first
  boxes: { input: RankBox[]; output: RankBox[] }; // of each rank: lower and upper index of every axis
  candidates: DistCandidate[]; // path, predicted times and bytes, cheapest first
  candidate: integer;
  exchanges: {
    number: integer;
    bytes: integer[][]; // bytes[i][j]: what rank i sends to rank j
  }[];
  plans: {
    rank: integer;
    work_bytes: integer;
    stages: {
      kind: string;
      token?: string;
      in?: string;
      out?: string;
      lane?: integer;
      number?: integer;
      sends?: Record<string, unknown>[];
      receives?: Record<string, unknown>[];
    }[];
    lines: string[]; // the stages, one line each
  }[];
}

// An error as RFC 9457 has it.
export interface ProblemDetails {
  type: string;
  title: string;
  status: integer;
  detail: string;
  errors?: {
    field: string; // the member at fault, as "problem.lengths[0]"
    detail: string;
    value: string; // what was given
    allowed: string; // instead of it, in words
    proposed?: unknown; // a value for the field that is not refused, or the known name nearest to an unknown one; missing where none is found
  }[];
}

// What a compiler made of a kernel.
export interface Code {
  name: string;
  dialect?: string; // of the source that was compiled
  target: string;
  compiler: string;
  version: string;
  compile_ms: number;
  code_bytes: integer;
  log: string;
  statistics: {
    registers: integer;
    accumulation_registers: integer;
    scalar_registers: integer;
    lds_bytes: integer;
    spilled_registers: integer;
    scratch_bytes: integer;
    max_threads: integer;
    [name: string]: number;
  } | null;
  statistics_reason: string;
  machine_code: string | null; // a line for each instruction; PTX where that is what was compiled to
  machine_code_lines: integer[]; // for each line of it that line of the source, from 1, or 0; empty where the code does not say
  machine_code_reason: string; // why there is none
}

export interface RunResult {
  device: string;
  arch: string;
  candidate: integer;
  repeats: integer;
  median_ms: number;
  min_ms: number;
  max_ms: number;
  step_ms: number[];
  build_ms: number;
  bytes_moved: integer;
  gb_per_s: number;
  device_bytes: integer;
  error: {
    l2: number | null;
    linf: number | null;
    gate_l2: number;
    gate_linf: number;
    constant: number;
    batches_checked: integer;
    reference: string;
    passed: boolean;
  };
  builds: Record<string, unknown>[];
  cold_caches: boolean; // the data was taken out of all caches before each execution
  machine: Machine;
}

// Candidates timed in turn, round after round.
export interface Measurement {
  device: string;
  arch: string;
  target: string;
  token: string;
  rounds: integer;
  complete: boolean;
  items: Timing[];
  audit: Audit | null; // how the ranking compares with the times
  cold_caches: boolean; // the data was taken out of all caches before each execution
  machine: Machine;
}

export interface MeasurementAnswer {
  measurement: Measurement | null;
}

export interface Job {
  id: string;
  subject: string; // "measure" and the plan's id
  state: string; // waiting, running, done, failed, cancelled
  progress: {
    phase: string; // build or time
    done: integer;
    total: integer;
    candidate?: integer; // of a measurement
    row?: integer; // of a sweep
    column?: integer; // of a sweep
  } | null;
  result: Measurement | Sweep | null;
  error: string;
}

export interface Jobs {
  jobs: OpenJob[];
}

export interface Export {
  schema: string;
  summary: PlanSummary;
  limits: Record<string, unknown>;
  responses: Record<string, unknown>;
  bodies: unknown[];
}

export interface Routes {
  routes: { method: string; path: string; summary: string }[];
}

export interface Schemes {
  schemes: { name: string; summary: string }[];
}

export interface Health {
  status: string;
}

export interface Version {
  inspector: string;
  generator: string;
}

export interface Targets {
  targets: Target[];
}

export interface Devices {
  opened: string;
  target: string;
  reason: string;
  kinds: { kind: string; available: boolean; reason: string; devices: Record<string, unknown>[] }[];
}

export interface Plans {
  plans: PlanSummary[];
}

export interface CompletedProblem {
  token: string;
  problem: Problem;
}

// One of token and problem. Callbacks are named by the token's _CB and never given as source text.
export interface ProblemRequest {
  token?: string;
  problem?: Record<string, unknown>;
}

export interface PlanRequest {
  token?: string;
  problem?: Record<string, unknown>;
  target?: string;
  options?: AskedOptions;
}

// Has no members.
export type CodeRequest = Record<string, unknown>;

export interface RunRequest {
  candidate?: integer;
  repeats?: integer;
  cold_caches?: boolean; // take the data out of all caches before each execution; false by default
}

export interface MeasureRequest {
  candidates?: integer[];
  top?: integer;
  rounds?: integer;
  cold_caches?: boolean; // take the data out of all caches before each execution; false by default
}

export interface Timing {
  candidate: integer;
  rank: integer;
  median_ms: number;
  low_ms: number;
  high_ms: number;
  best_ms: number;
  samples: integer;
  step_ms: number[];
  kernels: string[];
  build_ms: number;
  bytes_moved: integer;
  gb_per_s: number;
  error: string;
}

export interface Audit {
  winner: integer;
  fastest: integer;
  regret: number;
  kendall_tau: number;
  disagreements: { ranked_first: integer; measured_first: integer; factor: number }[];
  note: string;
}

export interface OpenJob {
  id: string;
  subject: string; // "measure" or "sweep" and the plan's id
  state: string;
  progress: {
    phase: string; // build or time
    done: integer;
    total: integer;
    candidate?: integer; // of a measurement
    row?: integer; // of a sweep
    column?: integer; // of a sweep
  } | null;
}

export interface HeldStep {
  holder: "input" | "grid" | "output";
  grid?: number[]; // processes along each axis
  transformed: number[];
}

export interface DistCandidate {
  path: HeldStep[];
  text: string;
  microseconds: number;
  local_microseconds: number;
  exchange_microseconds: number;
  exchanges: number;
  node_bytes: integer;
  network_bytes: integer;
}

export interface RankBox {
  lower: number[];
  upper: number[];
}

// What the machine tells about itself, and what else it did while something was measured.
export interface Machine {
  driver: string; // version of the device's driver; empty: none, or not told
  clock_mhz: number | null; // the fastest clock of the device
  processors: integer;
  others_share: number | null; // of the processors' time, taken by other programs meanwhile
  stolen_share: number | null; // taken by other guests of the hypervisor
  processor_mhz: number | null; // mean clock of the processors at the end
  governor: string; // of the processors' clock; empty: not told
  warnings: string[]; // what may have made times vary, in words
}

// Elements between the rows of both sides, or of one.
export type SweptPadding = "padding" | "input.padding" | "output.padding";

// Fields of the kernels of one length (docs/TOKENS.md).
export type SweptShape = "factors" | "threads" | "transforms" | "exchange" | "pad_every" | "resident_groups" | "staged" | "persistent";

// Fields whose values are texts (staged and persistent: "0" or "1").
export type SweptText = "factors" | "exchange" | "staged" | "persistent" | "scheme";

// A field of the plan and the values that it takes in turn; "planned", 0 and "" stand for what the plan has.
export interface SweepAxis {
  field: SweptPadding | SweptShape | "scheme";
  values: (integer | string)[]; // 1 to 16; texts for the fields of SweptText, and "planned" for all
}

export interface SweepRequest {
  rows: SweepAxis;
  columns?: SweepAxis | null;
  length?: integer; // of the lines of the kernels whose shapes are swept; may be left out where there is one
  rounds?: integer; // executions of each cell, 3 to 100; 15 by default
  cold_caches?: boolean; // take the data out of all caches before each execution; false by default
}

export interface SweepCell {
  row: integer; // index into the values of the rows
  column: integer; // index into those of the columns
  median_ms: number;
  low_ms: number;
  high_ms: number;
  best_ms: number;
  samples: integer;
  token: string; // of the problem that was run; empty: none
  shapes: string; // asked of its plan, as in PlanOptions
  scheme: string | null;
  predicted_us: number | null;
  steps: integer | null;
  error: string; // why it was not measured
}

// A plan with one or two fields changed, value by value, each combination measured.
export interface Sweep {
  device: string;
  arch: string;
  target: string;
  token: string;
  rounds: integer;
  cold_caches: boolean; // the data was taken out of all caches before each execution
  complete: boolean;
  machine: Machine;
  length: integer; // of the kernels whose shapes were swept, or 0
  rows: SweepAxis;
  columns: SweepAxis | null;
  items: SweepCell[];
  fastest: integer | null; // index into items
}

export interface SweepAnswer {
  sweep: Sweep | null;
}
