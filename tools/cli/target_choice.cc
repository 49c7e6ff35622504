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

namespace {

absl::StatusOr<PlanDescription> PlanFor(const std::string& token, const Target& target) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ParseToken(token));
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
  const std::string& path = flags.Get("tokens");
  std::ifstream file(UserPath(path));
  if (!file) return absl::NotFoundError(absl::StrCat("cannot read ", path));
  std::set<std::string> seen;
  int number = 0;
  bool has_token = false;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const std::string token(absl::StripAsciiWhitespace(line.substr(0, line.find('#'))));
    if (token.empty()) continue;
    has_token = true;
    if (token[0] == '!') continue;
    const auto plan = PlanFor(token, result.target);
    if (!plan.ok()) {
      return absl::Status(plan.status().code(),
                          absl::StrCat(path, ":", number, ": ", plan.status().message()));
    }
    for (const codegen::PlannedKernel& kernel : plan->kernels) {
      if (seen.insert(kernel.name).second) result.kernels.push_back(kernel);
    }
  }
  if (!has_token) return absl::InvalidArgumentError(absl::StrCat(path, " holds no token"));
  return result;
}

}  // namespace fft::cli
