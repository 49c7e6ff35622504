// Tests the pool inside a program that has its own ways: threads that cannot be started, forks,
// signals. host_device_test.cc tests how the pool works.
#include "fft/rtc/host/host_thread_pool.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <memory>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "fft/rtc/system/subprocess.h"
#include "gtest/gtest.h"

namespace {

std::atomic<int> threads_left = INT_MAX;
std::atomic<int> threads_started = 0;

}  // namespace

// Takes the place of the system's function for this whole program.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                              void* (*start)(void*), void* argument) {
  if (threads_left-- <= 0) return EAGAIN;
  ++threads_started;
  static const auto real =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return real(thread, attributes, start, argument);
}

namespace fft::rtc {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool kHasThreadSanitizer = true;
#else
constexpr bool kHasThreadSanitizer = false;
#endif

// args: {std::vector<std::atomic<int>>*}
void CountVisits(void* const* args, unsigned first_block, unsigned end_block) {
  auto& visits = *static_cast<std::vector<std::atomic<int>>*>(args[0]);
  for (unsigned block = first_block; block < end_block; ++block) ++visits[block];
}

// args: {std::atomic<bool>* go_on, std::atomic<int>* entered}
void WaitForLeave(void* const* args, unsigned, unsigned) {
  ++*static_cast<std::atomic<int>*>(args[1]);
  while (!*static_cast<std::atomic<bool>*>(args[0])) absl::SleepFor(absl::Milliseconds(1));
}

bool VisitsAll(HostThreadPool& pool) {
  std::vector<std::atomic<int>> visits(100);
  void* args[] = {&visits};
  pool.Run(CountVisits, args, 100);
  for (const auto& count : visits) {
    if (count != 1) return false;
  }
  return true;
}

TEST(HostThreadPool, RunsWithTheThreadsThereAre) {
  for (const int available : {0, 1, 2}) {
    threads_left = available;
    HostThreadPool pool(8);
    threads_left = INT_MAX;
    EXPECT_EQ(pool.threads(), available + 1);
    EXPECT_TRUE(VisitsAll(pool));
  }
}

TEST(HostThreadPool, WorkersStartWithThePoolAndNotLater) {
  threads_started = 0;
  HostThreadPool pool(4);
  EXPECT_EQ(threads_started, 3);
  EXPECT_TRUE(VisitsAll(pool));
  EXPECT_EQ(threads_started, 3);
}

TEST(HostThreadPool, AForkRunsAndReleases) {
  if (kHasThreadSanitizer) GTEST_SKIP() << "it forbids threads in forks of threaded processes";
  auto pool = std::make_unique<HostThreadPool>(4);
  ASSERT_TRUE(VisitsAll(*pool));
  const auto exit = CallInChild(
      [&] {
        const bool right = VisitsAll(*pool);
        pool.reset();
        return right ? 0 : 1;
      },
      absl::Seconds(20));
  ASSERT_TRUE(exit.ok()) << exit.status();
  EXPECT_TRUE(exit->ok()) << exit->Describe();
  EXPECT_TRUE(VisitsAll(*pool)) << "the parent's goes on";
}

TEST(HostThreadPool, AForkOfAnExecutingProcessRunsAndReleases) {
  if (kHasThreadSanitizer) GTEST_SKIP() << "it forbids threads in forks of threaded processes";
  auto pool = std::make_unique<HostThreadPool>(3);
  std::atomic<bool> leave = false;
  std::atomic<int> entered = 0;
  std::thread executing([&] {
    void* args[] = {&leave, &entered};
    pool->Run(WaitForLeave, args, 30);
  });
  while (entered == 0) absl::SleepFor(absl::Milliseconds(1));
  const auto exit = CallInChild(
      [&] {
        const bool right = VisitsAll(*pool);
        pool.reset();
        HostThreadPool own(3);
        return right && VisitsAll(own) ? 0 : 1;
      },
      absl::Seconds(20));
  leave = true;
  executing.join();
  ASSERT_TRUE(exit.ok()) << exit.status();
  EXPECT_TRUE(exit->ok()) << exit->Describe();
}

std::atomic<int> handled = 0;

TEST(HostThreadPool, WorkersLeaveSignalsToTheProgram) {
  HostThreadPool pool(4);
  ASSERT_TRUE(VisitsAll(pool));
  struct sigaction count = {}, before;
  count.sa_handler = [](int) { ++handled; };
  sigaction(SIGUSR1, &count, &before);
  sigset_t usr1, mask;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &usr1, &mask);
  kill(getpid(), SIGUSR1);
  absl::SleepFor(absl::Milliseconds(50));
  EXPECT_EQ(handled, 0) << "a worker took it";
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  EXPECT_EQ(handled, 1);
  sigaction(SIGUSR1, &before, nullptr);
}

}  // namespace
}  // namespace fft::rtc
