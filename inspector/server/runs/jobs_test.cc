#include "inspector/server/runs/jobs.h"

#include <thread>

#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

using std::chrono::milliseconds;

// All events of a job until its end.
std::vector<JobEvent> Follow(JobQueue& queue, const std::string& id) {
  std::vector<JobEvent> events;
  for (int after = 0;;) {
    const auto next = queue.EventsAfter(id, after, milliseconds(10000));
    EXPECT_TRUE(next.ok()) << next.status();
    if (!next.ok() || next->ended) return events;
    for (const JobEvent& event : next->events) {
      after = event.number;
      events.push_back(event);
    }
  }
}

// Work that ends only when it is cancelled.
absl::StatusOr<Json> Endless(JobControl& control) {
  control.Report("started");
  while (!control.cancelled()) std::this_thread::sleep_for(milliseconds(1));
  return Json("cut short");
}

TEST(JobQueueTest, ListsWhatWaitsAndRuns) {
  JobQueue queue;
  const auto done = queue.Submit("done", [](JobControl&) -> absl::StatusOr<Json> { return 1; });
  ASSERT_TRUE(done.ok());
  Follow(queue, *done);
  const auto first = queue.Submit("first", Endless);
  const auto second = queue.Submit("second", Endless);
  ASSERT_TRUE(first.ok() && second.ok());
  const auto started = queue.EventsAfter(*first, 0, milliseconds(10000));
  ASSERT_TRUE(started.ok());
  const Json list = queue.ListOpen();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0]["subject"], "first");
  EXPECT_EQ(list[0]["state"], "running");
  EXPECT_EQ(list[0]["progress"], "started");
  EXPECT_EQ(list[1]["state"], "waiting");
  EXPECT_TRUE(queue.Cancel(*second).ok());
  EXPECT_EQ(queue.ListOpen().size(), 1u);
}

TEST(JobQueueTest, ReportsProgressAndResult) {
  JobQueue queue;
  const auto id = queue.Submit("count", [](JobControl& control) -> absl::StatusOr<Json> {
    for (int i = 0; i < 3; ++i) control.Report(i);
    return Json(42);
  });
  ASSERT_TRUE(id.ok());
  const std::vector<JobEvent> events = Follow(queue, *id);
  ASSERT_EQ(events.size(), 4u);
  EXPECT_EQ(events[1].number, 2);
  EXPECT_EQ(events[1].data, 1);
  EXPECT_EQ(events[3].kind, "end");
  EXPECT_EQ(events[3].data["state"], "done");
  EXPECT_EQ(events[3].data["result"], 42);
  EXPECT_EQ((*queue.Describe(*id))["progress"], 2);
}

TEST(JobQueueTest, FailuresSayWhy) {
  JobQueue queue;
  const auto id = queue.Submit(
      "fail", [](JobControl&) -> absl::StatusOr<Json> { return absl::InternalError("no luck"); });
  Follow(queue, *id);
  EXPECT_EQ((*queue.Describe(*id))["state"], "failed");
  EXPECT_EQ((*queue.Describe(*id))["error"], "no luck");
}

TEST(JobQueueTest, RunningAndWaitingJobsAreCancelled) {
  JobQueue queue;
  const auto first = queue.Submit("first", Endless);
  const auto second = queue.Submit("second", Endless);
  ASSERT_TRUE(queue.EventsAfter(*first, 0, milliseconds(10000)).ok());
  EXPECT_EQ((*queue.Describe(*second))["state"], "waiting");
  EXPECT_TRUE(queue.Cancel(*second).ok());
  EXPECT_EQ((*queue.Describe(*second))["state"], "cancelled");
  EXPECT_TRUE(queue.Cancel(*first).ok());
  Follow(queue, *first);
  EXPECT_EQ((*queue.Describe(*first))["state"], "cancelled");
  EXPECT_EQ((*queue.Describe(*first))["result"], "cut short");
  EXPECT_EQ(queue.Cancel(*first).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(queue.Cancel("99").code(), absl::StatusCode::kNotFound);
}

TEST(JobQueueTest, TooManyAreRefusedAndOldOnesForgotten) {
  JobQueue queue;
  const auto running = queue.Submit("running", Endless);
  ASSERT_TRUE(queue.EventsAfter(*running, 0, milliseconds(10000)).ok());
  std::vector<std::string> waiting;
  for (int i = 0; i < JobQueue::kMaxWaiting; ++i) waiting.push_back(*queue.Submit("w", Endless));
  EXPECT_EQ(queue.Submit("more", Endless).status().code(), absl::StatusCode::kUnavailable);
  for (const std::string& id : waiting) EXPECT_TRUE(queue.Cancel(id).ok());
  for (int i = 0; i < 2 * JobQueue::kMaxKept; ++i) {
    const auto id = queue.Submit("x", Endless);
    ASSERT_TRUE(id.ok());
    ASSERT_TRUE(queue.Cancel(*id).ok());
  }
  EXPECT_FALSE(queue.Describe(waiting[0]).ok());
  EXPECT_TRUE(queue.Describe(*running).ok());
}

}  // namespace
}  // namespace fft::inspector
