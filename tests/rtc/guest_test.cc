// Tests the library in programs that use signals, forks, files and PATH in unusual ways.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <clocale>
#include <complex>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/system/subprocess.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool kHasThreadSanitizer = true;
#else
constexpr bool kHasThreadSanitizer = false;
#endif

using ::testing::HasSubstr;
using Complex = std::complex<float>;

Problem Of(int64_t length, int64_t batch = 1) {
  Problem problem;
  problem.lengths = {length};
  problem.batch = batch;
  return problem;
}

// Whether the plan transforms an impulse to ones.
bool IsRight(const Plan& plan) {
  const Problem& problem = plan.description().problem;
  const int64_t length = problem.lengths[0];
  std::vector<Complex> in(length * problem.batch, 0), out(in.size(), 0);
  for (int64_t row = 0; row < problem.batch; ++row) in[row * length] = 1;
  std::vector<uint8_t> memory(plan.workspace_bytes() + 256);
  const auto address = reinterpret_cast<uintptr_t>(memory.data());
  const absl::Status status =
      plan.Execute({.in = in.data(),
                    .out = out.data(),
                    .workspace = reinterpret_cast<void*>((address + 255) / 256 * 256),
                    .workspace_bytes = plan.workspace_bytes()});
  if (!status.ok()) return false;
  for (const Complex& value : out) {
    if (value != Complex(1)) return false;
  }
  return true;
}

int CountIn(const char* folder) {
  namespace fs = std::filesystem;
  return static_cast<int>(std::distance(fs::directory_iterator(folder), {}));
}

class GuestTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto folder = rtc::TemporaryFolder::Create("");
    ASSERT_TRUE(folder.ok()) << folder.status();
    folder_ = std::make_unique<rtc::TemporaryFolder>(*std::move(folder));
    options_ = ReadEnvironment();
    options_.device = "host";
    // Uses the C++ compiler, which is a child process, even if LLVM is installed.
    options_.host_language = "c++";
    options_.system_cache_path = "none";
    options_.cache_path = folder_->path() + "/kernels.db";
  }

  absl::StatusOr<std::shared_ptr<const Plan>> MakePlan(const Problem& problem) {
    auto context = Context::Create(options_);
    if (!context.ok()) return context.status();
    return (*context)->MakePlan(problem);
  }

  // A folder for the test's user cache.
  std::unique_ptr<rtc::TemporaryFolder> folder_;
  ContextOptions options_;
};

// Sets a variable of the environment in its constructor and restores it in its destructor.
class WithVariable {
 public:
  WithVariable(const char* name, const char* value) : name_(name) {
    if (const char* const before = getenv(name)) before_ = before;
    setenv(name, value, 1);
  }
  ~WithVariable() {
    if (before_) setenv(name_, before_->c_str(), 1);
    if (!before_) unsetenv(name_);
  }

 private:
  const char* const name_;
  std::optional<std::string> before_;  // empty if the variable was not set
};

TEST_F(GuestTest, AFullCacheNeedsNoCompiler) {
  ASSERT_TRUE(MakePlan(Of(48)).ok());
  const WithVariable nowhere("PATH", "/nonexistent");
  const auto plan = MakePlan(Of(48));
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ((*plan)->builds()[0].origin, "user");
  EXPECT_TRUE(IsRight(**plan));
  const absl::Status missing = MakePlan(Of(50)).status();
  EXPECT_TRUE(absl::IsUnavailable(missing)) << missing;
  EXPECT_THAT(std::string(missing.message()), HasSubstr("no C++ compiler can be run"));
}

TEST_F(GuestTest, ProgramsMayChangeTheirFolder) {
  namespace fs = std::filesystem;
  const auto other = rtc::TemporaryFolder::Create("");
  ASSERT_TRUE(other.ok()) << other.status();
  const fs::path before = fs::current_path();
  fs::current_path(folder_->path());
  options_.cache_path = "kernels.db";
  const auto context = Context::Create(options_);
  fs::current_path(other->path());
  const auto plan = context.ok() ? (*context)->MakePlan(Of(62)) : context.status();
  fs::current_path(before);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(CountIn(other->path().c_str()), 0);
}

TEST_F(GuestTest, NoCompilerIsNeededWhereThereIsLlvm) {
  const WithVariable nowhere("PATH", "/nonexistent");
  options_.host_language = "llvm";
  const auto plan = MakePlan(Of(50));
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_TRUE(IsRight(**plan));
}

TEST_F(GuestTest, ProgramsMayIgnoreTheirChildren) {
  struct sigaction ignore = {}, before;
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGCHLD, &ignore, &before);
  const auto plan = MakePlan(Of(54));
  sigaction(SIGCHLD, &before, nullptr);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_TRUE(IsRight(**plan));
}

std::atomic<int> reaped = 0;

TEST_F(GuestTest, ProgramsMayReapWhateverEnds) {
  struct sigaction reap = {}, before, after;
  reap.sa_handler = [](int) {
    const int error = errno;
    while (waitpid(-1, nullptr, WNOHANG) > 0) ++reaped;
    errno = error;
  };
  reap.sa_flags = SA_RESTART;
  sigaction(SIGCHLD, &reap, &before);
  for (const int64_t length : {33, 35, 39, 40}) {
    const auto plan = MakePlan(Of(length));
    ASSERT_TRUE(plan.ok()) << plan.status();
    EXPECT_TRUE(IsRight(**plan));
  }
  sigaction(SIGCHLD, &before, &after);
  EXPECT_EQ(after.sa_handler, reap.sa_handler);
}

// After clearenv, `environ` is null. No device runtime may crash on it.
TEST_F(GuestTest, ProgramsMayHaveNoEnvironment) {
  ASSERT_TRUE(MakePlan(Of(40)).ok());  // stays in the cache: a compiler may need a PATH
  char** const before = environ;
  environ = nullptr;
  options_.device = "auto";  // loads every device runtime
  const bool is_there = Context::Create(options_).ok();
  options_.device = "host";
  const auto plan = MakePlan(Of(40));
  const bool is_right = plan.ok() && IsRight(**plan);
  environ = before;
  EXPECT_TRUE(is_there);
  EXPECT_TRUE(is_right) << plan.status();
}

// Returns the sources of the problem's kernels in every dialect.
std::vector<std::string> SourcesOfAll(const Problem& problem) {
  std::vector<std::string> sources;
  for (const char* name : {"host", "gfx90a", "sm_90"}) {
    const auto plan = DescribePlan(problem, FindTarget(name).value(), {});
    EXPECT_TRUE(plan.ok()) << plan.status();
    if (!plan.ok()) continue;
    for (const kernels::PlannedKernel& kernel : plan->kernels) {
      sources.push_back(SourceOf(kernel, plan->target).value_or("none"));
    }
  }
  return sources;
}

// Numbers in kernels' sources have decimal points even if the program's locale has decimal commas.
TEST_F(GuestTest, ProgramsMayHaveDecimalCommas) {
  const std::string made = folder_->path() + "/de_DE.UTF-8";
  if (setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) {
    const auto output =
        rtc::RunProcess({"localedef", "-i", "de_DE", "-f", "UTF-8", made}, absl::Seconds(30), {});
    setenv("LOCPATH", folder_->path().c_str(), 1);
    if (setlocale(LC_ALL, "de_DE.UTF-8") == nullptr) {
      GTEST_SKIP() << "no locale with a decimal comma, and none can be made: " << output.status();
    }
  }
  Problem problem = Of(40);
  problem.scale = 0.3;
  const std::vector<std::string> with_commas = SourcesOfAll(problem);
  const auto plan = MakePlan(Of(40));
  const bool is_right = plan.ok() && IsRight(**plan);
  setlocale(LC_ALL, "C");
  unsetenv("LOCPATH");
  EXPECT_EQ(with_commas, SourcesOfAll(problem));
  EXPECT_THAT(with_commas[0], HasSubstr("0.559"));
  EXPECT_TRUE(is_right) << plan.status();
}

// If the standard streams are closed, files that the library opens, for example for its compiler,
// get the descriptors 0, 1 and 2.
TEST_F(GuestTest, ProgramsMayHaveClosedStandardStreams) {
  const auto end = rtc::CallInChild(
      [this] {
        for (int stream : {0, 1, 2}) close(stream);
        const auto plan = MakePlan(Of(44));
        return plan.ok() && IsRight(**plan) ? 0 : 1;
      },
      absl::Seconds(60));
  ASSERT_TRUE(end.ok()) << end.status();
  EXPECT_TRUE(end->ok()) << end->Describe();
}

// C++ kernels use up to 128 KiB of the stack.
TEST_F(GuestTest, ThreadsMayHaveSmallStacks) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "instrumented code takes more of the stack";
#endif
  absl::Status status = absl::UnknownError("not run");
  bool is_right = false;
  std::function<void()> work = [&] {
    const auto plan = MakePlan(Of(1 << 16));
    status = plan.status();
    is_right = plan.ok() && IsRight(**plan);
  };
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 512 << 10), 0);
  pthread_t thread;
  const auto call = [](void* function) -> void* {
    (*static_cast<std::function<void()>*>(function))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, call, &work), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_TRUE(is_right);
}

// A failure of the compiler is not reported as an invalid argument of the program.
TEST_F(GuestTest, ACompilerThatFailsIsNoInvalidArgument) {
  options_.host_compiler = folder_->path() + "/c++";
  ASSERT_TRUE(rtc::WriteFile(options_.host_compiler,
                             "#!/bin/sh\n[ \"$1\" = --version ] && echo x && exit 0\n"
                             "echo no library libzstd >&2; exit 1\n")
                  .ok());
  std::filesystem::permissions(options_.host_compiler, std::filesystem::perms::owner_all);
  const absl::Status status = MakePlan(Of(40)).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("no library libzstd"));
}

TEST_F(GuestTest, ACancelledPlanKillsItsCompiler) {
  const std::string compiler = folder_->path() + "/c++";
  const std::string began = folder_->path() + "/began";
  ASSERT_TRUE(rtc::WriteFile(compiler,
                             "#!/bin/sh\n[ \"$1\" = --version ] && echo Slow 1 && exit 0\n"
                             "touch " +
                                 began + "; sleep 60\n")
                  .ok());
  std::filesystem::permissions(compiler, std::filesystem::perms::owner_all);
  options_.host_compiler = compiler;
  auto context = Context::Create(options_);
  ASSERT_TRUE(context.ok()) << context.status();
  PlanOptions options;
  options.cancel = CancelToken::Create();
  absl::Status status;
  std::thread planner([&] { status = (*context)->MakePlan(Of(60), options).status(); });
  while (!std::filesystem::exists(began)) std::this_thread::yield();
  const auto start = std::chrono::steady_clock::now();
  options.cancel.Cancel();
  planner.join();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  EXPECT_TRUE(absl::IsCancelled(status)) << status;
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "the compiler is left";
}

TEST_F(GuestTest, NothingIsLeftBehind) {
  const WithVariable temporary("TMPDIR", folder_->path().c_str());
  struct sigaction actions[NSIG];
  sigset_t mask;
  for (int i = 1; i < NSIG; ++i) sigaction(i, nullptr, &actions[i]);
  pthread_sigmask(SIG_BLOCK, nullptr, &mask);
  const int files = CountIn("/proc/self/fd"), threads = CountIn("/proc/self/task");
  {
    const auto plan = MakePlan(Of(1 << 20));
    ASSERT_TRUE(plan.ok()) << plan.status();
    const int with_context = CountIn("/proc/self/task");
    EXPECT_TRUE(IsRight(**plan));
    EXPECT_EQ(CountIn("/proc/self/task"), with_context) << "executing starts no thread";
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
    EXPECT_EQ(errno, ECHILD);
  }
  EXPECT_EQ(CountIn("/proc/self/fd"), files);
  EXPECT_EQ(CountIn("/proc/self/task"), threads);
  EXPECT_EQ(CountIn(folder_->path().c_str()), 2) << "the cache and its lock file";
  for (int i = 1; i < NSIG; ++i) {
    struct sigaction now;
    if (sigaction(i, nullptr, &now) != 0) continue;
    EXPECT_EQ(now.sa_handler, actions[i].sa_handler) << i;
  }
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, nullptr, &now);
  for (int i = 1; i < NSIG; ++i) EXPECT_EQ(sigismember(&now, i), sigismember(&mask, i)) << i;
}

TEST_F(GuestTest, AForkExecutesPlansAndReleases) {
  if (kHasThreadSanitizer) GTEST_SKIP() << "it forbids threads in forks of threaded processes";
  auto created = Context::Create(options_);
  ASSERT_TRUE(created.ok()) << created.status();
  std::shared_ptr<Context> context = *created;
  auto plan = *context->MakePlan(Of(64, 100));
  std::atomic<bool> stop = false;
  std::thread executing([&] {
    while (!stop) EXPECT_TRUE(IsRight(*plan));
  });
  for (int round = 0; round < 20; ++round) {
    const auto exit = rtc::CallInChild(
        [&] {
          if (!IsRight(*plan)) return 2;
          const auto another = context->MakePlan(Of(21, 50));
          if (!another.ok() || !IsRight(**another)) return 3;
          plan.reset();
          context.reset();
          const auto own = MakePlan(Of(21, 50));
          return own.ok() && IsRight(**own) ? 0 : 4;
        },
        absl::Seconds(60));
    ASSERT_TRUE(exit.ok()) << exit.status();
    EXPECT_TRUE(exit->ok()) << exit->Describe();
  }
  stop = true;
  executing.join();
  EXPECT_EQ((*context->MakePlan(Of(21, 50)))->builds()[0].origin, "user") << "the forks made it";
  const auto problems =
      (*rtc::OpenKernelStore(options_.cache_path, rtc::StoreMode::kReadOnly))->Verify();
  ASSERT_TRUE(problems.ok()) << problems.status();
  EXPECT_THAT(*problems, ::testing::IsEmpty());
}

}  // namespace
}  // namespace fft::testing
