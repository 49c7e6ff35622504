// Draws random options that force how a problem is planned.
#ifndef TESTS_VERIFY_FORCED_OPTIONS_H_
#define TESTS_VERIFY_FORCED_OPTIONS_H_

#include <string>

#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "tests/support/random.h"

namespace fft::testing {

// Draws strategy, permissions to overwrite, scheme, shape of a kernel and candidate, until the
// target has a plan with these options. After some draws without a plan, draws only strategy,
// permissions and candidate.
PlanOptions DrawForcedOptions(const Problem& problem, const Target& target, Random* random);

// Returns fft_verify's flags for the options, such as " --strategy fastest --candidate 3".
std::string ForcedFlags(const PlanOptions& options);

}  // namespace fft::testing

#endif  // TESTS_VERIFY_FORCED_OPTIONS_H_
