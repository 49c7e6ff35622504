#include "fft/dist/thread_communicator.h"

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/rtc/host/host_device.h"
#include "gtest/gtest.h"

namespace fft::dist {
namespace {

// Runs a function on every rank, each in its own thread.
void OnRanks(std::vector<std::unique_ptr<Communicator>>* all,
             const std::function<void(std::unique_ptr<Communicator>*)>& function) {
  std::vector<std::thread> threads;
  for (auto& one : *all) threads.emplace_back([&] { function(&one); });
  for (std::thread& thread : threads) thread.join();
}

TEST(ThreadCommunicator, GathersAndBroadcasts) {
  auto all = MakeThreadCommunicators(5);
  OnRanks(&all, [](std::unique_ptr<Communicator>* one) {
    for (int round = 0; round < 100; ++round) {
      const int rank = (*one)->rank();
      const auto gathered = (*one)->AllGather(absl::StrCat(rank, " ", round));
      ASSERT_TRUE(gathered.ok());
      for (int r = 0; r < 5; ++r) EXPECT_EQ((*gathered)[r], absl::StrCat(r, " ", round));
      EXPECT_EQ(*(*one)->Broadcast(absl::StrCat("from ", rank), 3), "from 3");
    }
  });
}

TEST(ThreadCommunicator, MessagesArrive) {
  auto all = MakeThreadCommunicators(3);
  const auto device = rtc::OpenHostDevice({.threads = 1});
  ASSERT_TRUE(device.ok());
  OnRanks(&all, [&](std::unique_ptr<Communicator>* one) {
    const int rank = (*one)->rank(), next = (rank + 1) % 3, before = (rank + 2) % 3;
    std::vector<int> sent(7, rank), received(7, -1);
    const auto under_way = (*one)->Begin({{next, sent.data(), 28}}, {{before, received.data(), 28}},
                                         **device, nullptr);
    ASSERT_TRUE(under_way.ok());
    ASSERT_TRUE((*under_way)->Finish(nullptr).ok());
    EXPECT_EQ(received, std::vector<int>(7, before));
  });
}

TEST(ThreadCommunicator, ALostRankIsAnError) {
  auto all = MakeThreadCommunicators(3);
  OnRanks(&all, [](std::unique_ptr<Communicator>* one) {
    if ((*one)->rank() == 1) {
      one->reset();
      return;
    }
    EXPECT_EQ((*one)->Barrier(), absl::UnavailableError("rank 1 has left"));
    EXPECT_FALSE((*one)->AllGather("x").ok());
  });
}

TEST(ThreadCommunicator, ALateRankIsAnError) {
  auto all = MakeThreadCommunicators(2, absl::Milliseconds(50));
  EXPECT_EQ(all[0]->Barrier(), absl::DeadlineExceededError("rank 0 waited 50ms for others"));
}

TEST(ThreadCommunicator, TheFirstErrorIsEverybodysError) {
  auto all = MakeThreadCommunicators(4);
  OnRanks(&all, [](std::unique_ptr<Communicator>* one) {
    const int rank = (*one)->rank();
    EXPECT_TRUE(AgreeOnStatus(**one, absl::OkStatus()).ok());
    const absl::Status mine =
        rank < 2 ? absl::OkStatus() : absl::NotFoundError(absl::StrCat("no ", rank));
    EXPECT_EQ(AgreeOnStatus(**one, mine), absl::NotFoundError("rank 2: no 2"));
  });
}

}  // namespace
}  // namespace fft::dist
