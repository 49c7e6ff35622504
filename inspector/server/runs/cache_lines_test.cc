#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "inspector/server/runs/machine_state.h"

namespace fft::inspector {
namespace {

using Clock = std::chrono::steady_clock;

// Follows a chain of indices, so that each load has to wait for the previous one.
double SecondsToWalk(const std::vector<size_t>& next, size_t steps) {
  const auto begin = Clock::now();
  size_t at = 0;
  for (size_t i = 0; i < steps; ++i) at = next[at];
  const std::chrono::duration<double> spent = Clock::now() - begin;
  EXPECT_LT(at, next.size());
  return spent.count();
}

TEST(CacheLinesTest, EvictedDataTakesLongerToRead) {
  constexpr size_t kPerLine = 64 / sizeof(size_t);
  constexpr size_t kLines = 2048;  // 128 KiB
  std::vector<size_t> next(kLines * kPerLine);
  std::vector<size_t> order(kLines);
  std::iota(order.begin(), order.end(), 0);
  // Prefetchers cannot predict a shuffled order.
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  for (size_t i = 0; i < kLines; ++i) {
    next[order[i] * kPerLine] = order[(i + 1) % kLines] * kPerLine;
  }
  if (!EvictLines(next.data(), next.size() * sizeof(size_t))) GTEST_SKIP() << "not here";
  double warm = std::numeric_limits<double>::max();
  double cold = warm;
  for (int round = 0; round < 20; ++round) {
    EvictLines(next.data(), next.size() * sizeof(size_t));
    cold = std::min(cold, SecondsToWalk(next, kLines));
    warm = std::min(warm, SecondsToWalk(next, kLines));
  }
  EXPECT_GT(cold, 3 * warm);
}

TEST(CacheLinesTest, ContentsStay) {
  std::vector<int> values(1000);
  std::iota(values.begin(), values.end(), 7);
  EvictLines(values.data() + 1, 998 * sizeof(int));
  EvictLines(values.data(), 0);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(values[i], i + 7);
}

}  // namespace
}  // namespace fft::inspector
