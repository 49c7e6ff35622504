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
  this_machine?: boolean;
}

export interface PlanOptions {
  strategy: string;
  allow_input_overwrite: boolean;
  scheme: string | null;
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
  leaf: number | null;
  transform: number[];
  lengths: number[];
  output_lengths: number[];
  in_strides: number[];
  out_strides: number[];
  large_twiddle: number;
  applies_scale: boolean;
}

export interface Criterion {
  name: CriterionName;
  label: string;
  better: "more" | "less";
}

export type CriterionName =
  | "fused"
  | "buffers"
  | "padded"
  | "in_place"
  | "type_changes"
  | "workspace_bytes";

export interface CandidateItem extends Record<CriterionName, number> {
  candidate: number;
  rank: number;
  chosen: boolean;
  pass: number;
  path: string[];
  decided_by: string | null;
  reason: string;
}

export interface Candidates {
  criteria: Criterion[];
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
  arguments: KernelArgument[];
  tables: string[];
  bytes_moved: number;
  flops: number;
  flops_per_byte: number | null;
}

export interface Step {
  leaf: number;
  node: string;
  transform: number[];
  in: StepSide;
  out: StepSide;
  in_place: boolean;
  kernel: Kernel | null;
}

export interface Lane {
  buffer: string;
  bytes: number;
  workspace_offset: number | null;
  uses: { step: number; mode: "R" | "W" | "RW" }[];
  live: [number, number][];
}

export interface CandidateDetail extends CandidateItem {
  steps: Step[];
  lanes: Lane[];
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

export interface Search {
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
  text: string;
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
