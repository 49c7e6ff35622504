// The contract of the server and the page: plans and their parts. task_types.ts has requests, jobs and their results.
//
// The page imports these types. make_schemas.py turns them into the schemas of the OpenAPI document, and openapi_test
// checks the server's answers against these schemas. A comment behind a member or above a type is its description there.
import type { ChainOfPlan } from "./task_types.ts";
export * from "./task_types.ts";

export type integer = number;
export type AtLeast<_Low extends number> = integer;
export type Between<_Low extends number, _High extends number> = integer;

export interface ArrayDescription {
  format: string; // CI, CP, R, HI or HP
  strides: integer[];
  distance: integer;
  offsets: integer[];
  ranges?: { first: integer; count: integer }[]; // the part of each axis that the array holds; left out if it holds all
  window?: boolean; // whether elements are multiplied by a window's factors when they are read; left out if not
  function?: string; // magnitude or power, stored in place of each element; left out if there is none
}

// A transform. Lengths and strides have the slowest dimension first.
export interface Problem {
  type: string; // complex_forward, complex_inverse, real_forward, real_inverse, real_to_real
  lengths: integer[];
  kinds?: string[]; // kind of each axis; left out if the type implies it
  precision: string; // half, bfloat16, single, double
  placement: string; // ip (in place) or op
  batch: integer;
  loops?: Dim[]; // loops around the batch, slowest first; left out if there are none
  input: ArrayDescription;
  output: ArrayDescription;
  scale: number;
  callbacks: boolean;
}

// A machine that plans are made for.
export interface Target {
  name: string;
  description: string;
  dialect: string; // hip, cuda, host
  lds_bytes: integer;
  wavefront: integer;
  max_threads: integer;
  bandwidth_gbs: number;
  this_machine?: boolean;
  compute_units?: integer; // older exports lack this and all members below
  l2_bytes?: integer;
  channels?: { unit: string; interleave_bytes: integer; units: integer; conflict_share?: number };
  registers_per_thread?: integer;
  register_file?: integer;
  simd_units?: integer;
  register_granule?: integer;
  max_waves?: integer;
  lds_banks?: integer;
  l1_bytes?: integer;
  min_workgroup_threads?: integer;
  tile_row_bytes?: integer;
  turns_groups?: boolean;
  launches_early?: boolean;
  copies_async?: boolean;
  relay_bytes?: integer; // the most bytes on their way between two kernels of one launch; 0: kernels are not joined
  ahead_bytes?: integer; // the most bytes that kernels prefetch for later workgroups; 0: nothing
  padding?: Record<string, unknown>;
}

// fewest_buffers: least memory; most_fusion: most fusions, whatever they cost in memory; fastest: least predicted
// time; balanced: between the first two.
export type Strategy = "fewest_buffers" | "balanced" | "most_fusion" | "fastest";

export interface PlanOptions {
  strategy: Strategy;
  allow_input_overwrite: boolean;
  allow_gap_overwrite: boolean;
  independent_rows?: boolean; // a transform's result depends only on its own input; false by default
  scheme: string | null;
  factors: integer[]; // the factors of a scheme for large 1D transforms; empty: the scheme's choice
  shapes: string; // kernel shapes by length, "1024:factors=4x16x16,threads=64" (docs/API.md); empty: the planner's choice
  candidate: AtLeast<0>; // the candidate that runs; 0 by default
  max_candidates: Between<1, 2000>; // the most candidates that are kept; 2000 by default
}

// Options of planning. Options that are left out have their defaults. Callbacks and other source text are refused.
export type AskedOptions = Partial<PlanOptions>;

// A plan in a list of plans.
export interface PlanSummary {
  id: string;
  token: string;
  problem: Problem;
  target: Target;
  options: PlanOptions;
  chosen: integer; // the candidate that the plan runs
  candidates: integer;
  kernels: integer;
  predicted_us: number; // predicted microseconds of the chosen candidate
  fastest_us: number; // the least predicted microseconds of all candidates
  roof_us: number; // microseconds to read the input and write the output once
  workspace_bytes: integer;
  cut_short: string | null; // why the planner was cut short
  planning_ms: number;
  chain?: ChainOfPlan; // left out for problems
}

// A node of the plan tree. Strides count canonical positions, slowest dimension first.
export interface TreeNode {
  id: string; // "0.1.0" by child position, the same in every candidate
  parent: string | null;
  depth: integer;
  scheme: string;
  leaf: integer | null; // position in the order of execution; null for inner nodes
  transform: integer[];
  lengths: integer[];
  output_lengths: integer[];
  in_strides: integer[];
  out_strides: integer[];
  from: string; // what the last axis holds before the node
  to: string; // what the last axis holds after the node
  large_twiddle: integer;
  applies_scale: boolean;
  step?: integer | null; // the assignment's step that runs the leaf
  in?: StepSide | null; // what the node reads, as the assignment places it; null if the data stays within a kernel; without strides if the node's dimensions have none in the buffer
  out?: StepSide | null; // what the node writes
  summary: string; // the scheme in words
  axes?: Dim[];
  loops?: Dim[];
}

export interface Tree {
  candidate?: integer; // the assignment that the tree shows
  nodes: TreeNode[];
}

export interface Criterion {
  name: string;
  label: string;
  better: "more" | "less"; // which values are better
}

// A buffer assignment. Its scores are members with the names of the criteria.
export interface CandidateItem {
  candidate: integer;
  rank: integer;
  chosen: boolean;
  fused: integer;
  buffers: integer;
  padded: integer;
  in_place: integer;
  type_changes: integer;
  workspace_bytes: integer;
  predicted_us: number | null; // microseconds by the cost model
  kernels: integer;
  traffic: number | null; // bytes moved, relative to the bytes of input and output
  pass: integer; // how many of T0 and T1 the search could use when it found the candidate
  path: string[]; // the buffers that the data visits
  padded_path: boolean[]; // for each buffer of the path, whether it is padded
  path_formats?: string[]; // the format in each buffer of the path
  path_leaves?: integer[]; // for each step, the number of leaves whose work it does
  decided_by: string | null; // the criterion that put it behind the candidate before it
  reason: string;
  [name: string]: unknown;
}

export interface Candidates {
  criteria: Criterion[]; // in the order of the ranking
  total: integer;
  offset: integer;
  returned: integer;
  truncated: boolean;
  truncation: string;
  chosen: integer;
  items: CandidateItem[];
}

// What a step reads or writes.
export interface StepSide {
  buffer: string;
  format: string;
  padded: boolean;
  elements: integer;
  bytes: integer;
  layout: string; // its digits as {length:stride}, fastest first
  lengths: integer[];
  strides: integer[]; // in memory, slowest first
  transformed?: boolean[]; // for each dimension, whether it is transformed
}

export interface Kernel {
  leaf: integer;
  name: string;
  spec: Record<string, unknown>;
  blocks: integer;
  threads: integer;
  lds_bytes: integer;
  registers_expected: integer; // the least number of 32-bit registers that a thread needs, by the planner's model; 0 if the model has no estimate
  bytes_moved: integer;
  flops: integer;
  launches_early?: boolean; // the kernel may be launched while the one before it runs, and then waits for its end; older exports lack it
  arguments: KernelArgument[];
  tables: string[];
  flops_per_byte: number | null;
  relay?: {
    leg: integer; // 0: the first of the two kernels, 1: the second
    name: string;
    blocks: integer;
    threads: integer;
    lds_bytes: integer;
    pieces: integer;
    piece_bytes: integer; // bytes of a piece
    ahead: integer; // the number of pieces by which the first leg is ahead of the second
  }; // only for a kernel that runs in one launch with its neighbour; pieces of data pass through the cache
}

export interface Step {
  leaf: integer;
  node: string;
  nodes: string[]; // the ids of the tree's nodes whose work the step does
  shim: string | null; // the kind of fusion if the step does the work of several nodes
  scheme: string;
  transform: integer[];
  in: StepSide;
  out: StepSide;
  in_place: boolean;
  access?: Access;
  predicted_us?: number | null; // microseconds by the cost model
  kernel: Kernel | null;
  bytes_moved?: integer;
  choice?: {
    origin: string;
    price: Price;
    kind?: string;
    tiling?: string;
    shape?: string;
    blocks?: integer;
    threads?: integer;
    lds_bytes?: integer;
    registers?: integer;
  } | null; // older exports have none
  axes?: Dim[];
  loops?: Dim[];
}

// A buffer over the steps.
export interface Lane {
  buffer: string;
  bytes: integer;
  workspace_offset: integer | null;
  uses: {
    step: integer;
    mode: "R" | "W" | "RW"; // R: the step reads the buffer, W: it writes the buffer, RW: both
  }[];
  live: ([integer, integer])[]; // pairs of the step that writes and the step that reads; -1 is the caller
}

// A buffer assignment with its steps.
export interface CandidateDetail extends CandidateItem {
  steps: Step[];
  lanes: Lane[];
  kernels_error: string;
  tree: PlacedNode[];
  temp_offsets: unknown[];
}

export interface Difference {
  field: string; // path of the member in the step, such as out.buffer or kernel.spec.tiling
  a: unknown;
  b: unknown;
}

// Two compared assignments.
export interface Comparison {
  a: ComparedSide;
  b: ComparedSide;
  same_tree: boolean;
  order: { first: "a" | "b"; decided_by: string; reason: string } | null;
  criteria: {
    name: string;
    label: string;
    a: integer;
    b: integer;
    better: "a" | "b" | ""; // empty: neither is better
  }[];
  steps: ComparedStep[];
  buffers: { buffer: string; a_bytes: integer | null; b_bytes: integer | null; same: boolean }[];
  counts: {
    steps_same: integer;
    steps_differing: integer;
    kernels_shared: integer;
    kernels_only_a: integer;
    kernels_only_b: integer;
  };
}

// One dimension of an access, with its stride in packed data and its stride as placed.
export interface AccessDim {
  length: integer;
  stride: integer;
  packed_stride: integer | null;
  changed: boolean;
  hops: Hops | null;
  packed_hops: Hops | null;
  role: string;
}

export interface Strides {
  model: ChannelModel; // Memory channels (or cache sets) interleaved by address: a model.
  edges: Edge[];
}

export interface Tries {
  shown: integer;
  total: integer;
  passes: { temporaries: integer; branches: Try[] }[];
}

export interface Try {
  node: string | null;
  shim: string | null;
  in_buffer: string;
  out_buffer: string;
  padded: boolean;
  refusal: string; // empty if the try was valid
  branches: Try[]; // the tries for the next kernel
}

export interface Hops {
  units: integer[];
  distinct: integer;
  busiest: integer;
}

export interface Lds {
  reason: string; // why `passes` is empty
  banks: integer;
  access_bytes: integer;
  units: integer;
  passes: { pass: integer; radix: integer; span: integer; packed: Hops; placed: Hops }[];
}

export interface Hints {
  hints: Hint[];
}

export interface Search {
  fusions: Fusion[]; // kernels for several neighbouring leaves, offered or refused
  passes: SearchPass[];
  refusals: Refusal[];
  schemes: { subject: string; detail: unknown }[];
  truncated: boolean;
  truncation: string;
}

export interface Verdicts {
  leaf: integer;
  node: string | null;
  buffers: string[];
  verdicts: Verdict[];
  truncated: boolean;
}

export interface Kernels {
  kernels: Kernel[];
  bytes_moved: integer;
  flops: integer;
  ideal_bytes: number;
  amplification: number;
}

export interface KernelSource {
  name: string;
  dialect: string;
  dialects?: string[]; // the dialects that the source can be requested in; older exports lack it
  target: string;
  language: "cpp" | "ptx" | "llvm";
  lines: integer;
  sections: { line: integer; title: string }[];
  text: string;
  name_parts: { text: string; field: string; meaning: string }[]; // the parts of the name after "fft"
}

export interface Ast {
  name: string;
  passes: { pass: string; changed: boolean; text: string }[];
  final: string; // the final tree, from which the source is printed
  source_to_final: integer[]; // for each line of the source, the tree's line that it is printed from, counted from 1; 0: none
}

// A PlanSummary with all parts of the plan.
export interface Plan {
  id: string;
  schema: string;
  tree: Tree;
  candidates: Candidates;
  chosen_candidate: Record<string, unknown>;
  search: Search;
  kernels: Kernels;
  token?: string;
  problem?: Problem;
  target?: Target;
  options?: PlanOptions;
  chosen?: integer;
  workspace_bytes?: integer;
  predicted_us?: number;
  fastest_us?: number;
  roof_us?: number;
  cut_short?: string | null; // why the planner was cut short
  planning_ms?: number;
  chain?: ChainOfPlan; // left out for problems
}

export interface Dim {
  length: integer;
  in_stride: integer;
  out_stride: integer;
}

export interface PlacedNode {
  id: string;
  step: integer | null;
  in: StepSide | null;
  out: StepSide | null;
}

export interface Access {
  reads: string; // "rows", "columns", "planes" or "elements"
  writes: string;
  transposes: boolean;
}

export interface KernelArgument {
  name: string;
  kind: string;
  value?: integer;
}

export interface Price {
  read: number;
  write: number;
  channels: number;
  passes: number;
  occupancy: number;
  launch: number;
  seconds?: number;
}

export interface SearchPass {
  temporaries: integer;
  tries: integer;
  refused: integer;
  candidates: integer;
  decision_calls: integer;
  decision_hits: integer;
}

export interface Refusal {
  reason: string;
  count: integer;
  example: {
    pass: integer;
    leaf: integer;
    node?: string;
    in_buffer: string;
    out_buffer: string;
    in_format?: string;
    out_format?: string;
  };
}

export interface Hint {
  rule: string;
  text: string;
  step: integer | null; // the step that the hint concerns
  candidate: integer | null; // a candidate that does better
  saves_us: number | null; // microseconds by the cost model
}

export interface Fusion {
  shim: string;
  nodes: string[];
  taken: boolean;
  refusal: string;
}

export interface ComparedStep {
  a: (Step & { step: integer }) | null;
  b: (Step & { step: integer }) | null;
  only: "a" | "b" | null;
  same: boolean;
  differences: Difference[];
}

export interface ComparedSide {
  token: string;
  target: string;
  candidate: integer;
  rank: integer;
  path: string[];
  padded_path: boolean[];
  kernels: integer;
  predicted_us?: number;
  path_formats?: string[];
  path_leaves?: integer[];
}

export interface Edge {
  buffer: string;
  format: string;
  padded: boolean;
  element_bytes: integer;
  layout_text: string;
  bytes: integer;
  packed_bytes: integer;
  added_bytes: integer;
  writer: integer | null;
  writer_dims: AccessDim[];
  reader: integer | null;
  reader_dims: AccessDim[];
  layout?: Record<string, unknown>;
}

export interface ChannelModel {
  unit: string;
  interleave_bytes: integer;
  units: integer;
  period_bytes: integer;
}

export interface Verdict {
  in_buffer: string;
  out_buffer: string;
  in_format: string;
  out_format: string;
  in_place: boolean;
  tries: integer;
  valid: integer;
  refusals: { reason: string; count: integer }[];
}
