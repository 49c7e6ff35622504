// A cycle makes a Context, plans, executes and caches. The test lets the n-th call of a kind fail,
// for n from 1 until a cycle makes fewer than n calls. Each cycle must give the right result or an
// error, leave nothing behind and keep the cache valid, and the next cycle must be right.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/status.h"
#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "fft/fft_report.h"
#include "fft/rtc/cache/kernel_cache.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/compile_scheduler.h"
#include "fft/rtc/host/host_compiler.h"
#include "fft/rtc/host/host_device.h"
#include "fft/rtc/system/subprocess.h"
#include "gtest/gtest.h"
#include "tests/stress/faults.h"
#include "tests/support/error_norms.h"
#include "tests/support/reference.h"

namespace fft::testing {
namespace {

namespace fs = std::filesystem;

int CountIn(const char* folder) {
  std::error_code ignored;
  return static_cast<int>(std::distance(fs::directory_iterator(folder, ignored), {}));
}

// Returns the number of threads. Waits a moment for `expected`, since joined threads leave the
// system's list late.
int ThreadsAtRest(int expected) {
  int threads = 0;
  for (int i = 0; i < 100; ++i) {
    threads = CountIn("/proc/self/task");
    if (threads <= expected) break;
    absl::SleepFor(absl::Milliseconds(1));
  }
  return threads;
}

// A compiler script that compiles each kernel once and then returns the stored result, so that
// faults hit the library and not the compiler.
constexpr char kCompilerScript[] = R"(#!/bin/sh
[ "$1" = --version ] && echo Remembering 1.0 && exit 0
while [ "$1" != -o ]; do shift; done
sum=$(md5sum < "$3")
kept=$FFT_TEST_STORE/${sum%% *}.so
[ -f "$kept" ] || c++ -O1 -shared -fPIC -w -o "$kept" "$3" || exit 1
cp "$kept" "$2"
)";

enum class CacheState { kEmpty, kFull };

// The part of a cycle in which calls fail: the whole cycle, planning with the report, the way from
// sources to kernels on the device, or the second time that a Context makes the same plan, without
// or with a trace.
enum class Part { kAll, kPlanning, kKernels, kSecondPlan, kTracedPlan };

struct Sweep {
  FaultKind kind;
  FaultSpan span;
  CacheState cache;
  Part part = Part::kAll;
};

int64_t NumberIn(const char* variable, int64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::max(1, std::atoi(text));
}

// Returns the step from one n to the next; the first n is FFT_FAULT_FIRST. The step is 1 if
// FFT_FAULT_STRIDE is 1. Otherwise it is larger for sweeps with many calls, since cycles that
// compile take long.
int64_t Stride(const Sweep& sweep) {
  if (const int64_t asked = NumberIn("FFT_FAULT_STRIDE", 0)) return asked;
  if (sweep.part == Part::kPlanning) return 29;
  const bool compiles = sweep.cache == CacheState::kEmpty;
  const bool has_few = sweep.kind == FaultKind::kThread || sweep.kind == FaultKind::kChild;
  return has_few ? 1 : sweep.part == Part::kTracedPlan ? 997 : compiles ? 11 : 2;
}

class FaultInjectionTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    // The folder is in memory if possible, since a cycle on a disk mostly waits for the disk.
    auto folder = rtc::TemporaryFolder::Create(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    ASSERT_TRUE(folder.ok()) << folder.status();
    folder_ = std::make_unique<rtc::TemporaryFolder>(*std::move(folder));
    for (const char* name : {"store", "temporary", "cache"}) {
      fs::create_directory(folder_->path() + "/" + name);
    }
    const std::string compiler = folder_->path() + "/c++";
    ASSERT_TRUE(rtc::WriteFile(compiler, kCompilerScript).ok());
    fs::permissions(compiler, fs::perms::owner_all);
    setenv("FFT_TEST_STORE", (folder_->path() + "/store").c_str(), 1);
    temporary_ = folder_->path() + "/temporary";
    setenv("TMPDIR", temporary_.c_str(), 1);
    options_.device = "host";
    options_.host_language = "c++";
    options_.host_compiler = compiler;
    options_.system_cache_path = "none";
    options_.cache_path = folder_->path() + "/cache/kernels.db";

    const auto problem = ParseToken(GetParam());
    ASSERT_TRUE(problem.ok()) << problem.status();
    problem_ = *problem;
    const auto input = RandomInput<long double>(problem_, 1);
    ASSERT_LE(input.size(), std::size(in_));
    std::copy(input.begin(), input.end(), in_);
    reference_ = ReferenceTransform<long double>(problem_, {in_, in_ + input.size()});
    ASSERT_LE(reference_.size(), std::size(out_));
    // The first cycle also makes the objects that a process makes only once.
    const absl::Status status = Cycle();
    ASSERT_TRUE(status.ok()) << status;
    ExpectRight();
    CountWhatThereIs();
  }

  void CountWhatThereIs() {
    files_ = CountIn("/proc/self/fd");
    threads_ = CountIn("/proc/self/task");
  }

  absl::Status Cycle() {
    FFT_ASSIGN_OR_RETURN(const std::shared_ptr<Context> context, Context::Create(options_));
    return PlanAndRun(*context);
  }

  absl::Status PlanAndRun(Context& context, Trace* trace = nullptr) {
    FFT_ASSIGN_OR_RETURN(const auto plan, context.MakePlan(problem_, {}, trace));
    if (plan->workspace_bytes() > static_cast<int64_t>(sizeof(workspace_))) {
      return absl::OutOfRangeError("the test's workspace is too small");
    }
    return plan->Execute({.in = in_,
                          .out = out_,
                          .workspace = workspace_,
                          .workspace_bytes = plan->workspace_bytes()});
  }

  // Looks up, compiles, loads and stores the plan's kernels.
  absl::Status CycleOfKernels() {
    return CatchOutOfMemory([&]() -> absl::Status {
      FFT_ASSIGN_OR_RETURN(const auto compiler,
                           rtc::MakeHostCompiler({.compiler = options_.host_compiler}));
      FFT_ASSIGN_OR_RETURN(const auto device, rtc::OpenHostDevice());
      const auto cache = rtc::KernelCache::Open({.user_path = options_.cache_path});
      std::vector<rtc::CompileJob> jobs = jobs_;
      for (rtc::CompileJob& job : jobs) {
        job.accept = [&](const rtc::CodeObject& object) {
          return device->LoadModule(object.bytes, {job.key.kernel_name}).status();
        };
      }
      const auto kernels = rtc::CompileScheduler().CompileAll(jobs, *cache, *compiler);
      for (size_t i = 0; i < kernels.size(); ++i) {
        if (!kernels[i].ok()) return kernels[i].status();
        FFT_RETURN_IF_ERROR(jobs[i].accept(kernels[i]->object));
      }
      std::copy(reference_.begin(), reference_.end(), out_);
      return absl::OkStatus();
    });
  }

  absl::Status CycleOfPlanning() {
    const auto report = ReportPlans(problem_, target_, {}, {});
    if (!report.ok()) return report.status();
    std::copy(reference_.begin(), reference_.end(), out_);
    return absl::OkStatus();
  }

  absl::Status Do(Part part) {
    if (part == Part::kKernels) return CycleOfKernels();
    if (part == Part::kPlanning) return CycleOfPlanning();
    if (part == Part::kAll) return Cycle();
    Trace trace;
    return PlanAndRun(*context_, part == Part::kTracedPlan ? &trace : nullptr);
  }

  void MakeJobs() {
    const auto plan = DescribePlan(problem_, target_, {});
    ASSERT_TRUE(plan.ok()) << plan.status();
    for (const kernels::PlannedKernel& kernel : plan->kernels) {
      const auto source = SourceOf(kernel, plan->target);
      ASSERT_TRUE(source.ok()) << source.status();
      rtc::CompileJob job;
      job.key = {kernel.name, "host", "remembering", "generator"};
      job.request = [request = rtc::CompileRequest{kernel.name, *source, "host", {}}] {
        return request;
      };
      jobs_.push_back(std::move(job));
    }
  }

  void ExpectRight() {
    const std::vector<long double> result(out_, out_ + reference_.size());
    EXPECT_LT(Compare(result, reference_, 2).linf, 1e-14);
    std::fill(std::begin(out_), std::end(out_), 1e30);
  }

  void SetCache(CacheState state, Part part) {
    if (state == CacheState::kEmpty) {
      fs::remove_all(folder_->path() + "/cache");
      fs::create_directory(folder_->path() + "/cache");
    } else if (!fs::exists(options_.cache_path)) {
      ASSERT_TRUE(Do(part).ok());
      ExpectRight();
    }
  }

  void ExpectNothingLeft() {
    EXPECT_EQ(CountIn("/proc/self/fd"), files_);
    EXPECT_EQ(ThreadsAtRest(threads_), threads_);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child is left";
    EXPECT_EQ(errno, ECHILD);
    // Folders that could not be removed are not in use, so a sweep removes them.
    rtc::SweepTemporaryFolders(temporary_, absl::ZeroDuration());
    EXPECT_EQ(CountIn(temporary_.c_str()), 0) << "a temporary folder is left";
  }

  // Sets the time of day back by a day.
  void SetTimeBack() {
    const auto before = std::chrono::system_clock::now();
    Arm(FaultKind::kTimeOfDay, 1, FaultSpan::kOnce);
    EXPECT_LT(std::chrono::system_clock::now(), before - std::chrono::hours(23));
    Disarm();
  }

  void ExpectSoundCache() {
    if (!fs::exists(options_.cache_path)) return;
    const auto store = rtc::OpenKernelStore(options_.cache_path, rtc::StoreMode::kReadWrite);
    ASSERT_TRUE(store.ok()) << store.status();
    const auto problems = (*store)->Verify();
    ASSERT_TRUE(problems.ok()) << problems.status();
    EXPECT_TRUE(problems->empty()) << ::testing::PrintToString(*problems);
  }

  // Runs a cycle whose n-th call fails. Returns whether the cycle made an n-th call.
  bool RunWithFault(const Sweep& sweep, int64_t n) {
    SCOPED_TRACE(absl::StrCat(FaultKindName(sweep.kind), " ", n,
                              sweep.span == FaultSpan::kOnce ? "" : " and all later ones"));
    SetCache(sweep.cache, sweep.part);
    Arm(sweep.kind, n, sweep.span);
    const absl::Status status = Do(sweep.part);
    const bool was_met = Disarm() >= n;
    if (status.ok()) ExpectRight();
    ++(status.ok() ? passed_ : refused_);
    EXPECT_TRUE(was_met || status.ok()) << status;
    const bool is_expected = absl::IsUnavailable(status) || absl::IsResourceExhausted(status) ||
                             absl::IsInternal(status) || absl::IsInvalidArgument(status) ||
                             (sweep.kind == FaultKind::kClock && absl::IsDeadlineExceeded(status));
    EXPECT_TRUE(status.ok() || is_expected) << status;
    ExpectNothingLeft();
    ExpectSoundCache();
    const absl::Status next = Do(sweep.part);
    EXPECT_TRUE(next.ok()) << next;
    ExpectRight();
    return was_met;
  }

  void RunSweep(const Sweep& sweep) {
    int64_t n = NumberIn("FFT_FAULT_FIRST", 1);
    while (RunWithFault(sweep, n) && !HasFailure()) n += Stride(sweep);
    // A sweep without any call of its kind would test nothing.
    const bool may_be_none = sweep.kind == FaultKind::kChild && sweep.cache == CacheState::kFull;
    EXPECT_TRUE(n > 1 || may_be_none || HasFailure())
        << FaultKindName(sweep.kind) << ": none was made";
    std::cout << FaultKindName(sweep.kind) << (sweep.span == FaultSpan::kOnce ? "" : "s")
              << (sweep.cache == CacheState::kEmpty ? ", empty cache: " : ", full cache: ")
              << "up to " << n << ", " << passed_ << " cycles passed, " << refused_
              << " gave an error\n";
    passed_ = refused_ = 0;
  }

  void RunSweeps(FaultKind kind, Part part = Part::kAll) {
    for (const FaultSpan span : {FaultSpan::kOnce, FaultSpan::kFromThenOn}) {
      for (const CacheState cache : {CacheState::kEmpty, CacheState::kFull}) {
        RunSweep({kind, span, cache, part});
      }
    }
  }

  void RunSweepsOfALaterPlan(Part part) {
    const auto context = Context::Create(options_);
    ASSERT_TRUE(context.ok()) << context.status();
    context_ = *context;
    const auto first = context_->MakePlan(problem_);
    ASSERT_TRUE(first.ok()) << first.status();
    CountWhatThereIs();
    for (const FaultSpan span : {FaultSpan::kOnce, FaultSpan::kFromThenOn}) {
      RunSweep({FaultKind::kAllocation, span, CacheState::kFull, part});
    }
  }

  ContextOptions options_;
  const Target target_ = FindTarget("host").value();
  Problem problem_;
  std::unique_ptr<rtc::TemporaryFolder> folder_;
  std::string temporary_;
  std::vector<long double> reference_;
  std::vector<rtc::CompileJob> jobs_;
  std::shared_ptr<Context> context_;  // of a second plan
  int files_ = 0;
  int threads_ = 0;
  int passed_ = 0;
  int refused_ = 0;
  alignas(256) double in_[4096];
  alignas(256) double out_[4096];
  alignas(256) uint8_t workspace_[1 << 17];
};

TEST_P(FaultInjectionTest, IoCalls) { RunSweeps(FaultKind::kIo); }
TEST_P(FaultInjectionTest, ThreadStarts) { RunSweeps(FaultKind::kThread); }
TEST_P(FaultInjectionTest, ChildStarts) { RunSweeps(FaultKind::kChild); }
// A plan whose kernels are all stored starts no thread, since a process that plans one transform
// would wait for that thread.
TEST_P(FaultInjectionTest, StoredKernelsStartNoThread) {
  constexpr int64_t kNever = int64_t{1} << 40;
  SetCache(CacheState::kFull, Part::kAll);
  Arm(FaultKind::kThread, kNever, FaultSpan::kOnce);
  const auto context = Context::Create(options_);
  const int64_t of_context = Disarm();
  ASSERT_TRUE(context.ok()) << context.status();
  Arm(FaultKind::kThread, kNever, FaultSpan::kOnce);
  const auto plan = (*context)->MakePlan(problem_);
  EXPECT_EQ(Disarm(), 0) << of_context << " with the context";
  ASSERT_TRUE(plan.ok()) << plan.status();
  for (const KernelBuild& build : (*plan)->builds()) EXPECT_EQ(build.origin, "user");
}

TEST_P(FaultInjectionTest, Allocations) {
  MakeJobs();
  SetCache(CacheState::kEmpty, Part::kKernels);
  RunSweeps(FaultKind::kAllocation, Part::kKernels);
}

TEST_P(FaultInjectionTest, AllocationsOfPlanning) {
  for (const FaultSpan span : {FaultSpan::kOnce, FaultSpan::kFromThenOn}) {
    RunSweep({FaultKind::kAllocation, span, CacheState::kFull, Part::kPlanning});
  }
}

TEST_P(FaultInjectionTest, ClockReadings) {
  for (const CacheState cache : {CacheState::kEmpty, CacheState::kFull}) {
    RunSweep({FaultKind::kClock, FaultSpan::kOnce, cache});
  }
}

// The time of day is set back by a day, once for each cycle.
TEST_P(FaultInjectionTest, TheTimeOfDayIsSetBack) {
  for (const CacheState cache : {CacheState::kEmpty, CacheState::kFull, CacheState::kFull}) {
    SetTimeBack();
    SetCache(cache, Part::kAll);
    SetTimeBack();
    const absl::Status status = Cycle();
    EXPECT_TRUE(status.ok()) << status;
    ExpectRight();
    ExpectNothingLeft();
    ExpectSoundCache();
  }
}

TEST_P(FaultInjectionTest, CallsOfAFileServer) {
  for (const CacheState cache : {CacheState::kEmpty, CacheState::kFull}) {
    RunSweep({FaultKind::kFileServer, FaultSpan::kOnce, cache});
    // SQLite waits after each failed lock, so only a few n are tested.
    for (const int64_t n : {1, 7, 40}) {
      RunWithFault({FaultKind::kFileServer, FaultSpan::kFromThenOn, cache}, n);
    }
  }
}

// A cache that was closed by a fault is opened again after some time. The monotonic clock measures
// this time.
TEST_P(FaultInjectionTest, ACacheIsUsedAgainWhateverTheTimeOfDay) {
  constexpr int64_t kAlways = 1;
  SetCache(CacheState::kFull, Part::kAll);
  Arm(FaultKind::kFileServer, kAlways, FaultSpan::kFromThenOn);
  const auto context = Context::Create(options_);
  EXPECT_GT(Disarm(), 0);
  ASSERT_TRUE(context.ok()) << context.status();
  EXPECT_NE((*context)->cache_status(), "ok");
  SetTimeBack();
  Arm(FaultKind::kClock, kAlways, FaultSpan::kOnce);
  std::chrono::steady_clock::now();
  EXPECT_EQ(Disarm(), 1);
  const auto plan = (*context)->MakePlan(problem_);
  ASSERT_TRUE(plan.ok()) << plan.status();
  for (const KernelBuild& build : (*plan)->builds()) EXPECT_EQ(build.origin, "user");
}

TEST_P(FaultInjectionTest, AllocationsOfASecondPlan) { RunSweepsOfALaterPlan(Part::kSecondPlan); }
TEST_P(FaultInjectionTest, AllocationsOfATracedPlan) { RunSweepsOfALaterPlan(Part::kTracedPlan); }

// One plan has one kernel, the other has several.
INSTANTIATE_TEST_SUITE_P(Plans, FaultInjectionTest,
                         ::testing::Values("complex_forward_len_60_double_op",
                                           "real_forward_len_24_40_double_op"),
                         [](const ::testing::TestParamInfo<const char*>& info) {
                           return std::string(info.param);
                         });

}  // namespace
}  // namespace fft::testing
