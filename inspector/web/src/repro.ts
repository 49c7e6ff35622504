// The problem on show in other forms: to run it elsewhere, or to tell others of it.
import { candidates, plan, selectedStep, timings, tree, viewHash } from "./state.ts";
import { bytes, milliseconds } from "./format.ts";

const kTypeNames: Record<string, string> = {
  complex_forward: "kComplexForward",
  complex_inverse: "kComplexInverse",
  real_forward: "kRealForward",
  real_inverse: "kRealInverse",
};

function markdown(): string {
  const found = candidates.value;
  if (plan.value === null || found === null) return "";
  const names = found.criteria.map(({ name }) => name);
  const head = ["rank", "buffers in order", ...names.map((name) => name.replace(/_/g, " ")), "measured"];
  const rows = found.items.slice(0, 20).map((item) => {
    const time = timings.value.get(item.candidate);
    const scores = names.map((name) =>
      name.endsWith("_bytes") ? bytes(Number(item[name])) : String(item[name]),
    );
    return [item.rank, item.path.join(" > "), ...scores, time ? milliseconds(time.median_ms) : ""];
  });
  const line = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [
    `\`${plan.value.token}\` on ${plan.value.target.name}`,
    "",
    line(head),
    line(head.map(() => "---")),
    ...rows.map(line),
    "",
  ].join("\n");
}

function cpp(): string {
  const problem = plan.value?.problem;
  if (problem === undefined) return "";
  return `fft::Problem problem;
problem.type = fft::TransformType::${kTypeNames[problem.type] ?? problem.type};
problem.lengths = {${problem.lengths.join(", ")}};
problem.batch = ${problem.batch};
auto context = fft::Context::Create();
auto plan = (*context)->MakePlan(problem);
// The whole problem, layouts included, is the token
// ${plan.value?.token}
// which fft::ParseToken takes.
`;
}

function c(): string {
  return `fft_context* context = NULL;
fft_plan* plan = NULL;
fft_error* error = fft_context_create(NULL, &context);
if (!error) error = fft_plan_create(context, "${plan.value?.token}", &plan);
if (error) fprintf(stderr, "%s\\n", fft_error_message(error));
`;
}

// The node of the selected step, with what the step makes of it.
function node(): string {
  const chosen = selectedStep.value;
  const nodes = tree.value.filter(({ id }) => chosen?.nodes.includes(id));
  return JSON.stringify({ nodes, step: chosen }, null, 1);
}

// By name of the form.
export const kForms: Record<string, () => string> = {
  link: () => `${window.location.href.split("#")[0]}${viewHash()}`,
  token: () => plan.value?.token ?? "",
  "problem as JSON": () => JSON.stringify(plan.value?.problem, null, 1),
  "table as Markdown": markdown,
  "command line": () => `fft plan ${plan.value?.token} --target ${plan.value?.target.name}`,
  "benchmark command": () => `bazel run //bench:fft_bench -- ${plan.value?.token}`,
  "C++": cpp,
  C: c,
  "selected node as JSON": node,
};
