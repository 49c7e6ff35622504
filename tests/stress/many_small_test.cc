// Tests a million tiny transforms, and many plans of tiny transforms. Memory must stay constant,
// and the last ones must take no longer than the first ones.
#include <unistd.h>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <ctime>
#include <fstream>
#include <memory>
#include <vector>

#include "fft/fft.h"
#include "gtest/gtest.h"
#include "tests/execute/allocation_counter.h"

namespace fft::testing {
namespace {

using Complex = std::complex<float>;

constexpr int kParts = 10;

std::shared_ptr<Context> HostContext() {
  ContextOptions options = ReadEnvironment();
  options.device = "host";
  return Context::Create(options).value();
}

// Returns the bytes of the process's resident memory.
int64_t ResidentBytes() {
  int64_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// Returns the processor time of the work, in seconds.
template <typename Work>
double Seconds(const Work& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Does the work in parts and compares the fastest part of each half. Other programs may slow down
// some parts, but hardly all of a half.
template <typename Work>
void ExpectNoneSlower(const Work& work) {
  double halves[2] = {1e9, 1e9};
  for (int part = 0; part < kParts; ++part) {
    double& least = halves[2 * part / kParts];
    least = std::min(least, Seconds([&] { work(part); }));
  }
  EXPECT_LT(halves[1], 3 * halves[0]);
}

TEST(ManySmall, AMillionTransformsTakeNoMemory) {
  const std::shared_ptr<Context> context = HostContext();
  for (const int64_t length : {2, 8, 16}) {
    Problem problem;
    problem.lengths = {length};
    const auto plan = context->MakePlan(problem);
    ASSERT_TRUE(plan.ok()) << plan.status();
    std::vector<Complex> in(length), out(length);
    int64_t wrong = 0;
    const auto transform = [&](int part) {
      for (int i = 0; i < 1000000 / kParts; ++i) {
        const Complex value(static_cast<float>(i % 1000), static_cast<float>(part));
        in[0] = value;
        const bool is_ok = (*plan)->Execute({.in = in.data(), .out = out.data()}).ok();
        if (!is_ok || out.front() != value || out.back() != value) ++wrong;
      }
    };
    transform(0);
    const int64_t resident = ResidentBytes(), before = AllocationCount();
    ExpectNoneSlower(transform);
    const int64_t allocations = AllocationCount() - before;
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(allocations, 0);
    EXPECT_LE(ResidentBytes() - resident, 64 << 10);
  }
}

TEST(ManySmall, PlansLeaveNothing) {
  const std::shared_ptr<Context> context = HostContext();
  std::vector<Complex> in(16, 1), out(16);
  int64_t wrong = 0;
  const auto plan_and_transform = [&](int) {
    for (int i = 0; i < 20000 / kParts; ++i) {
      Problem problem;
      problem.lengths = {2 + i % 15};
      const auto plan = context->MakePlan(problem);
      const bool is_ok = plan.ok() && (*plan)->Execute({.in = in.data(), .out = out.data()}).ok();
      if (!is_ok || out[0] != Complex(static_cast<float>(problem.lengths[0]))) ++wrong;
    }
  };
  plan_and_transform(0);
  const int64_t bytes = LiveBytes(), resident = ResidentBytes();
  ExpectNoneSlower(plan_and_transform);
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(LiveBytes() - bytes, 64 << 10);
  EXPECT_LE(ResidentBytes() - resident, 2 << 20);
}

}  // namespace
}  // namespace fft::testing
