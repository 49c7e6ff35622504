#include "fft/rtc/cache/compile_lock.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "fft/rtc/system/subprocess.h"
#include "gtest/gtest.h"

namespace fft::rtc {
namespace {

const CacheKey kKey = {"kernel", "host", "compiler", "generator"};
const CacheKey kOther = {"other", "host", "compiler", "generator"};

class CompileLockTest : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = TemporaryFolder::Create("");
    ASSERT_TRUE(folder.ok()) << folder.status();
    folder_ = std::make_unique<TemporaryFolder>(*std::move(folder));
    path_ = folder_->path() + "/kernels.db";
  }
  std::unique_ptr<TemporaryFolder> folder_;
  std::string path_;
};

TEST_F(CompileLockTest, OneAtATimeForEachKey) {
  std::atomic<int> inside = 0, most = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 10; ++i) {
        const CompileLock lock(path_, kKey, Deadline(absl::Seconds(60)));
        EXPECT_TRUE(lock.held());
        if (++inside > most) most = inside.load();
        absl::SleepFor(absl::Milliseconds(1));
        --inside;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
}

TEST_F(CompileLockTest, OtherKeysDoNotWait) {
  const CompileLock lock(path_, kKey, Deadline(absl::Seconds(60)));
  EXPECT_TRUE(CompileLock(path_, kOther, Deadline(absl::Seconds(60))).held());
}

TEST_F(CompileLockTest, GoesOnWhenTimeIsUp) {
  const CompileLock lock(path_, kKey, Deadline(absl::Seconds(60)));
  EXPECT_FALSE(CompileLock(path_, kKey, Deadline(absl::Milliseconds(20))).held());
}

TEST_F(CompileLockTest, GoesOnWithoutAFile) {
  EXPECT_FALSE(CompileLock("/no/such/folder/kernels.db", kKey, Deadline(absl::Seconds(60))).held());
}

TEST_F(CompileLockTest, EndsWithAKilledProcess) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    const CompileLock lock(path_, kKey, Deadline(absl::Seconds(60)));
    const char held = lock.held() ? 'y' : 'n';
    if (write(ends[1], &held, 1) != 1) _exit(1);
    pause();
    _exit(0);
  }
  ASSERT_GT(child, 0);
  char held = 'n';
  ASSERT_EQ(read(ends[0], &held, 1), 1);
  ASSERT_EQ(held, 'y');
  EXPECT_FALSE(CompileLock(path_, kKey, Deadline(absl::Milliseconds(20))).held());
  kill(child, SIGKILL);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(CompileLock(path_, kKey, Deadline(absl::Seconds(60))).held());
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace fft::rtc
