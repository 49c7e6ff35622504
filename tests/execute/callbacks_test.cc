// Callbacks through the public interface, on the host device.
#include <complex>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "fft/kernels/generate.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

using ::testing::HasSubstr;
using Complex = std::complex<float>;

// Multiplies by i; `user` is a gain.
constexpr char kLoad[] = R"(__device__ T load(const T* data, size_t offset, void* user) {
  const float gain = *(const float*)user;
  return make_float2(-gain * data[offset].y, gain * data[offset].x);
})";

// Adds the offset to the element, and counts elements at `user`.
constexpr char kStore[] = R"(struct Counter { int count; };
__device__ void store(T* data, size_t offset, T value, void* user) {
  data[offset] = make_float2(value.x + (float)offset, value.y);
  if (user != 0) ++static_cast<Counter*>(user)->count;
})";

std::shared_ptr<Context> HostContext() {
  ContextOptions options = ReadEnvironment();
  options.device = "host";
  return Context::Create(options).value();
}

Problem PointwiseProblem() {
  Problem problem;
  problem.lengths = {1};
  problem.batch = 4;
  return problem;
}

TEST(CallbacksTest, RunBetweenTheTransformAndTheArrays) {
  PlanOptions options;
  options.callbacks = {kLoad, kStore};
  const auto plan = HostContext()->MakePlan(PointwiseProblem(), options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_TRUE((*plan)->description().problem.has_callbacks);
  const std::vector<Complex> in = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  std::vector<Complex> out(4);
  float gain = 2;
  int count = 0;
  ExecuteArguments arguments;
  arguments.in = in.data();
  arguments.out = out.data();
  arguments.load_user = &gain;
  arguments.store_user = &count;
  ASSERT_TRUE((*plan)->Execute(arguments).ok());
  EXPECT_EQ(out, (std::vector<Complex>{{-4, 2}, {-7, 6}, {-10, 10}, {-13, 14}}));
  EXPECT_EQ(count, 4);
  arguments.skip_callbacks = true;
  ASSERT_TRUE((*plan)->Execute(arguments).ok());
  EXPECT_EQ(out, in);
  EXPECT_EQ(count, 4);
}

TEST(CallbacksTest, OneOfTheTwoIsEnough) {
  auto context = HostContext();
  const std::vector<Complex> in = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  float gain = 1;
  for (const Callbacks& callbacks : {Callbacks{kLoad, ""}, Callbacks{"", kStore}}) {
    PlanOptions options;
    options.callbacks = callbacks;
    const auto plan = context->MakePlan(PointwiseProblem(), options);
    ASSERT_TRUE(plan.ok()) << plan.status();
    std::vector<Complex> out(4);
    ExecuteArguments arguments;
    arguments.in = in.data();
    arguments.out = out.data();
    arguments.load_user = &gain;
    ASSERT_TRUE((*plan)->Execute(arguments).ok());
    EXPECT_EQ(out[3], callbacks.load.empty() ? Complex(10, 8) : Complex(-8, 7));
  }
}

// Only the first reads and the last writes of a plan call a callback. Values between kernels do
// not, even if they lie in the user's buffers.
TEST(CallbacksTest, OnlyFirstReadsAndLastWritesCallThem) {
  Problem problem;
  problem.lengths = {65536};
  problem.placement = Placement::kInPlace;
  PlanOptions options;
  options.callbacks = {kLoad, kStore};
  const auto plan = DescribePlan(problem, FindTarget("gfx90a").value(), options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  ASSERT_GT(plan->callback_kernels.size(), 1u);
  ASSERT_EQ(plan->callback_kernels.size(), plan->kernels.size());
  for (size_t i = 0; i < plan->kernels.size(); ++i) {
    const kernels::KernelSpec& spec = plan->callback_kernels[i].spec;
    EXPECT_EQ(spec.load_callback.text, i == 0 ? kLoad : "");
    EXPECT_EQ(spec.store_callback.text, i + 1 == plan->kernels.size() ? kStore : "");
    EXPECT_EQ(plan->kernels[i].spec.load_callback.text, "");
    EXPECT_EQ(plan->kernels[i].spec.store_callback.text, "");
  }
}

TEST(CallbacksTest, TellsKernelsOfDifferentTextsApart) {
  auto context = HostContext();
  std::vector<Complex> in = {{1, 2}, {3, 4}, {5, 6}, {7, 8}}, out(4);
  for (const int factor : {3, 5}) {
    PlanOptions options;
    options.callbacks.load = "T load(const T* data, size_t offset, void*) { return make_float2(" +
                             std::to_string(factor) + " * data[offset].x, 0); }";
    const auto plan = context->MakePlan(PointwiseProblem(), options);
    ASSERT_TRUE(plan.ok()) << plan.status();
    ASSERT_TRUE((*plan)->Execute({.in = in.data(), .out = out.data()}).ok());
    EXPECT_EQ(out[1], Complex(3.0f * factor, 0));
  }
}

// The declarations stand outside of the callbacks' namespaces, so both texts can use them.
TEST(CallbacksTest, DeclarationsServeBothTexts) {
  auto context = HostContext();
  std::vector<Complex> in = {{1, 2}, {3, 4}, {5, 6}, {7, 8}}, out(4);
  for (const int factor : {3, 5}) {
    PlanOptions options;
    options.callbacks.declarations =
        "static __device__ float2 load(float2 z) { return make_float2(" + std::to_string(factor) +
        " * z.x, z.y); }";
    options.callbacks.load =
        "T load(const T* data, size_t offset, void*) { return ::load(data[offset]); }";
    options.callbacks.store =
        "void store(T* data, size_t offset, T value, void*) { data[offset] = ::load(value); }";
    const auto plan = context->MakePlan(PointwiseProblem(), options);
    ASSERT_TRUE(plan.ok()) << plan.status();
    ASSERT_TRUE((*plan)->Execute({.in = in.data(), .out = out.data()}).ok());
    EXPECT_EQ(out[1], Complex(3.0f * factor * factor, 4));
  }
}

TEST(CallbacksTest, KernelsOfDifferentObjectsHaveNamesAndSourcesOfTheirOwn) {
  std::set<std::string> names, sources;
  for (const char* object : {"", "one", "other"}) {
    PlanOptions options;
    options.callbacks.load = kLoad;
    if (object[0] != '\0') options.callbacks.objects = {object};
    const auto plan = DescribePlan(PointwiseProblem(), FindTarget("sm_90").value(), options);
    ASSERT_TRUE(plan.ok()) << plan.status();
    const kernels::PlannedKernel& kernel = plan->callback_kernels[0];
    names.insert(kernel.name);
    sources.insert(kernels::GenerateSource(kernel.spec, Dialect::kCuda, nullptr).value());
  }
  EXPECT_EQ(names.size(), 3u);
  EXPECT_EQ(sources.size(), 3u);
}

TEST(CallbacksTest, ObjectsAreRefusedWhereNothingIsLinked) {
  PlanOptions options;
  options.callbacks.load = kLoad;
  options.callbacks.objects = {"code"};
  const auto plan = HostContext()->MakePlan(PointwiseProblem(), options);
  EXPECT_EQ(plan.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(plan.status().message(), HasSubstr("callbacks.objects is 1"));
  EXPECT_THAT(plan.status().message(), HasSubstr("not linked"));
}

TEST(CallbacksTest, ErrorsNameWhatIsWrong) {
  auto context = HostContext();
  Problem problem = PointwiseProblem();
  problem.has_callbacks = true;
  auto plan = context->MakePlan(problem);
  EXPECT_EQ(plan.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(plan.status().message(), HasSubstr("options.callbacks"));

  PlanOptions options;
  options.callbacks.load = "T load(const T* data, size_t, void*) { return datum[0]; }";
  plan = context->MakePlan(problem, options);
  EXPECT_FALSE(plan.ok());
  EXPECT_THAT(plan.status().message(), HasSubstr("datum"));

  problem.input.format = ArrayFormat::kComplexPlanar;
  plan = context->MakePlan(problem, options);
  EXPECT_EQ(plan.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(plan.status().message(), HasSubstr("input.format is CP; allowed: CI with callbacks"));
}

// Makes a compiler whose compiles wait until two run at once, but at most 20 s. It reports whether
// two ran at once.
std::string WaitingCompiler(const std::string& folder) {
  std::filesystem::create_directories(folder);
  const std::string path = folder + "/compiler";
  std::ofstream(path) << "#!/bin/sh\n"
                         "case $1 in --version) exec c++ --version ;; esac\n"
                         "touch "
                      << folder
                      << "/began.$$\n"
                         "for i in $(seq 200); do\n"
                         "  [ $(ls "
                      << folder
                      << " | grep -c began) -ge 2 ] && exec c++ \"$@\"\n"
                         "  sleep 0.1\n"
                         "done\n"
                         "touch "
                      << folder
                      << "/alone\n"
                         "exec c++ \"$@\"\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

TEST(CallbacksTest, KernelsWithAndWithoutThemCompileAtOnce) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "one processor compiles one kernel";
  const std::string folder = ::testing::TempDir() + "/at_once";
  ContextOptions environment = ReadEnvironment();
  environment.device = "host";
  environment.host_compiler = WaitingCompiler(folder);
  environment.cache_path.clear();
  environment.system_cache_path = "none";
  const auto context = Context::Create(environment);
  ASSERT_TRUE(context.ok()) << context.status();
  PlanOptions options;
  options.callbacks = {kLoad, ""};
  const auto plan = (*context)->MakePlan(PointwiseProblem(), options);
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ((*plan)->builds().size(), 2u);
  EXPECT_FALSE(std::filesystem::exists(folder + "/alone"));
}

}  // namespace
}  // namespace fft
