// The shown plan as text in other forms: commands, programs, and JSON. Each form describes the
// whole plan or says what it leaves out.
import { computed } from "@preact/signals";
import { routeText } from "../model/format.ts";
import { kStrategies, kUsualStrategy } from "../model/strategies.ts";
import { markdownTable } from "../model/table_text.ts";
import type { Strategy } from "../model/types.ts";
import { columns, valueOf } from "./columns.ts";
import { optionsOf } from "./request.ts";
import { candidate, candidates, plan, selectedStep, tree } from "./state.ts";
import { view, viewHash } from "./view.ts";

// What is needed to make a plan again and select its candidate.
export interface Recipe {
  token: string;
  target: string;
  dialect: string;
  options: Record<string, unknown>; // options that are not the defaults
  candidate: number; // 0 is the first of the ranking
  part?: number; // the number of the chain's plan; left out for problems
}

const kUsual: Record<string, unknown> = {
  strategy: kUsualStrategy,
  allow_input_overwrite: false,
  allow_gap_overwrite: false,
};

function recipe(): Recipe | null {
  const made = plan.value;
  if (made === null) return null;
  const options = Object.entries(optionsOf(view.value)).filter(([name, value]) => kUsual[name] !== value);
  return {
    token: made.token,
    target: made.target.name,
    dialect: made.target.dialect,
    options: Object.fromEntries(options),
    candidate: candidate.value ?? 0,
    ...(made.chain === undefined ? {} : { part: made.chain.part }),
  };
}

// Quotes a text for a POSIX shell.
function quoted(text: string): string {
  return /^[\w.,:/-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}

export function commandLine({ token, target, options, candidate: index, part = 0 }: Recipe): string {
  const plain = Object.keys(options).length === 0;
  const flags = ["--target", target];
  if (!plain) flags.push("--options", quoted(JSON.stringify(options)));
  if (part !== 0) flags.push("--part", String(part));
  if (plain && index === 0 && part === 0) return `fft plan ${token} ${flags.join(" ")}`;
  return `fft show candidate ${token} --candidate ${index} ${flags.join(" ")}`;
}

const kDevices: Record<string, string> = { host: "host", hip: "hip", cuda: "cuda" };

// The options as flags of fft_bench.
function optionFlags({ strategy, scheme, factors, shapes, ...rest }: Record<string, unknown>): string[] {
  const flags: string[] = [];
  if (typeof strategy === "string") flags.push("--strategy", strategy);
  if (typeof scheme === "string") flags.push("--scheme", scheme);
  if (Array.isArray(factors)) flags.push("--factors", factors.join("x"));
  if (typeof shapes === "string") flags.push("--shape", quoted(shapes));
  const overwritten = [
    ...(rest.allow_input_overwrite === true ? ["input"] : []),
    ...(rest.allow_gap_overwrite === true ? ["gaps"] : []),
  ];
  if (overwritten.length > 0) flags.push("--overwrite", overwritten.join(","));
  return flags;
}

export function benchmarkCommand({ token, target, dialect, options, candidate: index }: Recipe): string {
  const device = kDevices[dialect] ?? "auto";
  const flags = ["--device", device, ...optionFlags(options), ...(index === 0 ? [] : ["--candidate", String(index)])];
  const remarks = dialect === "host" ? [] : [`# on a machine with ${target}`];
  return [...remarks, `bazel run -c opt //bench:fft_bench -- ${token} ${flags.join(" ")}`].join("\n");
}

// The enumerator of fft::SchemeKind for a scheme: "L1D_CC" is kL1dCc.
const schemeEnumerator = (scheme: string): string =>
  `k${scheme.split("_").map((word) => word.charAt(0) + word.slice(1).toLowerCase()).join("")}`;

// The C++ statements that set the options that are not the defaults.
function optionLines({ options, candidate: index }: Recipe): string[] {
  const lines: string[] = [];
  const { strategy, scheme, factors, shapes } = options;
  if (typeof strategy === "string") lines.push(`options.strategy = fft::Strategy::${kStrategies[strategy as Strategy].cpp};`);
  for (const flag of ["allow_input_overwrite", "allow_gap_overwrite"]) {
    if (options[flag] === true) lines.push(`options.${flag} = true;`);
  }
  if (typeof scheme === "string") lines.push(`options.scheme = fft::SchemeKind::${schemeEnumerator(scheme)};`);
  if (typeof shapes === "string") {
    lines.push(`options.shapes = fft::ParseAskedShapes("${shapes}").value();`);
  }
  if (Array.isArray(factors)) lines.push(`options.factors = {${factors.join(", ")}};`);
  if (index !== 0) lines.push(`options.candidate = ${index};`);
  return lines;
}

export function cppProgram(of: Recipe): string {
  const device = kDevices[of.dialect] ?? "auto";
  return `// Planned for ${of.target}.
#include <cstdio>

#include "fft/fft.h"

int main() {
  // Type, lengths, precision, placement, batch, layouts and scale.
  absl::StatusOr<fft::Problem> problem = fft::ParseToken(
      "${of.token}");
  fft::PlanOptions options;
${optionLines(of)
  .map((text) => `  ${text}\n`)
  .join("")}  fft::ContextOptions environment = fft::ReadEnvironment();
  environment.device = "${device}";
  absl::StatusOr<std::shared_ptr<fft::Context>> context = fft::Context::Create(environment);
  if (!problem.ok() || !context.ok()) return 1;
  absl::StatusOr<std::shared_ptr<const fft::Plan>> plan = (*context)->MakePlan(*problem, options);
  if (!plan.ok()) {
    std::fprintf(stderr, "%s\\n", std::string(plan.status().message()).c_str());
    return 1;
  }
  std::printf("%s\\n", fft::ToToken((*plan)->problem()).c_str());
  return 0;
}
`;
}

// The members of fft_plan_options that are not the defaults, in the struct's order.
function cMembers({ options, candidate: index }: Recipe): string[] {
  const { strategy, scheme, factors, shapes } = options;
  const flags = [
    ...(options.allow_input_overwrite === true ? ["FFT_OVERWRITE_INPUT"] : []),
    ...(options.allow_gap_overwrite === true ? ["FFT_OVERWRITE_GAPS"] : []),
  ];
  return [
    ...(flags.length > 0 ? [`.flags = ${flags.join(" | ")}`] : []),
    ...(typeof strategy === "string" ? [`.strategy = ${kStrategies[strategy as Strategy].c}`] : []),
    ...(index !== 0 ? [`.candidate = ${index}`] : []),
    ...(Array.isArray(factors) ? [`.factor_count = ${factors.length}`, ".factors = factors"] : []),
    ...(typeof scheme === "string" ? [`.scheme = "${scheme}"`] : []),
    ...(typeof shapes === "string" ? [`.shapes = "${shapes}"`] : []),
  ];
}

export function cProgram(of: Recipe): string {
  const { factors } = of.options;
  const members = [".struct_size = sizeof options", ...cMembers(of)];
  return `/* Planned for ${of.target}. */
#include <stdio.h>

#include "fft/fft_c.h"

int main(void) {
  /* Type, lengths, precision, placement, batch, layouts and scale. */
  fft_problem problem = {
      .struct_size = sizeof problem,
      .token = "${of.token}"};
${Array.isArray(factors) ? `  const int64_t factors[] = {${factors.join(", ")}};
` : ""}  fft_plan_options options = {
      ${members.join(",\n      ")}};
  fft_context_options machine = {.struct_size = sizeof machine, .device = "${kDevices[of.dialect] ?? "auto"}"};
  fft_context* context = NULL;
  fft_plan* plan = NULL;
  char* description = NULL;
  fft_error* error = fft_context_create(&machine, &context);
  if (!error) error = fft_plan_create_with(context, &problem, &options, &plan);
  if (!error) error = fft_plan_description(plan, &description);
  if (error) fprintf(stderr, "%s\\n", fft_error_message(error));
  if (description) puts(description);
  const int failed = error != NULL;
  fft_string_free(description);
  fft_error_destroy(error);
  fft_plan_destroy(plan);
  fft_context_destroy(context);
  return failed;
}
`;
}

function markdown(): string {
  const found = candidates.value;
  if (plan.value === null || found === null) return "";
  const shown = columns.value;
  const rows = found.items.slice(0, 20).map((item) => [
    item.candidate,
    `\`${routeText(item)}\``,
    ...shown.map((column) => {
      const value = valueOf(item, column.name);
      return Number.isNaN(value) ? "" : column.text(value);
    }),
  ]);
  const head = ["candidate", "data goes through", ...shown.map(({ short }) => short.toLowerCase())];
  return [
    `\`${plan.value.token}\` on ${plan.value.target.name}`,
    "",
    markdownTable(head, rows),
    "`*` padded, `/CP` planar, `(2)` written by a kernel that does the work of 2 leaves",
    "",
  ].join("\n");
}

// The selected step and its nodes of the plan tree, as JSON.
function node(): string {
  const chosen = selectedStep.value;
  const nodes = tree.value.filter(({ id }) => chosen?.nodes.includes(id));
  return JSON.stringify({ nodes, step: chosen }, null, 1);
}

function of(form: (recipe: Recipe) => string): () => string {
  return () => {
    const now = recipe();
    return now === null ? "" : form(now);
  };
}

// The forms of problems. Chains have none of them.
const kProblemForms = ["problem as JSON", "benchmark command", "C++", "C"];

// The names of the forms that the shown plan has.
export const formNames = computed(() =>
  Object.keys(kForms).filter((form) => plan.value?.chain === undefined || !kProblemForms.includes(form)),
);

// The texts that can be copied, by the name of their form.
export const kForms: Record<string, () => string> = {
  link: () => `${window.location.href.split("#")[0]}${viewHash()}`,
  token: () => plan.value?.token ?? "",
  "problem as JSON": () => JSON.stringify(plan.value?.problem, null, 1),
  "table as Markdown": markdown,
  "command line": of(commandLine),
  "benchmark command": of(benchmarkCommand),
  "C++": of(cppProgram),
  C: of(cProgram),
  "selected node as JSON": node,
};
