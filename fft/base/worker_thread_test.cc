#include "fft/base/worker_thread.h"

#include <atomic>
#include <vector>

#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(ShareOut, CallsEveryNumberOnce) {
  for (int64_t count : {0, 1, 2, 3, 17, 1000}) {
    for (int64_t least : {1, 3, 64, 5000}) {
      std::vector<std::atomic<int>> calls(count);
      ShareOut(count, least, [&](int64_t begin, int64_t end) {
        EXPECT_TRUE(end - begin >= least || end == count) << begin << " to " << end;
        for (int64_t i = begin; i < end; ++i) ++calls[i];
      });
      for (int64_t i = 0; i < count; ++i) EXPECT_EQ(calls[i], 1) << i << " of " << count;
    }
  }
}

TEST(StartWorker, RunsTheWork) {
  int runs = 0;
  auto worker = StartWorker([&runs] { ++runs; });
  ASSERT_TRUE(worker.has_value());
  worker->join();
  EXPECT_EQ(runs, 1);
}

}  // namespace
}  // namespace fft
