#include "inspector/server/http/gate.h"

#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

using std::chrono::milliseconds;

TEST(GateTest, LetsInWhatFitsAndTheRestInOrder) {
  Gate gate({.capacity = 2, .waiting = 16, .patience = milliseconds(10000), .busy = "busy"});
  const Cancellation none;
  auto first = gate.Enter(none, 2);
  ASSERT_TRUE(first.ok());
  std::vector<int> order;
  std::mutex mutex;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      // Each place takes the whole capacity, so the threads enter one at a time.
      const auto place = gate.Enter(none, 2);
      EXPECT_TRUE(place.ok()) << place.status();
      std::lock_guard<std::mutex> lock(mutex);
      order.push_back(i);
    });
    std::this_thread::sleep_for(milliseconds(30));
  }
  EXPECT_TRUE(order.empty());
  EXPECT_FALSE(gate.quiet());
  first->reset();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_TRUE(gate.quiet());
}

TEST(GateTest, TurnsAwayBeyondItsLine) {
  Gate gate({.capacity = 1, .waiting = 1, .patience = milliseconds(300), .busy = "come later"});
  const Cancellation none;
  const auto inside = gate.Enter(none);
  std::thread waiting([&] { EXPECT_TRUE(absl::IsUnavailable(gate.Enter(none).status())); });
  while (gate.quiet()) std::this_thread::sleep_for(milliseconds(1));
  const auto start = std::chrono::steady_clock::now();
  const absl::Status refused = gate.Enter(none).status();
  EXPECT_TRUE(absl::IsUnavailable(refused));
  EXPECT_EQ(refused.message(), "come later");
  EXPECT_LT(std::chrono::steady_clock::now() - start, milliseconds(200));
  waiting.join();
  EXPECT_TRUE(absl::IsUnavailable(gate.Enter(none, 2).status())) << "never fits";
}

TEST(GateTest, WhoIsCancelledLeavesTheLine) {
  Gate gate({.capacity = 1, .waiting = 4, .patience = milliseconds(60000), .busy = "busy"});
  const Cancellation none;
  auto inside = gate.Enter(none);
  Cancellation gone;
  std::thread thread([&] { EXPECT_TRUE(absl::IsCancelled(gate.Enter(gone).status())); });
  while (gate.quiet()) std::this_thread::sleep_for(milliseconds(1));
  gone.Cancel();
  thread.join();
  inside->reset();
  EXPECT_TRUE(gate.Enter(none).ok());
  EXPECT_TRUE(absl::IsCancelled(gate.Enter(gone).status()));
}

}  // namespace
}  // namespace fft::inspector
