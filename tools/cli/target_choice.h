// Which machine a command plans for.
#ifndef TOOLS_CLI_TARGET_CHOICE_H_
#define TOOLS_CLI_TARGET_CHOICE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/plan_report.h"
#include "tools/cli/flags.h"

namespace fft::cli {

// The target of --target, or the device that FFT_DEVICE chooses here.
absl::StatusOr<Target> ChooseTarget(const Flags& flags);

// Plans the command's TOKEN for that target, with those options.
absl::StatusOr<PlanDescription> PlanToken(const Flags& flags);

// The plan of the command's TOKEN with its reasons, and other plans of the problem.
absl::StatusOr<PlanReport> ReportToken(const Flags& flags, const ReportLimits& limits);

// The kernels of the command's TOKEN or, each once, of all legal problems of the file that --tokens
// names.
struct TargetKernels {
  Target target;
  std::vector<kernels::PlannedKernel> kernels;
};
absl::StatusOr<TargetKernels> PlanKernels(const Flags& flags);

}  // namespace fft::cli

#endif  // TOOLS_CLI_TARGET_CHOICE_H_
