// Options of a plan as flags of a command line.
#ifndef TOOLS_CLI_PLAN_OPTIONS_H_
#define TOOLS_CLI_PLAN_OPTIONS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "fft/plan/plan_options.h"
#include "tools/cli/flags.h"

namespace fft::cli {

// Returns the flags --strategy, --scheme, --factors, --shape and --overwrite.
std::vector<FlagSpec> PlanOptionFlags();

// Returns the plan options that these flags and --max_candidates give. InvalidArgument names the
// flag.
absl::StatusOr<PlanOptions> ChooseOptions(const Flags& flags);

}  // namespace fft::cli

#endif  // TOOLS_CLI_PLAN_OPTIONS_H_
