// Compiles and executes assignments of the problems of the verification suite, and compares results
// with the reference. Assignments are made under every strategy, with the input read-only and
// writable, and for several strides of the user's arrays.
#include <algorithm>
#include <cstdint>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/assign/ranking.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"
#include "tests/assignment/device_context.h"
#include "tests/assignment/gap_variants.h"
#include "tests/verify/verify_case.h"
#include "tools/cli/token_list.h"

namespace fft::testing {
namespace {

constexpr char kSuite[] = "tests/suites/verify.tokens";
// Problems with more elements are not tested with large gaps, which would take gigabytes.
constexpr int64_t kMostElementsWithLargeGaps = int64_t{1} << 20;

struct SuiteProblem {
  int line = 0;
  int64_t elements = 0;
  Problem problem;
};

// Returns the suite's legal problems of at most `most_elements` elements, smallest first.
std::vector<SuiteProblem> Suite(int64_t most_elements) {
  std::vector<SuiteProblem> suite;
  const std::vector<cli::TokenLine> lines = cli::ReadTokenList(kSuite).value();
  for (const cli::TokenLine& line : lines) {
    if (line.must_refuse) continue;
    SuiteProblem entry{line.line, 0, ParseToken(line.token).value()};
    entry.elements = entry.problem.batch;
    for (int64_t length : entry.problem.lengths) entry.elements *= length;
    if (entry.elements <= most_elements) suite.push_back(std::move(entry));
  }
  std::stable_sort(suite.begin(), suite.end(), [](const SuiteProblem& a, const SuiteProblem& b) {
    return a.elements < b.elements;
  });
  return suite;
}

// Returns the first problem for each combination of transform, rank, placement, pair of formats and
// number of kernels.
std::vector<SuiteProblem> Sample() {
  const Target target = FindTarget("host").value();
  std::vector<SuiteProblem> sample;
  std::set<std::string> kinds;
  for (SuiteProblem& entry : Suite(12000)) {
    const Problem& p = entry.problem;
    const auto tree = MakePlanTree(p, target, {}, nullptr);
    if (entry.elements < 100 || !tree.ok()) continue;
    std::string kind =
        absl::StrCat(ToString(p.type), p.lengths.size(), static_cast<int>(p.placement),
                     ToString(p.input.format), ToString(p.output.format), Leaves(*tree).size(),
                     p.precision == Precision::kHalf ? "half" : "");
    if (kinds.insert(std::move(kind)).second) sample.push_back(std::move(entry));
  }
  return sample;
}

// Prints an entry. GoogleTest calls it by this name.
void PrintTo(const SuiteProblem& entry, std::ostream* out) { *out << ToToken(entry.problem); }

class Execution : public ::testing::TestWithParam<SuiteProblem> {};

// Assignments that were executed. Strategies often give the same assignment, which is then executed
// only once.
using Known = std::set<std::string>;

void Execute(const Problem& problem, PlanOptions options, Known* known) {
  const auto plan = DescribePlan(problem, DeviceContext().target(), options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  const std::string token = ToToken(problem);
  if (!known->insert(token + DescribeAssignment(plan->chosen().steps)).second) return;
  const PreparedCase prepared = Prepare({token}, options, &DeviceContext());
  const Outcome outcome = Judge(prepared, 5, &DeviceContext().device());
  EXPECT_EQ(outcome.verdict, Verdict::kPass) << outcome.note << "\n" << token;
  EXPECT_TRUE(outcome.measured);
}

TEST_P(Execution, OfEveryWinnerIsRight) {
  Known known;
  for (const Gaps gaps : kAllGaps) {
    if (gaps == Gaps::kLarge && GetParam().elements > kMostElementsWithLargeGaps) continue;
    const Problem problem = WithGaps(GetParam().problem, gaps);
    for (const Strategy strategy : kStrategies) {
      for (const bool overwrite : {false, true}) {
        SCOPED_TRACE(absl::StrCat(ToString(gaps), ", strategy ", static_cast<int>(strategy),
                                  ", overwrite ", overwrite));
        PlanOptions options;
        options.strategy = strategy;
        options.allow_input_overwrite = overwrite;
        Execute(problem, options, &known);
      }
    }
  }
  RecordProperty("assignments", static_cast<int>(known.size()));
}

std::string CaseName(const ::testing::TestParamInfo<SuiteProblem>& info) {
  return absl::StrCat("Line", info.param.line);
}

INSTANTIATE_TEST_SUITE_P(Sample, Execution, ::testing::ValuesIn(Sample()), CaseName);
// The problems are ordered by size, so that all shards take about the same time.
INSTANTIATE_TEST_SUITE_P(All, Execution, ::testing::ValuesIn(Suite(INT64_MAX)), CaseName);

}  // namespace
}  // namespace fft::testing
