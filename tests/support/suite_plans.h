// The problems of all suites, and their plans.
#ifndef TESTS_SUPPORT_SUITE_PLANS_H_
#define TESTS_SUPPORT_SUITE_PLANS_H_

#include <string>
#include <vector>

#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "tools/cli/token_list.h"

namespace fft::testing {

// Returns the tokens of tests/suites without those that must be refused. In a sharded test, returns
// the tokens of this shard.
std::vector<cli::TokenLine> SuiteTokens();

// Returns the plans of a token, with ScalingCallbacks as callbacks. Empty if the token has no plan;
// other tests check the reason.
std::vector<PlanDescription> PlansOf(const std::string& token, const Target& target);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_SUITE_PLANS_H_
