// The problems of all suites, and their plans.
#ifndef TESTS_SUPPORT_SUITE_PLANS_H_
#define TESTS_SUPPORT_SUITE_PLANS_H_

#include <string>
#include <vector>

#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "tools/cli/token_list.h"

namespace fft::testing {

// The tokens of tests/suites that are not to be refused: this shard's, in a test that has shards.
std::vector<cli::TokenLine> SuiteTokens();

// The plans of a token, whose callbacks are ScalingCallbacks; none where it has no plan, which is
// other tests' matter.
std::vector<PlanDescription> PlansOf(const std::string& token, const Target& target);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_SUITE_PLANS_H_
