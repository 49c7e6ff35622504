// Chooses the machine that a command plans for.
#ifndef TOOLS_CLI_TARGET_CHOICE_H_
#define TOOLS_CLI_TARGET_CHOICE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/plan_report.h"
#include "tools/cli/flags.h"

namespace fft::cli {

// Returns the target of --target, or without this flag the target of the device that FFT_DEVICE
// chooses.
absl::StatusOr<Target> ChooseTarget(const Flags& flags);

// Reads the token of a problem. A chain's is refused with the command that takes it.
absl::StatusOr<Problem> ReadProblem(const std::string& token);

// Plans the command's TOKEN for ChooseTarget's target, with ChooseOptions' options.
absl::StatusOr<PlanDescription> PlanToken(const Flags& flags);

// Returns the plan of the command's TOKEN with its reasons, and other plans of the problem.
absl::StatusOr<PlanReport> ReportToken(const Flags& flags, const ReportLimits& limits);

// The kernels of the command's TOKEN, or of all legal problems of the file of --tokens. Each kernel
// occurs once.
struct TargetKernels {
  Target target;
  std::vector<kernels::PlannedKernel> kernels;
};
absl::StatusOr<TargetKernels> PlanKernels(const Flags& flags);

}  // namespace fft::cli

#endif  // TOOLS_CLI_TARGET_CHOICE_H_
