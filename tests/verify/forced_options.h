// Options drawn at random that force how a problem is planned.
#ifndef TESTS_VERIFY_FORCED_OPTIONS_H_
#define TESTS_VERIFY_FORCED_OPTIONS_H_

#include <string>

#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/plan/plan_options.h"
#include "tests/support/random.h"

namespace fft::testing {

// Draws options until the target has a plan for them: strategy, permissions to overwrite, scheme,
// shape of a kernel and candidate. Where it has none for a number of draws, only strategy,
// permissions and candidate are forced.
PlanOptions DrawForcedOptions(const Problem& problem, const Target& target, Random* random);

// The flags of fft_verify that ask for the options: " --strategy fastest --candidate 3".
std::string ForcedFlags(const PlanOptions& options);

}  // namespace fft::testing

#endif  // TESTS_VERIFY_FORCED_OPTIONS_H_
