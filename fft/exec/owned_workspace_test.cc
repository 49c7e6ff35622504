#include "fft/exec/owned_workspace.h"

#include <algorithm>
#include <atomic>
#include <complex>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(WithOwnWorkspace, ExecutesWithoutOneAndTakesOneThatIsGiven) {
  ContextOptions environment = ReadEnvironment();
  environment.device = "host";
  const auto context = Context::Create(environment);
  ASSERT_TRUE(context.ok()) << context.status();
  // This plan in place has two kernels, one of which transposes, so it needs a temporary.
  const Problem problem = *ParseToken("complex_forward_len_256_single_ip");
  PlanOptions options;
  options.scheme = SchemeKind::kL1dCc;
  const auto plan = (*context)->MakePlan(problem, options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_GT((*plan)->workspace_bytes(), 0);
  std::vector<std::complex<float>> data(256, {1, 0});
  EXPECT_FALSE((*plan)->Execute({.out = data.data()}).ok());

  const auto owning = WithOwnWorkspace(*context, *plan);
  ASSERT_TRUE(owning.ok()) << owning.status();
  EXPECT_EQ((*owning)->workspace_bytes(), 0);
  EXPECT_EQ(&(*owning)->description(), &(*plan)->description());
  const absl::Status status = (*owning)->Execute({.out = data.data()});
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(data[0], std::complex<float>(256, 0));
  EXPECT_LT(std::abs(data[100]), 1e-4);

  // A workspace of the caller is used, so it is refused if it is too small.
  char small[1];
  EXPECT_EQ(
      (*owning)->Execute({.out = data.data(), .workspace = small, .workspace_bytes = 1}).code(),
      absl::StatusCode::kInvalidArgument);
}

// Threads that share the plan share its buffer, and each gets its own results.
TEST(WithOwnWorkspace, ThreadsTakeTurns) {
  ContextOptions environment = ReadEnvironment();
  environment.device = "host";
  const auto context = Context::Create(environment);
  ASSERT_TRUE(context.ok()) << context.status();
  constexpr int kLength = 4096, kThreads = 4, kRounds = 300;
  PlanOptions options;
  options.scheme = SchemeKind::kL1dCc;
  const auto plan =
      (*context)->MakePlan(*ParseToken("complex_forward_len_4096_single_ip"), options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_GT((*plan)->workspace_bytes(), 0);
  const auto owning = WithOwnWorkspace(*context, *plan);
  ASSERT_TRUE(owning.ok()) << owning.status();
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int thread = 1; thread <= kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      // The input is an impulse whose size differs between executions. So an output shows which
      // execution wrote it.
      const std::complex<float> size(static_cast<float>(thread), 0);
      for (int round = 0; round < kRounds; ++round) {
        std::vector<std::complex<float>> data(kLength, 0);
        data[0] = size;
        const bool is_right = (*owning)->Execute({.out = data.data()}).ok() &&
                              std::count(data.begin(), data.end(), size) == kLength;
        wrong += is_right ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace fft
