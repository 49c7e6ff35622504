#include "tools/cli/target_choice.h"

#include <fstream>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/exec/open_device.h"
#include "tools/cli/plan_options.h"

namespace fft::cli {

absl::StatusOr<Target> ChooseTarget(const Flags& flags) {
  if (flags.Has("target")) return FindTarget(flags.Get("target"));
  FFT_ASSIGN_OR_RETURN(OpenedDevice opened, OpenDeviceFor(ReadEnvironment()));
  return std::move(opened.target);
}

absl::StatusOr<PlanDescription> PlanToken(const Flags& flags) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ParseToken(flags.positional()[0]));
  FFT_ASSIGN_OR_RETURN(const Target target, ChooseTarget(flags));
  FFT_ASSIGN_OR_RETURN(const PlanOptions options, ChooseOptions(flags));
  return DescribePlan(problem, target, options);
}

absl::StatusOr<PlanReport> ReportToken(const Flags& flags, const ReportLimits& limits) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ParseToken(flags.positional()[0]));
  FFT_ASSIGN_OR_RETURN(const Target target, ChooseTarget(flags));
  FFT_ASSIGN_OR_RETURN(const PlanOptions options, ChooseOptions(flags));
  return ReportPlans(problem, target, options, limits);
}

absl::StatusOr<TargetKernels> PlanKernels(const Flags& flags) {
  if (!flags.Has("tokens")) {
    FFT_ASSIGN_OR_RETURN(const PlanDescription plan, PlanToken(flags));
    return TargetKernels{plan.target, plan.kernels};
  }
  TargetKernels result;
  FFT_ASSIGN_OR_RETURN(result.target, ChooseTarget(flags));
  std::ifstream file(UserPath(flags.Get("tokens")));
  if (!file) return absl::NotFoundError(absl::StrCat("cannot read ", flags.Get("tokens")));
  std::set<std::string> seen;
  for (std::string line; std::getline(file, line);) {
    const std::string token(absl::StripAsciiWhitespace(line.substr(0, line.find('#'))));
    if (token.empty() || token[0] == '!') continue;
    FFT_ASSIGN_OR_RETURN(const Problem problem, ParseToken(token));
    FFT_ASSIGN_OR_RETURN(const PlanDescription plan, DescribePlan(problem, result.target, {}));
    for (const codegen::PlannedKernel& kernel : plan.kernels) {
      if (seen.insert(kernel.name).second) result.kernels.push_back(kernel);
    }
  }
  return result;
}

}  // namespace fft::cli
