#include "tests/verify/plan_ahead.h"

#include <algorithm>
#include <atomic>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

TEST(PlanAheadTest, DeliversInOrderWithinItsWindow) {
  constexpr size_t kCount = 50;
  constexpr int kThreads = 3;
  std::atomic<size_t> started{0}, taken{0}, most_ahead{0};
  PlanAhead ahead(kCount, kThreads, [&](size_t index) {
    const size_t now = ++started - std::min(taken.load(), started.load());
    size_t most = most_ahead;
    while (now > most && !most_ahead.compare_exchange_weak(most, now)) {
    }
    absl::SleepFor(absl::Milliseconds(index % 3));  // so that products become ready out of order
    PreparedCase product;
    product.line.token = absl::StrCat(index);
    return product;
  });
  for (size_t i = 0; i < kCount; ++i) {
    EXPECT_EQ(ahead.Take().line.token, absl::StrCat(i));
    ++taken;
  }
  EXPECT_EQ(started, kCount);
  // One product can be handed out while its successor has already started.
  EXPECT_LE(most_ahead, 2u * kThreads + 1);
}

TEST(PlanAheadTest, StopsWithoutBeingEmptied) {
  std::atomic<int> started{0};
  {
    PlanAhead ahead(1000, 2, [&](size_t) {
      ++started;
      return PreparedCase();
    });
    ahead.Take();
  }
  EXPECT_GE(started, 1);
  EXPECT_LE(started, 6);
}

}  // namespace
}  // namespace fft::testing
