#include "fft/exec/pipeline.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/exec/check_options.h"
#include "fft/exec/describe_decided.h"
#include "fft/kernels/apply_callbacks.h"
#include "fft/kernels/generate.h"

namespace fft {
namespace {

// The index of the launch that runs each kernel. The two kernels of a relay share a launch.
std::vector<int> LaunchesOf(size_t kernels, const std::vector<PlannedRelay>& relays) {
  std::vector<int> launches(kernels);
  std::iota(launches.begin(), launches.end(), 0);
  for (const PlannedRelay& relay : relays) {
    for (size_t i = relay.first + 1; i < launches.size(); ++i) --launches[i];
  }
  return launches;
}

struct LoweredCandidate {
  std::vector<kernels::PlannedKernel> kernels;
  std::vector<PlannedRelay> relays;
};

absl::StatusOr<LoweredCandidate> Lower(const PlanDescription& plan, int number) {
  const Candidate& candidate = plan.search.candidates[number];
  LoweredCandidate lowered;
  FFT_ASSIGN_OR_RETURN(lowered.kernels, kernels::LowerPlan(plan.problem, plan.tree, candidate));
  lowered.relays = PlanRelays(plan.problem, candidate, lowered.kernels, plan.target);
  kernels::JoinInSequence(plan.target, LaunchesOf(lowered.kernels.size(), lowered.relays),
                          &lowered.kernels);
  return lowered;
}

// The kernels for executions with callbacks. None of them runs in a relay.
std::vector<kernels::PlannedKernel> CallbackKernelsOf(const PlanDescription& plan) {
  std::vector<kernels::PlannedKernel> kernels = plan.kernels;
  kernels::JoinInSequence(plan.target, LaunchesOf(kernels.size(), {}), &kernels);
  return kernels::ApplyCallbacks(std::move(kernels), plan.problem, plan.chosen(),
                                 plan.options.callbacks);
}

}  // namespace

const PlannedRelay* PlanDescription::RelayOf(int kernel) const {
  for (const PlannedRelay& relay : relays) {
    if (kernel == relay.first || kernel == relay.first + 1) return &relay;
  }
  return nullptr;
}

int64_t PlanDescription::workspace_bytes() const {
  if (relays.empty()) return chosen().workspace_bytes;
  return relays.back().signal_offset + relays.back().signal_bytes();
}

absl::StatusOr<PlanDescription> DescribePlan(const Problem& problem, const Target& target,
                                             const PlanOptions& options) {
  return DescribeDecided(problem, target, options, /*decision=*/nullptr);
}

absl::StatusOr<Problem> ProblemToPlan(const Problem& problem, const PlanOptions& options) {
  FFT_RETURN_IF_ERROR(CheckEnumerations(problem, options));
  if (!options.callbacks.spectrum.empty()) {
    return InvalidField("options.callbacks.spectrum", "not empty",
                        "none, as only chains have spectra");
  }
  Problem wanted = problem;
  wanted.has_callbacks |= !options.callbacks.empty();
  return CompleteProblem(wanted);
}

void KeepCandidates(int count, PlanOptions* options) {
  // The tries and the bytes that the search may take for each candidate.
  constexpr int64_t kTries = 32, kBytes = 32 << 10;
  options->max_candidates = count;
  options->max_tries = std::max(options->max_tries, kTries * count);
  options->max_search_bytes = std::max(options->max_search_bytes, kBytes * count);
}

absl::Status ReportSources(const PlanDescription& plan, int pass_limit,
                           std::vector<kernels::SourceReport>* reports) {
  std::set<std::string> seen;
  const auto report = [&](const auto& code) -> absl::Status {
    if (!seen.insert(code.name).second) return absl::OkStatus();
    return kernels::GenerateSource(code.spec, plan.target.dialect, &reports->emplace_back(),
                                   pass_limit)
        .status();
  };
  for (const auto* kernels : {&plan.kernels, &plan.callback_kernels}) {
    for (const kernels::PlannedKernel& kernel : *kernels) FFT_RETURN_IF_ERROR(report(kernel));
  }
  for (const PlannedRelay& relay : plan.relays) FFT_RETURN_IF_ERROR(report(relay));
  return absl::OkStatus();
}

absl::StatusOr<std::vector<kernels::PlannedKernel>> KernelsOfCandidate(const PlanDescription& plan,
                                                                       int candidate) {
  FFT_ASSIGN_OR_RETURN(LoweredCandidate lowered, Lower(plan, candidate));
  return std::move(lowered.kernels);
}

absl::StatusOr<PlanDescription> WithCandidate(PlanDescription plan, int candidate) {
  const int count = static_cast<int>(plan.search.candidates.size());
  if (candidate < 0 || candidate >= count) {
    return InvalidField("options.candidate", absl::StrCat(candidate),
                        absl::StrCat("0 to ", count - 1));
  }
  plan.candidate = plan.options.candidate = candidate;
  FFT_ASSIGN_OR_RETURN(LoweredCandidate lowered, Lower(plan, candidate));
  plan.kernels = std::move(lowered.kernels);
  plan.relays = std::move(lowered.relays);
  if (!plan.options.callbacks.empty()) plan.callback_kernels = CallbackKernelsOf(plan);
  return plan;
}

absl::StatusOr<std::string> SourceOf(const kernels::PlannedKernel& kernel, const Target& target) {
  return SourceOf(kernel, target.dialect);
}

absl::StatusOr<std::string> SourceOf(const kernels::PlannedKernel& kernel, Dialect dialect) {
  return kernels::GenerateSource(kernel.spec, dialect, nullptr);
}

absl::StatusOr<std::string> SourceOf(const PlannedRelay& relay, Dialect dialect) {
  return kernels::GenerateSource(relay.spec, dialect, nullptr);
}

}  // namespace fft
