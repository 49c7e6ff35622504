// The contract of the server and the page apart from plans (types.ts): request bodies, jobs, the
// results of jobs, and reports.
import type { AskedOptions, PlanSummary, Problem, Target, integer } from "./types.ts";

export interface DistributedRequest {
  token?: string;
  problem?: Record<string, unknown>;
  ranks?: integer; // 1 to 32; 4 by default
  input?: integer[]; // ranks along each length; by default slabs of the first length
  output?: integer[]; // ranks along each length; by default slabs of the second length
  link?: Link;
  transport?: Transport;
  candidate?: integer; // number of the candidate, cheapest first; 0 by default
}

export type Link = "memory" | "nvlink" | "pcie" | "infiniband" | "infiniband_hdr" | "infiniband_fdr";

export type Transport = "messages" | "direct";

export interface Distributed {
  token: string;
  ranks: integer;
  options: Record<string, unknown>;
  lengths: { input: number[]; output: number[] }; // lengths of the index spaces, the batch first
  boxes: { input: RankBox[]; output: RankBox[] }; // for each rank, the lower and upper index of every axis
  candidates: DistCandidate[]; // path, predicted times and bytes, cheapest first
  candidate: integer;
  exchanges: {
    number: integer;
    bytes: integer[][]; // bytes[i][j] is the number of bytes that rank i sends to rank j
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
    lines: string[]; // one line for each stage
  }[];
}

// An error as defined by RFC 9457.
export interface ProblemDetails {
  type: string;
  title: string;
  status: integer;
  detail: string;
  errors?: {
    field: string; // the faulty member, such as "problem.lengths[0]"
    detail: string;
    value: string; // the refused value
    allowed: string; // the allowed values, in words
    proposed?: unknown; // a valid value, or the known name nearest to an unknown one; missing if none is found
  }[];
}

// A compiled kernel.
export interface Code {
  name: string;
  dialect?: string; // the dialect of the compiled source
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
  machine_code: string | null; // a line for each instruction; PTX if the compiler stops there
  machine_code_lines: integer[]; // for each line of machine_code, its line of the source, counted from 1, or 0; empty if the code has no lines
  machine_code_reason: string; // why there is no machine code
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

// Times of candidates. Each round executes every candidate once.
export interface Measurement {
  device: string;
  arch: string;
  target: string;
  token: string;
  rounds: integer;
  complete: boolean;
  items: Timing[];
  audit: Audit | null; // the comparison of the ranking with the times
  cold_caches: boolean; // the data was taken out of all caches before each execution
  machine: Machine;
}

export interface MeasurementAnswer {
  measurement: Measurement | null;
}

// A job that waits or runs.
export interface OpenJob {
  id: string;
  subject: string; // "measure" or "sweep", and the plan's id
  state: string; // waiting, running, done, failed, cancelled
  progress: {
    phase: string; // build or time
    done: integer;
    total: integer;
    candidate?: integer; // only for measurements
    row?: integer; // only for sweeps
    column?: integer; // only for sweeps
  } | null;
}

export interface Job extends OpenJob {
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
  problem: Problem; // of a chain its arrays
  chain?: boolean; // whether the token is a chain's; left out for problems
}

// A problem as a token or as an object. Source text of callbacks is not accepted; a token's _CB
// names callbacks.
export interface ProblemRequest {
  token?: string;
  problem?: Record<string, unknown>;
}

export interface PlanRequest {
  token?: string;
  problem?: Record<string, unknown>;
  target?: string;
  options?: AskedOptions;
  part?: integer; // of a chain: the number of its plan, 0 by default
}

// A body without members.
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

// The state of the server's machine during a measurement.
export interface Machine {
  driver: string; // version of the device's driver; empty if unknown
  clock_mhz: number | null; // the device's highest clock in MHz
  processors: integer;
  others_share: number | null; // the part of the processors' time that other programs used
  stolen_share: number | null; // the part that other guests of the hypervisor used
  processor_mhz: number | null; // mean clock of the processors in MHz at the end
  governor: string; // the governor of the processors' clock; empty if unknown
  warnings: string[]; // possible reasons why times vary, in words
}

// The number of elements between rows, of input and output or of one of them.
export type SweptPadding = "padding" | "input.padding" | "output.padding";

// Members of the shape of kernels of one length (docs/TOKENS.md).
export type SweptShape = "factors" | "threads" | "transforms" | "exchange" | "pad_every" | "resident_groups" | "staged" | "persistent";

// Fields whose values are texts. The values of staged and persistent are "0" and "1".
export type SweptText = "factors" | "exchange" | "staged" | "persistent" | "scheme";

// A field of the plan and its values. "planned", 0 and "" stand for the value in the plan.
export interface SweepAxis {
  field: SweptPadding | SweptShape | "scheme";
  values: (integer | string)[]; // 1 to 16 values; texts for the fields of SweptText, and "planned" for all fields
}

export interface SweepRequest {
  rows: SweepAxis;
  columns?: SweepAxis | null;
  length?: integer; // the length of the kernels whose shapes are swept; may be left out if all kernels have one length
  rounds?: integer; // executions of each cell, 3 to 100; 15 by default
  cold_caches?: boolean; // take the data out of all caches before each execution; false by default
}

export interface SweepCell {
  row: integer; // index into the values of the rows
  column: integer; // index into the values of the columns
  median_ms: number;
  low_ms: number;
  high_ms: number;
  best_ms: number;
  samples: integer;
  token: string; // token of the executed problem; empty if none was executed
  shapes: string; // kernel shapes of the cell's plan, as in PlanOptions
  scheme: string | null;
  predicted_us: number | null;
  steps: integer | null;
  error: string; // why the cell was not measured
}

// Times of a plan with one or two fields changed. Each combination of their values is a cell.
export interface Sweep {
  device: string;
  arch: string;
  target: string;
  token: string;
  rounds: integer;
  cold_caches: boolean; // the data was taken out of all caches before each execution
  complete: boolean;
  machine: Machine;
  length: integer; // length of the kernels whose shapes were swept, or 0
  rows: SweepAxis;
  columns: SweepAxis | null;
  items: SweepCell[];
  fastest: integer | null; // index into items
}

export interface SweepAnswer {
  sweep: Sweep | null;
}

// The chain that a plan is a part of.
export interface ChainOfPlan {
  part: integer;
  parts: string[]; // "whole", "forth" and "back", or "frames" and "addition"
  between_bytes: integer; // bytes of the workspace that hold what passes from plan to plan
  workspace_bytes: integer; // of the whole chain
}

export interface Trace {
  events: { stage: string; subject: string; detail: unknown }[];
}

// docs/report-json.md: the planner's decisions, the search's candidates with what decides between them, kernels with their price in parts and other shapes.
export interface Report {
  schema: string;
  token: string;
  target: string;
  kernels: string[];
  workspace_bytes: integer;
  candidate: integer;
  candidates: integer;
  truncated: boolean;
  trees: {
    words: string;
    tree: string;
    candidate: integer;
    seconds: number;
    kernels: {
      name: unknown;
      leaf: unknown;
      leaf_count: unknown;
      shim: unknown;
      choice: unknown;
      alternatives: unknown;
      bytes_moved: unknown;
      flops: unknown;
      [name: string]: unknown;
    }[];
    workspace_bytes: integer;
    planner: Record<string, unknown>;
    search: Record<string, unknown>;
  }[];
  ranked: { tree: integer; candidate: integer; seconds: number }[];
  problem: Problem;
}
