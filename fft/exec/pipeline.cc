#include "fft/exec/pipeline.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/assign/workspace.h"
#include "fft/base/int_math.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/status.h"
#include "fft/exec/check_options.h"
#include "fft/kernels/apply_callbacks.h"
#include "fft/kernels/generate.h"
#include "fft/plan/planner.h"

namespace fft {

namespace {

// The best of what the search found, which may be thousands.
absl::StatusOr<PlanDescription> Describe(const Problem& problem, const Target& target,
                                         const PlanOptions& options) {
  PlanDescription plan;
  FFT_ASSIGN_OR_RETURN(plan.problem, ProblemToPlan(problem, options));
  plan.target = target;
  plan.options = options;
  FFT_ASSIGN_OR_RETURN(plan.tree, MakePlanTree(plan.problem, target, options, &plan.planner));
  FFT_ASSIGN_OR_RETURN(plan.search, AssignBuffers(plan.problem, plan.tree, target, options));
  return WithCandidate(std::move(plan), options.candidate);
}

// The number of the launch that each kernel is in.
std::vector<int> LaunchesOf(const PlanDescription& plan) {
  std::vector<int> launches(plan.kernels.size());
  std::iota(launches.begin(), launches.end(), 0);
  for (const PlannedRelay& relay : plan.relays) {
    for (size_t i = relay.first + 1; i < launches.size(); ++i) --launches[i];
  }
  return launches;
}

}  // namespace

int64_t PlanDescription::signal_offset() const {
  return RoundUp(chosen().workspace_bytes, kWorkspaceAlignment);
}

int64_t PlanDescription::workspace_bytes() const {
  int64_t signals = 0;
  for (const PlannedRelay& relay : relays) signals += relay.signal_bytes();
  return signals == 0 ? chosen().workspace_bytes : signal_offset() + signals;
}

absl::StatusOr<PlanDescription> DescribePlan(const Problem& problem, const Target& target,
                                             const PlanOptions& options) {
  return CatchOutOfMemory([&] { return Describe(problem, target, options); });
}

absl::StatusOr<Problem> ProblemToPlan(const Problem& problem, const PlanOptions& options) {
  FFT_RETURN_IF_ERROR(CheckEnumerations(problem, options));
  Problem wanted = problem;
  wanted.has_callbacks |= !options.callbacks.empty();
  return CompleteProblem(wanted);
}

void KeepCandidates(int count, PlanOptions* options) {
  // What one of many candidates takes at most.
  constexpr int64_t kTries = 32, kBytes = 32 << 10;
  options->max_candidates = count;
  options->max_tries = std::max(options->max_tries, kTries * count);
  options->max_search_bytes = std::max(options->max_search_bytes, kBytes * count);
}

absl::Status ReportSources(const PlanDescription& plan, int pass_limit,
                           std::vector<codegen::SourceReport>* reports) {
  std::set<std::string> seen;
  for (const auto* kernels : {&plan.kernels, &plan.callback_kernels}) {
    for (const codegen::PlannedKernel& kernel : *kernels) {
      if (!seen.insert(kernel.name).second) continue;
      FFT_RETURN_IF_ERROR(codegen::GenerateSource(kernel.spec, plan.target.dialect,
                                                  &reports->emplace_back(), pass_limit)
                              .status());
    }
  }
  for (const PlannedRelay& relay : plan.relays) {
    if (!seen.insert(relay.name).second) continue;
    FFT_RETURN_IF_ERROR(codegen::GenerateSource(relay.spec, plan.target.dialect,
                                                &reports->emplace_back(), pass_limit)
                            .status());
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<codegen::PlannedKernel>> KernelsOfCandidate(const PlanDescription& plan,
                                                                       int candidate) {
  return codegen::LowerPlan(plan.problem, plan.tree, plan.search.candidates[candidate],
                            plan.target);
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
  plan.relays = PlanRelays(plan.problem, plan.chosen(), plan.kernels, plan.target);
  if (!plan.relays.empty()) {
    codegen::JoinInSequence(plan.target, LaunchesOf(plan), &plan.kernels);
  }
  return plan;
}

absl::StatusOr<std::string> SourceOf(const codegen::PlannedKernel& kernel, const Target& target) {
  return SourceOf(kernel, target.dialect);
}

absl::StatusOr<std::string> SourceOf(const codegen::PlannedKernel& kernel, Dialect dialect) {
  return codegen::GenerateSource(kernel.spec, dialect, nullptr);
}

absl::StatusOr<std::string> SourceOf(const PlannedRelay& relay, Dialect dialect) {
  return codegen::GenerateSource(relay.spec, dialect, nullptr);
}

}  // namespace fft
