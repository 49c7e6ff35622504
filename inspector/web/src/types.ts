// The server's JSON (inspector/server/views_*.h says what each member means).

export interface ArrayDescription {
  format: string;
  strides: number[];
  distance: number;
  offsets: number[];
}

export interface Problem {
  type: string;
  lengths: number[];
  precision: string;
  placement: string;
  batch: number;
  input: ArrayDescription;
  output: ArrayDescription;
  scale: number;
  callbacks: boolean;
}

export interface Target {
  name: string;
  description: string;
  dialect: string;
  bandwidth_gbs: number;
  compute_units?: number; // exports of before have none of these
  l2_bytes?: number;
  channels?: { unit: string; interleave_bytes: number; units: number };
  this_machine?: boolean;
}

export interface PlanOptions {
  strategy: string;
  allow_input_overwrite: boolean;
  allow_gap_overwrite: boolean;
  scheme: string | null;
  factors: number[];
}

export interface PlanSummary {
  id: string;
  token: string;
  problem: Problem;
  target: Target;
  options: PlanOptions;
  chosen: number;
  candidates: number;
  kernels: number;
  workspace_bytes: number;
  planning_ms: number;
  predicted_us: number; // for the chosen candidate
  fastest_us: number; // for the one that the cost model likes best
  roof_us: number; // for one read of the input and one write of the output
}

export interface Dim {
  length: number;
  in_stride: number;
  out_stride: number;
}

export interface TreeNode {
  id: string;
  parent: string | null;
  depth: number;
  scheme: string;
  summary: string; // of the scheme
  leaf: number | null;
  transform: number[];
  lengths: number[];
  output_lengths: number[];
  in_strides: number[];
  out_strides: number[];
  from: string; // what the last axis holds before and after
  to: string;
  large_twiddle: number;
  applies_scale: boolean;
}

// What a node reads or writes as a candidate places it: null where the data stays in a kernel, without
// strides where none describe the node's dimensions there.
export interface PlacedNode {
  id: string;
  step: number | null;
  in: StepSide | null;
  out: StepSide | null;
}

export interface Criterion {
  name: string;
  label: string;
  better: "more" | "less";
}

// The scores stand under the names of the criteria.
export interface CandidateItem {
  candidate: number;
  rank: number;
  chosen: boolean;
  pass: number;
  path: string[];
  padded_path: boolean[]; // of the buffers in `path`, those that hold padded data
  path_formats?: string[]; // the formats in them; exports of before have none
  path_leaves?: number[]; // leaves that each step does the work of
  predicted_us: number | null;
  kernels: number;
  traffic: number | null; // bytes moved over those of input and output
  decided_by: string | null;
  reason: string;
  [criterion: string]: unknown;
}

export interface Candidates {
  criteria: Criterion[]; // in the order of the ranking
  total: number;
  returned: number;
  truncated: boolean;
  truncation: string;
  chosen: number;
  items: CandidateItem[];
}

export interface StepSide {
  buffer: string;
  format: string;
  padded: boolean;
  elements: number;
  bytes: number;
  layout: string;
  lengths: number[];
  strides: number[];
  transformed?: boolean[]; // the dimensions that are
}

export interface Access {
  reads: string; // "rows", "columns", "planes" or "elements"
  writes: string;
  transposes: boolean;
}

export interface KernelArgument {
  name: string;
  kind: string;
  value?: number;
}

export interface Kernel {
  leaf: number;
  name: string;
  spec: Record<string, unknown>;
  blocks: number;
  threads: number;
  lds_bytes: number;
  registers_expected: number; // 0: on a CPU, and of kernels that only convert or move
  arguments: KernelArgument[];
  tables: string[];
  bytes_moved: number;
  flops: number;
  flops_per_byte: number | null;
}

export interface Step {
  leaf: number;
  node: string;
  nodes: string[]; // that it does the work of: several where it is fused
  shim: string | null; // the fusion
  scheme: string;
  transform: number[];
  in: StepSide;
  out: StepSide;
  in_place: boolean;
  access?: Access;
  predicted_us?: number | null;
  bytes_moved?: number;
  choice?: { origin: string; price: Price } | null; // exports of before have none
  kernel: Kernel | null;
}

// Predicted seconds, by cause.
export interface Price {
  read: number;
  write: number;
  channels: number;
  passes: number;
  occupancy: number;
  launch: number;
}

export interface Lane {
  buffer: string;
  bytes: number;
  workspace_offset: number | null;
  uses: { step: number; mode: "R" | "W" | "RW" }[];
  live: [number, number][];
}

export interface CandidateDetail {
  candidate: number;
  rank: number;
  path: string[];
  buffers: number;
  padded_path: boolean[];
  path_formats?: string[];
  path_leaves?: number[];
  workspace_bytes: number;
  predicted_us?: number | null;
  steps: Step[];
  lanes: Lane[];
  tree?: PlacedNode[];
  kernels_error: string;
}

export interface SearchPass {
  temporaries: number;
  tries: number;
  refused: number;
  candidates: number;
  decision_calls: number;
  decision_hits: number;
}

export interface Refusal {
  reason: string;
  count: number;
  example: { pass: number; leaf: number; node?: string; in_buffer: string; out_buffer: string };
}

export interface Hint {
  rule: string;
  text: string;
  step: number | null; // where to look
  candidate: number | null; // that does better
  saves_us: number | null; // by the cost model
}

export interface Lds {
  reason: string; // why there are no passes
  banks: number;
  access_bytes: number;
  units: number;
  passes: { pass: number; radix: number; span: number; packed: Hops; placed: Hops }[];
}

export interface Try {
  node: string | null;
  shim: string | null;
  in_buffer: string;
  out_buffer: string;
  padded: boolean;
  refusal: string; // empty when it was valid
  branches: Try[]; // tries for the kernel after it
}

export interface Tries {
  shown: number;
  total: number;
  passes: { temporaries: number; branches: Try[] }[];
}

export interface Fusion {
  shim: string;
  nodes: string[];
  taken: boolean;
  refusal: string;
}

export interface Search {
  fusions: Fusion[];
  passes: SearchPass[];
  refusals: Refusal[];
  schemes: { subject: string; detail: unknown }[];
  truncated: boolean;
  truncation: string;
}

export interface KernelSource {
  name: string;
  dialect: string;
  target: string;
  lines: number;
  sections: { line: number; title: string }[];
  text: string;
  name_parts: { text: string; field: string; meaning: string }[];
}

export interface Ast {
  name: string;
  final: string; // the tree that the source is printed from
  source_to_final: number[]; // for each line of the source that line of `final`, from 1, or 0
  passes: { pass: string; changed: boolean; text: string }[];
}

export interface Code {
  compiler: string;
  version: string;
  compile_ms: number;
  code_bytes: number;
  log: string;
  statistics: Record<string, number> | null;
  statistics_reason: string;
}

export interface Difference {
  field: string;
  a: unknown;
  b: unknown;
}

export interface ComparedStep {
  a: (Step & { step: number }) | null;
  b: (Step & { step: number }) | null;
  only: "a" | "b" | null;
  same: boolean;
  differences: Difference[];
}

export interface ComparedSide {
  token: string;
  target: string;
  candidate: number;
  rank: number;
  path: string[];
  padded_path: boolean[];
  kernels: number;
}

export interface Comparison {
  a: ComparedSide;
  b: ComparedSide;
  same_tree: boolean;
  order: { first: "a" | "b"; decided_by: string; reason: string } | null;
  criteria: { name: string; label: string; a: number; b: number; better: "a" | "b" | "" }[];
  steps: ComparedStep[];
  buffers: { buffer: string; a_bytes: number | null; b_bytes: number | null; same: boolean }[];
  counts: {
    steps_same: number;
    steps_differing: number;
    kernels_shared: number;
    kernels_only_a: number;
    kernels_only_b: number;
  };
}

export interface Hops {
  units: number[];
  distinct: number;
  busiest: number;
}

export interface AccessDim {
  length: number;
  stride: number;
  packed_stride: number | null;
  changed: boolean;
  hops: Hops | null;
  packed_hops: Hops | null;
  role: string;
}

export interface Edge {
  buffer: string;
  format: string;
  padded: boolean;
  element_bytes: number;
  layout_text: string;
  bytes: number;
  packed_bytes: number;
  added_bytes: number;
  writer: number | null;
  writer_dims: AccessDim[];
  reader: number | null;
  reader_dims: AccessDim[];
}

export interface ChannelModel {
  unit: string;
  interleave_bytes: number;
  units: number;
  period_bytes: number;
}

export interface Strides {
  model: ChannelModel;
  edges: Edge[];
}

export interface Verdict {
  in_buffer: string;
  out_buffer: string;
  in_format: string;
  out_format: string;
  in_place: boolean;
  tries: number;
  valid: number;
  refusals: { reason: string; count: number }[];
}

export interface Verdicts {
  leaf: number;
  node: string | null;
  buffers: string[];
  verdicts: Verdict[];
}

export interface Timing {
  candidate: number;
  rank: number;
  median_ms: number;
  low_ms: number;
  high_ms: number;
  best_ms: number;
  samples: number;
  step_ms: number[];
  kernels: string[];
  build_ms: number;
  bytes_moved: number;
  gb_per_s: number;
  error: string;
}

export interface Audit {
  winner: number;
  fastest: number;
  regret: number;
  kendall_tau: number;
  disagreements: { ranked_first: number; measured_first: number; factor: number }[];
  note: string;
}

export interface Measurement {
  device: string;
  arch: string;
  target: string;
  token: string;
  rounds: number;
  complete: boolean;
  items: Timing[];
  audit: Audit | null;
}

export interface OpenJob {
  id: string;
  subject: string; // "measure" and the plan's id
  state: string;
  progress: { phase: string; done: number; total: number; candidate: number } | null;
}

export interface Job extends OpenJob {
  result: Measurement | null;
  error: string;
}

export interface RunResult {
  device: string;
  arch: string;
  candidate: number;
  repeats: number;
  median_ms: number;
  min_ms: number;
  max_ms: number;
  step_ms: number[];
  build_ms: number;
  bytes_moved: number;
  gb_per_s: number;
  device_bytes: number;
  error: {
    l2: number | null;
    linf: number | null;
    gate_l2: number;
    gate_linf: number;
    constant: number;
    batches_checked: number;
    reference: string;
    passed: boolean;
  };
}

export interface Devices {
  opened: string;
  target: string;
  reason: string;
}
