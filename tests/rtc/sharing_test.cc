// Tests the state that plans of one Context share, where their kernels come from, and kernels that
// move between Contexts.
#include <link.h>

#include <algorithm>
#include <chrono>
#include <complex>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/trace_events.h"
#include "fft/fft_report.h"
#include "fft/rtc/cache/kernel_store.h"
#include "fft/rtc/system/subprocess.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using Complex = std::complex<float>;

// Returns a problem of several kernels.
Problem Large() {
  Problem problem;
  problem.lengths = {1 << 20};
  return problem;
}

Problem Small() {
  Problem problem;
  problem.lengths = {8};
  return problem;
}

std::shared_ptr<const Plan> MakePlan(Context& context, const Problem& problem,
                                     Trace* trace = nullptr) {
  auto plan = context.MakePlan(problem, {}, trace);
  EXPECT_TRUE(plan.ok()) << plan.status();
  return plan.value_or(nullptr);
}

// Expects that the plan transforms an impulse to ones.
void ExpectRight(const Plan& plan) {
  const int64_t length = plan.description().problem.lengths[0];
  std::vector<Complex> in(length, 0), out(length, 0);
  in[0] = 1;
  std::vector<uint8_t> memory(plan.workspace_bytes() + 256);
  const auto address = reinterpret_cast<uintptr_t>(memory.data());
  ASSERT_TRUE(plan.Execute({.in = in.data(),
                            .out = out.data(),
                            .workspace = reinterpret_cast<void*>((address + 255) / 256 * 256),
                            .workspace_bytes = plan.workspace_bytes()})
                  .ok());
  for (const Complex& value : out) ASSERT_EQ(value, Complex(1));
}

std::vector<std::string> Origins(const Plan& plan) {
  std::vector<std::string> origins;
  for (const KernelBuild& build : plan.builds()) origins.push_back(build.origin);
  return origins;
}

// Returns the number of different kernels of a plan. Several steps may use the same kernel.
int Kernels(const Plan& plan) {
  std::set<std::string> names;
  for (const KernelBuild& build : plan.builds()) names.insert(build.name);
  return static_cast<int>(names.size());
}

int LoadedObjects() {
  int count = 0;
  dl_iterate_phdr([](dl_phdr_info*, size_t, void* data) { return ++*static_cast<int*>(data), 0; },
                  &count);
  return count;
}

class SharingTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto folder = rtc::TemporaryFolder::Create("");
    ASSERT_TRUE(folder.ok()) << folder.status();
    folder_ = std::make_unique<rtc::TemporaryFolder>(*std::move(folder));
    path_ = folder_->path() + "/kernels.db";
  }

  std::shared_ptr<Context> Open(const std::string& cache_path, const std::string& system = "none") {
    ContextOptions options = ReadEnvironment();
    options.device = "host";
    options.host_language = language_;
    options.cache_path = cache_path;
    options.system_cache_path = system;
    options.pass_limit = pass_limit_;
    auto context = Context::Create(options, [this](absl::LogSeverity, const std::string& message) {
      std::lock_guard lock(mutex_);
      warnings_.push_back(message);
    });
    EXPECT_TRUE(context.ok()) << context.status();
    return context.value_or(nullptr);
  }

  std::unique_ptr<rtc::TemporaryFolder> folder_;
  std::string path_, language_, pass_limit_;
  std::mutex mutex_;
  std::vector<std::string> warnings_;
};

TEST_F(SharingTest, ThreadsThatPlanAtOnceCompileEachKernelOnce) {
  std::shared_ptr<Context> context = Open("");
  std::vector<std::shared_ptr<const Plan>> plans(8);
  std::vector<std::thread> threads;
  for (auto& plan : plans) {
    threads.emplace_back([&] { plan = MakePlan(*context, Large()); });
  }
  for (std::thread& thread : threads) thread.join();
  int compiled = 0;
  for (const auto& plan : plans) {
    ASSERT_NE(plan, nullptr);
    for (const KernelBuild& build : plan->builds()) {
      compiled += build.origin != "memory";
      EXPECT_EQ(build.milliseconds > 0, build.origin != "memory") << build.name;
    }
    ExpectRight(*plan);
  }
  const int kernels = Kernels(*plans[0]);
  EXPECT_GE(kernels, 2);
  EXPECT_EQ(compiled, kernels);
  EXPECT_EQ(context->cache_counters().compiles, kernels);
}

TEST_F(SharingTest, ASecondPlanCompilesAndLoadsNothing) {
  std::shared_ptr<Context> context = Open("");
  const auto first = MakePlan(*context, Large());
  const rtc::CacheCounters before = context->cache_counters();
  const int objects = LoadedObjects();
  std::vector<std::shared_ptr<const Plan>> plans;
  for (int i = 0; i < 50; ++i) plans.push_back(MakePlan(*context, Large()));
  EXPECT_EQ(LoadedObjects(), objects) << "modules are shared";
  EXPECT_EQ(context->cache_counters().compiles, before.compiles);
  EXPECT_EQ(context->cache_counters().hits(), before.hits()) << "not even looked up";
  for (const auto& plan : plans) {
    EXPECT_THAT(Origins(*plan), Each("memory"));
  }
  ExpectRight(*plans.back());
}

double Milliseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

TEST_F(SharingTest, ASecondPlanTakesLittleMoreThanPlanning) {
  std::shared_ptr<Context> context = Open("");
  const auto first = MakePlan(*context, Large());
  double planning = 1e9, whole = 1e9;
  for (int i = 0; i < 30; ++i) {
    planning = std::min(planning, Milliseconds([&] {
                          ASSERT_TRUE(DescribePlan(Large(), context->target(), {}).ok());
                        }));
    whole = std::min(whole, Milliseconds([&] { MakePlan(*context, Large()); }));
  }
  EXPECT_LT(whole - planning, 1.0) << whole << " ms in all, " << planning << " ms of planning";
}

TEST_F(SharingTest, EqualPlansShareTheirDescriptionWhileOneLives) {
  std::shared_ptr<Context> context = Open("");
  const std::shared_ptr<const Plan> first = MakePlan(*context, Large());
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(&MakePlan(*context, Large())->description(), &first->description());
  PlanOptions options;
  options.allow_input_overwrite = true;
  const auto other = context->MakePlan(Large(), options);
  ASSERT_TRUE(other.ok()) << other.status();
  EXPECT_TRUE((*other)->description().options.allow_input_overwrite);
  EXPECT_FALSE(MakePlan(*context, Large())->description().options.allow_input_overwrite);
  // A trace also has the records of a shared plan, whose decision was made earlier.
  const auto shared = MakePlan(*context, Large());
  Trace trace;
  EXPECT_EQ(&MakePlan(*context, Large(), &trace)->description(), &shared->description());
  EXPECT_EQ(trace.plan->tree, shared->description().tree);
  ASSERT_FALSE(trace.plan->planner.decisions.empty());
  EXPECT_FALSE(trace.plan->planner.decisions.front().considered.empty());
}

TEST_F(SharingTest, ModulesGoWithTheirLastPlan) {
  language_ = "c++";  // C++ modules are shared objects, which the test can count
  std::shared_ptr<Context> context = Open("");
  const int before = LoadedObjects();
  auto first = MakePlan(*context, Large());
  const int with_plan = LoadedObjects();
  const int kernels = Kernels(*first);
  EXPECT_EQ(with_plan, before + kernels);
  auto second = MakePlan(*context, Large());
  first.reset();
  EXPECT_EQ(LoadedObjects(), with_plan) << "the second plan uses them";
  ExpectRight(*second);
  second.reset();
  EXPECT_EQ(LoadedObjects(), before);
  const auto third = MakePlan(*context, Large());
  EXPECT_THAT(Origins(*third), Each("memory"));
  EXPECT_EQ(context->cache_counters().memory_hits, kernels) << "loaded again, not compiled again";
  EXPECT_EQ(context->cache_counters().compiles, kernels);
  ExpectRight(*third);
}

TEST_F(SharingTest, EveryOriginIsTold) {
  EXPECT_EQ(Origins(*MakePlan(*Open(path_), Small())),
            std::vector<std::string>{"compiled_in_process"});
  Trace trace;
  EXPECT_EQ(Origins(*MakePlan(*Open(path_), Small(), &trace)), std::vector<std::string>{"user"});
  ASSERT_EQ(trace.builds.size(), 1u);
  EXPECT_EQ(trace.builds[0].origin, "user");
  EXPECT_EQ(trace.builds[0].milliseconds, 0);
  const std::vector<TraceEvent> events = EventsOf(trace);
  EXPECT_EQ(events.back().stage, "rtc");
  EXPECT_EQ(events.back().detail["origin"], "user");
  EXPECT_EQ(Origins(*MakePlan(*Open("", path_), Small())), std::vector<std::string>{"system"});
  EXPECT_THAT(warnings_, ::testing::IsEmpty());
}

TEST_F(SharingTest, SerializedKernelsNeedNoCompile) {
  std::shared_ptr<Context> first = Open("");
  const int all = Kernels(*MakePlan(*first, Large())) + Kernels(*MakePlan(*first, Small()));
  const std::string bytes = first->SerializeCache();
  std::shared_ptr<Context> second = Open("");
  const auto kernels = second->DeserializeCache(bytes);
  ASSERT_TRUE(kernels.ok()) << kernels.status();
  EXPECT_EQ(*kernels, all);
  for (const Problem& problem : {Large(), Small()}) ExpectRight(*MakePlan(*second, problem));
  EXPECT_EQ(second->cache_counters().compiles, 0);
  EXPECT_EQ(second->cache_counters().memory_hits, all);
}

TEST_F(SharingTest, KernelsFromAUserCacheAreSerializedToo) {
  MakePlan(*Open(path_), Small());
  std::shared_ptr<Context> warm = Open(path_);
  EXPECT_EQ(*Open("")->DeserializeCache(warm->SerializeCache()), 0) << "nothing used yet";
  MakePlan(*warm, Small());
  EXPECT_EQ(*Open("")->DeserializeCache(warm->SerializeCache()), 1);
}

// Two versions of the library use one file alternately. Each version uses only its own kernels, and
// rows of a third version do not disturb them.
TEST_F(SharingTest, VersionsOfTheLibraryShareAFile) {
  const auto rows = [this] {
    auto store = rtc::OpenKernelStore(path_, rtc::StoreMode::kReadWrite);
    EXPECT_TRUE(store.ok()) << store.status();
    return *std::move(store);
  };
  // Generators with different passes count as different versions.
  const std::vector<std::string> versions = {"0", "1"};
  const auto plan = [this](const std::string& version) {
    pass_limit_ = version;
    const auto made = MakePlan(*Open(path_), Large());
    ExpectRight(*made);
    return Origins(*made);
  };
  for (const std::string& version : versions) {
    EXPECT_THAT(plan(version), Each(::testing::Ne("user"))) << "its first kernels";
  }
  // Writes rows as an older version with the same kernel names would write them.
  {
    const auto store = rows();
    const auto entries = store->List();
    ASSERT_TRUE(entries.ok()) << entries.status();
    for (const rtc::KernelEntry& entry : *entries) {
      rtc::CacheKey key = entry.key;
      key.generator_version = "an older one";
      rtc::StoredKernel kernel;
      kernel.object.bytes = "no code";
      ASSERT_TRUE(store->Put(key, kernel).ok());
    }
  }
  for (int round = 0; round < 2; ++round) {
    for (const std::string& version : versions) {
      EXPECT_THAT(plan(version), Each("user"));
    }
  }
  EXPECT_THAT(*rows()->Verify(), ::testing::IsEmpty());
  EXPECT_THAT(warnings_, ::testing::IsEmpty());
}

TEST_F(SharingTest, DamagedBuffersAreRefusedWhole) {
  std::shared_ptr<Context> first = Open("");
  MakePlan(*first, Small());
  std::string bytes = first->SerializeCache();
  bytes[bytes.size() / 2] ^= 1;
  std::shared_ptr<Context> second = Open("");
  EXPECT_EQ(second->DeserializeCache(bytes).status().code(), absl::StatusCode::kDataLoss);
  ExpectRight(*MakePlan(*second, Small()));
  EXPECT_EQ(second->cache_counters().compiles, 1);
}

TEST_F(SharingTest, CodeThatTheDeviceRejectsIsCompiledAnew) {
  MakePlan(*Open(path_), Small());
  {
    // The digests are right, but the code is invalid, as if another driver had made it.
    auto store = rtc::OpenKernelStore(path_, rtc::StoreMode::kReadWrite);
    ASSERT_TRUE(store.ok()) << store.status();
    const rtc::CacheKey key = (*(*store)->List())[0].key;
    rtc::StoredKernel kernel = *(*(*store)->Get(key));
    kernel.object.bytes = "no shared object";
    ASSERT_TRUE((*store)->Put(key, kernel).ok());
  }
  std::shared_ptr<Context> context = Open(path_);
  const auto plan = MakePlan(*context, Small());
  ASSERT_NE(plan, nullptr);
  ExpectRight(*plan);
  EXPECT_EQ(Origins(*plan), std::vector<std::string>{"compiled_in_process"});
  ASSERT_EQ(warnings_.size(), 1u);
  EXPECT_THAT(warnings_[0], HasSubstr("compiled anew"));
  EXPECT_EQ(Origins(*MakePlan(*Open(path_), Small())), std::vector<std::string>{"user"})
      << "replaced in the user cache";
}

TEST_F(SharingTest, LimitsMustBeNumbers) {
  ContextOptions options = ReadEnvironment();
  options.device = "host";
  options.cache_limit_mib = "much";
  const auto context = Context::Create(options);
  EXPECT_TRUE(absl::IsInvalidArgument(context.status()));
  EXPECT_THAT(std::string(context.status().message()), HasSubstr("cache_limit_mib is much"));
}

}  // namespace
}  // namespace fft::testing
