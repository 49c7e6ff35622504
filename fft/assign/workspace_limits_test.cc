// Checks the rows of the workspace table in docs/ASSIGNMENT.md.
#include "fft/assign/search.h"
#include "fft/core/layout.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

struct Row {
  const char* token;
  double low, high;  // workspace over the size of the data
};

constexpr Row kRows[] = {
    {"complex_forward_len_1024_single_op_batch_64", 0, 0},
    {"complex_forward_len_1024_single_ip_batch_64", 0, 0},
    {"complex_forward_len_1048576_single_op_batch_64", 0, 0},
    {"complex_inverse_len_65536_double_op", 0, 0},
    // Padding adds a few per cent.
    {"complex_forward_len_1048576_single_ip_batch_64", 1, 1.07},
    {"complex_forward_len_256_256_single_op", 0, 0},
    {"complex_forward_len_256_256_single_ip", 0, 0},
    {"complex_forward_len_336_336_56_double_op", 0, 0},
    {"complex_forward_len_336_336_56_double_ip", 0, 0},
    {"complex_forward_len_4_1048576_single_ip", 1, 1.07},
};

TEST(Workspace, IsWhatTheTableSays) {
  for (const Target& target : Targets()) {
    if (target.is_cpu()) continue;
    for (const Row& row : kRows) {
      SCOPED_TRACE(std::string(row.token) + " for " + target.name);
      const Problem problem = *ParseToken(row.token);
      const PlanNode tree = *MakePlanTree(problem, target, {}, nullptr);
      const SearchResult result = *AssignBuffers(problem, tree, target, {});
      const double data = static_cast<double>(
          InputLayout(problem).volume() * ElementBytes(problem.input.format, problem.precision));
      const double share = static_cast<double>(result.candidates.front().workspace_bytes) / data;
      EXPECT_GE(share, row.low) << ToString(tree);
      EXPECT_LE(share, row.high) << ToString(tree);
    }
  }
}

// With kFewestBuffers, the winner needs the least workspace of all candidates with as few buffers.
TEST(Workspace, OfTheFewestBuffersIsTheLeast) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.token);
    const Problem problem = *ParseToken(row.token);
    const Target target = Targets().front();
    PlanOptions options;
    options.strategy = Strategy::kFewestBuffers;
    const PlanNode tree = *MakePlanTree(problem, target, options, nullptr);
    const SearchResult result = *AssignBuffers(problem, tree, target, options);
    const Candidate& winner = result.candidates.front();
    for (const Candidate& candidate : result.candidates) {
      EXPECT_GE(candidate.scores.buffers, winner.scores.buffers);
      if (candidate.scores.buffers == winner.scores.buffers) {
        EXPECT_GE(candidate.workspace_bytes, winner.workspace_bytes);
      }
    }
  }
}

}  // namespace
}  // namespace fft
