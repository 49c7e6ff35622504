// Interprets every candidate assignment of many problems, with the kernels that GPUs would run.
// There must be no race and no access out of bounds, and results must be those of the transform's
// definition.
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/core/layout.h"
#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "gtest/gtest.h"
#include "tests/assignment/candidate_cases.h"
#include "tests/interpreter/expect_right.h"

namespace fft::testing {
namespace {

using Param = std::tuple<std::string, CandidateCase>;

class EveryCandidateInterpreted : public ::testing::TestWithParam<Param> {};

TEST_P(EveryCandidateInterpreted, IsRight) {
  const auto& [target, c] = GetParam();
  const auto plan = DescribePlan(*ParseToken(c.token), *FindTarget(target), OptionsOf(c));
  ASSERT_TRUE(plan.ok()) << plan.status();
  for (int candidate = 0; candidate < std::ssize(plan->search.candidates); ++candidate) {
    SCOPED_TRACE(absl::StrCat("candidate ", candidate));
    ExpectRight(*plan, candidate);
  }
}

// Returns the cases that are short. Long problems take minutes in the interpreter and by the
// definition.
std::vector<CandidateCase> ShortCases() {
  std::vector<CandidateCase> cases = CandidateCases();
  std::erase_if(cases, [](const CandidateCase& c) {
    return OutputLayout(ParseToken(c.token).value()).volume() > 4096;
  });
  return cases;
}

std::string CaseName(const ::testing::TestParamInfo<Param>& info) {
  const auto& [target, c] = info.param;
  return absl::StrCat(target, "_", SchemeName(c), "_", info.index);
}

INSTANTIATE_TEST_SUITE_P(Targets, EveryCandidateInterpreted,
                         ::testing::Combine(::testing::Values("gfx90a", "gfx1100", "sm_90"),
                                            ::testing::ValuesIn(ShortCases())),
                         CaseName);

}  // namespace
}  // namespace fft::testing
