// Every problem of the verification suite gets a valid buffer assignment. The assignment is valid
// under every strategy, with the input read-only and writable, whatever the user's strides are. By
// day each problem has one variant of its strides, with the input either read-only or writable. By
// night each problem has all variants, each with both kinds of input.
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/assign/naive_executor.h"
#include "fft/assign/ranking.h"
#include "fft/assign/search.h"
#include "fft/base/json.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"
#include "tests/assignment/check_assignment.h"
#include "tests/assignment/gap_variants.h"
#include "tests/support/takes_all.h"
#include "tools/cli/token_list.h"

namespace fft::testing {
namespace {

constexpr char kSuite[] = "tests/suites/verify.tokens";
// The most work (see NaiveWork) of a problem whose assignments are also executed by the naive
// executor.
constexpr int64_t kMostNaiveWork = 1000000;

// About the complex multiplications of a naive transform.
int64_t NaiveWork(const Problem& problem) {
  int64_t elements = problem.batch, lengths = 0;
  for (int64_t length : problem.lengths) {
    elements *= length;
    lengths += length;
  }
  return elements * lengths;
}

struct Counts {
  size_t planned = 0;  // problems of the suite
  int searches = 0;    // with all variants of their strides and options
  int distinct = 0;    // assignments
  int executed = 0;    // distinct assignments that were executed
};

class Planning : public ::testing::TestWithParam<std::string> {
 protected:
  // Plans a problem with all options and checks the assignments.
  void Check(const Problem& problem) {
    std::set<std::string> known;
    for (const Strategy strategy : kStrategies) {
      for (const bool overwrite : {false, true}) {
        if (!TakesAll() && overwrite != (counts_.planned % 8 >= 4)) continue;
        PlanOptions options;
        options.strategy = strategy;
        options.allow_input_overwrite = overwrite;
        SCOPED_TRACE(
            absl::StrCat("strategy ", static_cast<int>(strategy), " overwrite ", overwrite));
        const auto tree = MakePlanTree(problem, target_, options, nullptr);
        EXPECT_TRUE(tree.ok()) << tree.status();
        if (!tree.ok()) return;
        const auto search = AssignBuffers(problem, *tree, target_, options);
        ++counts_.searches;
        EXPECT_TRUE(search.ok()) << search.status() << " for " << ToString(*tree);
        if (!search.ok()) continue;
        const Candidate& winner = search->candidates.front();
        EXPECT_EQ(Objection(problem, options, winner), "") << ToJson(winner).dump();
        if (!known.insert(DescribeAssignment(winner.steps)).second) continue;
        ++counts_.distinct;
        if (NaiveWork(problem) > kMostNaiveWork) continue;
        EXPECT_EQ(RunNaively(problem, *tree, winner, TransformOrder::kForward), "")
            << ToJson(winner).dump();
        ++counts_.executed;
      }
    }
  }

  const Target target_ = *FindTarget(GetParam());
  Counts counts_;
};

TEST_P(Planning, GivesEveryProblemAnAssignment) {
  const auto lines = cli::ReadTokenList(kSuite);
  ASSERT_TRUE(lines.ok()) << lines.status();
  for (const cli::TokenLine& line : *lines) {
    if (line.must_refuse) continue;
    SCOPED_TRACE(line.token);
    const auto problem = ParseToken(line.token);
    ASSERT_TRUE(problem.ok()) << problem.status();
    for (size_t i = 0; i < std::size(kAllGaps); ++i) {
      if (!TakesAll() && i != counts_.planned % std::size(kAllGaps)) continue;
      SCOPED_TRACE(ToString(kAllGaps[i]));
      Check(WithGaps(*problem, kAllGaps[i]));
    }
    ++counts_.planned;
  }
  EXPECT_GT(counts_.planned, 900u);
  EXPECT_GT(counts_.executed, TakesAll() ? 1000 : 250);
  std::cout << target_.name << ": " << counts_.planned << " problems assigned in "
            << counts_.searches << " searches, " << counts_.distinct << " distinct assignments, "
            << counts_.executed << " of them executed\n";
}

std::vector<std::string> TargetNames() {
  std::vector<std::string> names;
  for (const Target& target : Targets()) names.push_back(target.name);
  return names;
}

std::string CaseName(const ::testing::TestParamInfo<std::string>& info) { return info.param; }

INSTANTIATE_TEST_SUITE_P(Sample, Planning, ::testing::Values("host", "gfx90a"), CaseName);
INSTANTIATE_TEST_SUITE_P(All, Planning, ::testing::ValuesIn(TargetNames()), CaseName);

}  // namespace
}  // namespace fft::testing
