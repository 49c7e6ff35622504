#include "tools/cli/target_choice.h"

#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/core/chain.h"
#include "fft/exec/open_device.h"
#include "tools/cli/plan_options.h"
#include "tools/cli/token_list.h"

namespace fft::cli {

absl::StatusOr<Target> ChooseTarget(const Flags& flags) {
  if (flags.Has("target")) return FindTarget(flags.Get("target"));
  FFT_ASSIGN_OR_RETURN(OpenedDevice opened, OpenDeviceFor(ReadEnvironment()));
  return std::move(opened.target);
}

absl::StatusOr<Problem> ReadProblem(const std::string& token) {
  if (!IsChainToken(token)) return ParseToken(token);
  return InvalidField("TOKEN", token,
                      "a problem's; `fft plan TOKEN` and `fft show VIEW TOKEN` take a chain's");
}

absl::StatusOr<PlanDescription> PlanToken(const Flags& flags) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ReadProblem(flags.positional()[0]));
  FFT_ASSIGN_OR_RETURN(const Target target, ChooseTarget(flags));
  FFT_ASSIGN_OR_RETURN(const PlanOptions options, ChooseOptions(flags));
  return DescribePlan(problem, target, options);
}

absl::StatusOr<PlanReport> ReportToken(const Flags& flags, const ReportLimits& limits) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ReadProblem(flags.positional()[0]));
  FFT_ASSIGN_OR_RETURN(const Target target, ChooseTarget(flags));
  FFT_ASSIGN_OR_RETURN(const PlanOptions options, ChooseOptions(flags));
  return ReportPlans(problem, target, options, limits);
}

namespace {

absl::StatusOr<PlanDescription> PlanFor(const std::string& token, const Target& target) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ReadProblem(token));
  return DescribePlan(problem, target, {});
}

}  // namespace

absl::StatusOr<TargetKernels> PlanKernels(const Flags& flags) {
  if (!flags.Has("tokens")) {
    FFT_ASSIGN_OR_RETURN(const PlanDescription plan, PlanToken(flags));
    return TargetKernels{plan.target, plan.kernels};
  }
  TargetKernels result;
  FFT_ASSIGN_OR_RETURN(result.target, ChooseTarget(flags));
  const std::string path = flags.Get("tokens");
  FFT_ASSIGN_OR_RETURN(const std::vector<TokenLine> lines, ReadTokenList(UserPath(path)));
  std::set<std::string> seen;
  for (const TokenLine& line : lines) {
    if (line.must_refuse) continue;
    const auto plan = PlanFor(line.token, result.target);
    if (!plan.ok()) {
      return absl::Status(plan.status().code(),
                          absl::StrCat(path, ":", line.line, ": ", plan.status().message()));
    }
    for (const kernels::PlannedKernel& kernel : plan->kernels) {
      if (seen.insert(kernel.name).second) result.kernels.push_back(kernel);
    }
  }
  return result;
}

}  // namespace fft::cli
