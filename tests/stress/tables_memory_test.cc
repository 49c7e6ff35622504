// Tests how much memory the tables of long transforms take while they are made.
#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fft/fft.h"
#include "fft/kernels/tables/convolution_tables.h"
#include "gtest/gtest.h"
#include "tests/execute/allocation_counter.h"

namespace fft::testing {
namespace {

// Returns the most bytes that were allocated at once by `work`, beside those that were before.
template <typename Work>
double PeakOf(const Work& work) {
  const int64_t before = LiveBytes();
  ForgetPeak();
  work();
  return static_cast<double>(PeakBytes() - before);
}

class TablesMemory : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!CanCountAllocations()) GTEST_SKIP() << "a sanitizer counts allocations";
  }
};

// The computation takes half of the table, and the tables of roots and cache blocks of its
// transforms. In one piece it would take four times the table.
template <typename Stored>
void ExpectFilterTakesHalf(int64_t columns) {
  SCOPED_TRACE(columns);
  const int64_t n = 500009, m = 1 << 20;
  std::vector<std::complex<Stored>> table(m);
  const auto bytes = static_cast<double>(m * sizeof(table[0]));
  const double peak = PeakOf([&] { kernels::WriteChirpFilter(n, m, columns, table.data()); });
  EXPECT_GE(peak, bytes / 2);
  EXPECT_LE(peak, 0.75 * bytes);
}

TEST_F(TablesMemory, AFilterTakesHalfOfItself) {
  for (const int64_t columns : {1, 1024}) {
    ExpectFilterTakesHalf<float>(columns);
    ExpectFilterTakesHalf<double>(columns);
  }
}

struct LongProblem {
  std::string token;
  int64_t array_bytes;  // of the input and the output
  double least, most;   // peak memory of planning, in arrays
};

// The tables of a prime n are two chirps and a filter of at least 2n - 1 points, so they are twice
// as long as two arrays of n points. The convolution is a few percent longer than 2n, and the plan
// itself takes some MiB. Tables of long reals have a point for each pair of reals.
TEST_F(TablesMemory, PlanningTakesTwiceTheArrays) {
  const std::vector<LongProblem> problems = {
      {"complex_forward_len_1048573_single_op", 2 * 1048573 * 8, 1.99, 2.3},
      {"complex_inverse_len_524287_double_op", 2 * 524287 * 16, 1.99, 2.3},
      {"real_forward_len_4194304_single_op", 4194304 * 8, 0.49, 0.75},
  };
  ContextOptions options;
  options.device = "host";
  options.system_cache_path = "none";
  const std::shared_ptr<Context> context = Context::Create(options).value();
  for (const LongProblem& problem : problems) {
    SCOPED_TRACE(problem.token);
    const auto plan = [&] {
      ASSERT_TRUE(context->MakePlan(ParseToken(problem.token).value()).ok());
    };
    plan();  // The kernels are compiled, and the tables are freed with the plan.
    const double arrays = PeakOf(plan) / static_cast<double>(problem.array_bytes);
    EXPECT_GE(arrays, problem.least);
    EXPECT_LE(arrays, problem.most);
  }
}

// A table exists once in a Context. A plan that needs the tables of another plan makes none.
TEST_F(TablesMemory, PlansShareTables) {
  ContextOptions options;
  options.device = "host";
  options.system_cache_path = "none";
  const std::shared_ptr<Context> context = Context::Create(options).value();
  const auto problem = [](const char* direction) {
    return ParseToken(std::string("complex_") + direction + "_len_524287_double_op").value();
  };
  const auto forward = context->MakePlan(problem("forward"));
  ASSERT_TRUE(forward.ok()) << forward.status();
  ASSERT_TRUE(context->MakePlan(problem("inverse")).ok());
  const double peak = PeakOf([&] { ASSERT_TRUE(context->MakePlan(problem("inverse")).ok()); });
  EXPECT_LE(peak, 0.5 * 524287 * 16);  // half of the shortest of its three tables
}

}  // namespace
}  // namespace fft::testing
