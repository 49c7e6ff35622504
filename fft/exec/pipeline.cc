#include "fft/exec/pipeline.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/status.h"
#include "fft/exec/check_options.h"
#include "fft/kernels/apply_callbacks.h"
#include "fft/kernels/generate.h"

namespace fft {

namespace {

// The best of what the search found, which may be thousands.
constexpr size_t kTracedCandidates = 20;

// What the search chose from, and the kernels of what it chose.
void AddToTrace(const PlanDescription& plan, Trace* trace) {
  const size_t count = std::min(kTracedCandidates, plan.search.candidates.size());
  for (size_t i = 0; i < count; ++i) {
    trace->Add("candidates", "", ToJson(plan.search.candidates[i]));
  }
  for (const auto* kernels : {&plan.kernels, &plan.callback_kernels}) {
    for (const codegen::PlannedKernel& kernel : *kernels) {
      trace->Add("lower", kernel.name, codegen::ToJson(kernel));
    }
  }
}

absl::StatusOr<PlanDescription> Describe(const Problem& problem, const Target& target,
                                         const PlanOptions& options, Trace* trace) {
  FFT_RETURN_IF_ERROR(CheckEnumerations(problem, options));
  PlanDescription plan;
  Problem with_callbacks = problem;
  with_callbacks.has_callbacks |= !options.callbacks.empty();
  FFT_ASSIGN_OR_RETURN(plan.problem, CompleteProblem(with_callbacks));
  if (trace != nullptr) {
    trace->Add("problem", "",
               {{"token", ToToken(plan.problem)}, {"problem", ToJson(plan.problem)}});
    trace->Add("target", "", ToJson(target));
  }
  plan.target = target;
  plan.options = options;
  FFT_ASSIGN_OR_RETURN(plan.tree, MakePlanTree(plan.problem, target, options, trace));
  if (trace != nullptr) trace->Add("tree", "", ToJson(plan.tree));
  FFT_ASSIGN_OR_RETURN(plan.search, AssignBuffers(plan.problem, plan.tree, target, options, trace));
  FFT_ASSIGN_OR_RETURN(plan, WithCandidate(std::move(plan), options.candidate));
  if (trace != nullptr) AddToTrace(plan, trace);
  return plan;
}

}  // namespace

absl::StatusOr<PlanDescription> DescribePlan(const Problem& problem, const Target& target,
                                             const PlanOptions& options, Trace* trace) {
  return CatchOutOfMemory([&] { return Describe(problem, target, options, trace); });
}

void KeepCandidates(int count, PlanOptions* options) {
  // What one of many candidates takes at most.
  constexpr int64_t kTries = 32, kBytes = 32 << 10;
  options->max_candidates = count;
  options->max_tries = std::max(options->max_tries, kTries * count);
  options->max_search_bytes = std::max(options->max_search_bytes, kBytes * count);
}

absl::Status TraceSources(const PlanDescription& plan, int pass_limit, Trace* trace) {
  std::set<std::string> seen;
  for (const auto* kernels : {&plan.kernels, &plan.callback_kernels}) {
    for (const codegen::PlannedKernel& kernel : *kernels) {
      if (!seen.insert(kernel.name).second) continue;
      FFT_RETURN_IF_ERROR(
          codegen::GenerateSource(kernel.spec, plan.target.dialect, trace, pass_limit).status());
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<codegen::PlannedKernel>> KernelsOfCandidate(const PlanDescription& plan,
                                                                       int candidate) {
  return codegen::LowerPlan(plan.problem, plan.tree, plan.search.candidates[candidate]);
}

absl::StatusOr<PlanDescription> WithCandidate(PlanDescription plan, int candidate) {
  const int count = static_cast<int>(plan.search.candidates.size());
  if (candidate < 0 || candidate >= count) {
    return InvalidField("options.candidate", absl::StrCat(candidate),
                        absl::StrCat("0 to ", count - 1));
  }
  plan.candidate = plan.options.candidate = candidate;
  FFT_ASSIGN_OR_RETURN(plan.kernels, KernelsOfCandidate(plan, candidate));
  if (!plan.options.callbacks.empty()) {
    plan.callback_kernels =
        codegen::ApplyCallbacks(plan.kernels, plan.problem, plan.chosen(), plan.options.callbacks);
  }
  return plan;
}

absl::StatusOr<std::string> SourceOf(const codegen::PlannedKernel& kernel, const Target& target) {
  return codegen::GenerateSource(kernel.spec, target.dialect, nullptr);
}

Json ToJson(const PlanDescription& plan) {
  Json kernels = Json::array();
  for (const codegen::PlannedKernel& kernel : plan.kernels) {
    kernels.push_back(codegen::ToJson(kernel));
  }
  Json json = {{"schema", "fft.plan/1"},          {"token", ToToken(plan.problem)},
               {"problem", ToJson(plan.problem)}, {"target", ToJson(plan.target)},
               {"tree", ToJson(plan.tree)},       {"search", ToJson(plan.search)},
               {"candidate", plan.candidate},     {"kernels", kernels}};
  for (const codegen::PlannedKernel& kernel : plan.callback_kernels) {
    json["callback_kernels"].push_back(codegen::ToJson(kernel));
  }
  return json;
}

}  // namespace fft
