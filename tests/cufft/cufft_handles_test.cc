// Tests the answers of libcufft.so.12 about handles, sizes, versions and wrong arguments, and its
// behaviour with threads, captures and a failing device.
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/cufft/loaded_cufft.h"

namespace fft::testing {
namespace {

using CufftHandles = CufftTest;

constexpr int kOutOfMemory = 2, kLaunchFailed = 719;

TEST_F(CufftHandles, AreNumbersThatEndWithTheirPlan) {
  cufftHandle a = 0, b = 0;
  ASSERT_EQ(CUFFT(cufftCreate)(&a), kSuccess);
  ASSERT_EQ(CUFFT(cufftCreate)(&b), kSuccess);
  EXPECT_GT(a, 0);
  EXPECT_NE(a, b);
  EXPECT_EQ(CUFFT(cufftDestroy)(a), kSuccess);
  EXPECT_EQ(CUFFT(cufftDestroy)(a), kInvalidPlan);
  EXPECT_EQ(CUFFT(cufftSetStream)(a, nullptr), kInvalidPlan);
  EXPECT_EQ(CUFFT(cufftExecC2C)(a, nullptr, nullptr, CUFFT_FORWARD), kInvalidPlan);
  EXPECT_EQ(CUFFT(cufftExecC2C)(b, nullptr, nullptr, CUFFT_FORWARD), kInvalidPlan)
      << "it is not made";
  size_t bytes = 0;
  EXPECT_EQ(CUFFT(cufftGetSize)(b, &bytes), kInvalidPlan);
  EXPECT_EQ(CUFFT(cufftDestroy)(b), kSuccess);
  EXPECT_EQ(CUFFT(cufftCreate)(nullptr), kInvalidValue);
}

// The fake driver cannot link a callback into a kernel, so no plan with a callback is made.
TEST_F(CufftHandles, CallbacksAreSetBeforeThePlanIsMade) {
  const std::string code = "code for linking";
  const auto set = [&](cufftHandle plan, const char* name, int type) {
    return CUFFT(cufftXtSetJITCallback)(plan, name, code.data(), code.size(), type, nullptr);
  };
  cufftHandle plan = 0;
  ASSERT_EQ(CUFFT(cufftCreate)(&plan), kSuccess);
  EXPECT_EQ(set(plan + 1, "window", CUFFT_CB_LD_COMPLEX), kInvalidPlan);
  EXPECT_EQ(set(plan, "window", 8), kInvalidType);
  EXPECT_EQ(set(plan, "window", -1), kInvalidType);
  for (const char* name : {static_cast<const char*>(nullptr), "", "9", "two words", "f();"}) {
    EXPECT_EQ(set(plan, name, CUFFT_CB_LD_COMPLEX), kInvalidValue);
  }
  EXPECT_EQ(CUFFT(cufftXtSetJITCallback)(plan, "window", nullptr, 1, CUFFT_CB_LD_REAL, nullptr),
            kInvalidValue);
  EXPECT_EQ(CUFFT(cufftXtSetJITCallback)(plan, "window", code.data(), 0, CUFFT_CB_LD_REAL, nullptr),
            kInvalidValue);
  EXPECT_EQ(set(plan, "window", CUFFT_CB_LD_REAL), kSuccess);
  EXPECT_EQ(CUFFT(cufftMakePlan1d)(plan, 8, CUFFT_C2C, 1, nullptr), kInvalidType);
  EXPECT_EQ(CUFFT(cufftMakePlan1d)(plan, 8, CUFFT_D2Z, 1, nullptr), kInvalidType);
  EXPECT_NE(CUFFT(cufftMakePlan1d)(plan, 8, CUFFT_R2C, 1, nullptr), kSuccess);
  EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);

  ASSERT_EQ(CUFFT(cufftPlan1d)(&plan, 8, CUFFT_C2C, 1), kSuccess);
  EXPECT_EQ(set(plan, "window", CUFFT_CB_LD_COMPLEX), kInvalidPlan) << "it is made already";
  EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
}

TEST_F(CufftHandles, WrongArgumentsHaveTheirResults) {
  cufftHandle plan = 77;
  EXPECT_EQ(CUFFT(cufftPlan1d)(&plan, 0, CUFFT_C2C, 1), kInvalidSize);
  EXPECT_EQ(CUFFT(cufftPlan1d)(&plan, 8, CUFFT_C2C, 0), kInvalidSize);
  EXPECT_EQ(CUFFT(cufftPlan1d)(&plan, 8, 5, 1), kInvalidType);
  EXPECT_EQ(CUFFT(cufftPlan1d)(nullptr, 8, CUFFT_C2C, 1), kInvalidValue);
  EXPECT_EQ(CUFFT(cufftPlan2d)(&plan, 8, -1, CUFFT_C2C), kInvalidSize);
  int n[] = {2, 2, 2, 2}, narrow[] = {2, 1};
  EXPECT_EQ(CUFFT(cufftPlanMany)(&plan, 4, n, nullptr, 1, 1, nullptr, 1, 1, CUFFT_C2C, 1),
            kInvalidValue);
  EXPECT_EQ(CUFFT(cufftPlanMany)(&plan, 2, nullptr, nullptr, 1, 1, nullptr, 1, 1, CUFFT_C2C, 1),
            kInvalidValue);
  EXPECT_EQ(CUFFT(cufftPlanMany)(&plan, 2, n, n, 1, 4, narrow, 1, 2, CUFFT_C2C, 1), kInvalidValue)
      << "outputs that meet";
  EXPECT_EQ(plan, 77) << "no failure makes a handle";
  EXPECT_EQ(CUFFT(cufftMakePlan1d)(77777, 8, CUFFT_C2C, 1, nullptr), kInvalidPlan);

  ASSERT_EQ(CUFFT(cufftPlan1d)(&plan, 8, CUFFT_C2C, 1), kSuccess);
  const DeviceMemory data(64);
  EXPECT_EQ(CUFFT(cufftExecC2C)(plan, data.data(), data.data(), 0), kInvalidValue);
  EXPECT_EQ(CUFFT(cufftExecC2C)(plan, nullptr, data.data(), CUFFT_FORWARD), kInvalidValue);
  EXPECT_EQ(CUFFT(cufftExecR2C)(plan, data.data(), data.data()), kInvalidType);
  EXPECT_EQ(CUFFT(cufftExecZ2Z)(plan, data.data(), data.data(), CUFFT_FORWARD), kInvalidType);
  EXPECT_EQ(CUFFT(cufftXtExec)(plan, data.data(), data.data(), CUFFT_FORWARD), kSuccess);
  EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
}

TEST_F(CufftHandles, TypesOfXtPlansAgree) {
  long long n[] = {6};
  const auto make = [&n](int in, int out, int execution) {
    cufftHandle plan = 0;
    EXPECT_EQ(CUFFT(cufftCreate)(&plan), kSuccess);
    const int result = CUFFT(cufftXtMakePlanMany)(plan, 1, n, nullptr, 1, 1, in, nullptr, 1, 1, out,
                                                  1, nullptr, execution);
    EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
    return result;
  };
  EXPECT_EQ(make(CUFFT_R_32F, CUFFT_C_32F, CUFFT_C_32F), kSuccess);
  EXPECT_EQ(make(CUFFT_C_16F, CUFFT_R_16F, CUFFT_C_16F), kSuccess);
  EXPECT_EQ(make(CUFFT_C_16F, CUFFT_C_16F, CUFFT_C_32F), kSuccess)
      << "single is what it computes in";
  EXPECT_EQ(make(CUFFT_C_32F, CUFFT_C_64F, CUFFT_C_64F), kInvalidType);
  EXPECT_EQ(make(CUFFT_R_32F, CUFFT_R_32F, CUFFT_C_32F), kInvalidType);
  EXPECT_EQ(make(CUFFT_C_32F, CUFFT_C_32F, CUFFT_C_64F), kInvalidType);
  EXPECT_EQ(make(3, CUFFT_C_32F, CUFFT_C_32F), kInvalidType) << "integers";
}

// Every function that returns a size of the work area returns the size that the plan needs. A plan
// of one kernel needs 0 bytes.
TEST_F(CufftHandles, SizesAreToldBeforePlanning) {
  cufftHandle plan = 0;
  ASSERT_EQ(CUFFT(cufftCreate)(&plan), kSuccess);
  int n[] = {1 << 14};
  long long n64[] = {1 << 14};
  size_t sizes[6] = {};
  EXPECT_EQ(CUFFT(cufftEstimate1d)(1 << 14, CUFFT_Z2Z, 1, &sizes[0]), kSuccess);
  EXPECT_EQ(CUFFT(cufftEstimateMany)(1, n, nullptr, 1, 1, nullptr, 1, 1, CUFFT_Z2Z, 1, &sizes[1]),
            kSuccess);
  EXPECT_EQ(CUFFT(cufftGetSize1d)(plan, 1 << 14, CUFFT_Z2Z, 1, &sizes[2]), kSuccess);
  EXPECT_EQ(
      CUFFT(cufftGetSizeMany)(plan, 1, n, nullptr, 1, 1, nullptr, 1, 1, CUFFT_Z2Z, 1, &sizes[3]),
      kSuccess);
  EXPECT_EQ(CUFFT(cufftGetSizeMany64)(plan, 1, n64, nullptr, 1, 1, nullptr, 1, 1, CUFFT_Z2Z, 1,
                                      &sizes[4]),
            kSuccess);
  EXPECT_EQ(CUFFT(cufftXtGetSizeMany)(plan, 1, n64, nullptr, 1, 1, CUFFT_C_64F, nullptr, 1, 1,
                                      CUFFT_C_64F, 1, &sizes[5], CUFFT_C_64F),
            kSuccess);
  EXPECT_GT(sizes[0], 0u);
  for (const size_t size : sizes) EXPECT_EQ(size, sizes[0]);

  size_t none[4] = {1, 1, 1, 1};
  EXPECT_EQ(CUFFT(cufftEstimate2d)(4, 6, CUFFT_R2C, &none[0]), kSuccess);
  EXPECT_EQ(CUFFT(cufftEstimate3d)(2, 3, 4, CUFFT_C2C, &none[1]), kSuccess);
  EXPECT_EQ(CUFFT(cufftGetSize2d)(plan, 4, 6, CUFFT_R2C, &none[2]), kSuccess);
  EXPECT_EQ(CUFFT(cufftGetSize3d)(plan, 2, 3, 4, CUFFT_C2C, &none[3]), kSuccess);
  EXPECT_EQ(none[0], none[2]);
  EXPECT_EQ(none[1], none[3]);
  EXPECT_EQ(CUFFT(cufftGetSize1d)(7777, 8, CUFFT_C2C, 1, &none[0]), kInvalidPlan);
  EXPECT_EQ(CUFFT(cufftEstimate1d)(8, CUFFT_C2C, 1, nullptr), kInvalidValue);
  EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
}

TEST_F(CufftHandles, VersionPropertiesAndPolicies) {
  int version = 0, major = 0, minor = 0, patch = -1;
  EXPECT_EQ(CUFFT(cufftGetVersion)(&version), kSuccess);
  EXPECT_EQ(CUFFT(cufftGetProperty)(CUFFT_MAJOR_VERSION, &major), kSuccess);
  EXPECT_EQ(CUFFT(cufftGetProperty)(CUFFT_MINOR_VERSION, &minor), kSuccess);
  EXPECT_EQ(CUFFT(cufftGetProperty)(CUFFT_PATCH_LEVEL, &patch), kSuccess);
  EXPECT_EQ(major, 12);
  EXPECT_EQ(version, 1000 * major + 100 * minor + patch);
  EXPECT_EQ(CUFFT(cufftGetProperty)(3, &major), kInvalidType);
  EXPECT_EQ(CUFFT(cufftGetVersion)(nullptr), kInvalidValue);

  cufftHandle plan = 0;
  long long value = -1;
  size_t bytes = 0;
  ASSERT_EQ(CUFFT(cufftCreate)(&plan), kSuccess);
  EXPECT_EQ(CUFFT(cufftSetPlanPropertyInt64)(plan, CUFFT_PATIENT_JIT, 1), kSuccess);
  EXPECT_EQ(CUFFT(cufftGetPlanPropertyInt64)(plan, CUFFT_PATIENT_JIT, &value), kSuccess);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(CUFFT(cufftResetPlanProperty)(plan, CUFFT_PATIENT_JIT), kSuccess);
  EXPECT_EQ(CUFFT(cufftGetPlanPropertyInt64)(plan, CUFFT_PATIENT_JIT, &value), kSuccess);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(CUFFT(cufftSetPlanPropertyInt64)(plan, 9, 1), kNotSupported);
  EXPECT_EQ(CUFFT(cufftXtSetWorkAreaPolicy)(plan, CUFFT_WORKAREA_PERFORMANCE, &bytes), kSuccess);
  EXPECT_EQ(CUFFT(cufftXtSetWorkAreaPolicy)(plan, CUFFT_WORKAREA_MINIMAL, &bytes), kNotSupported);
  EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
}

TEST_F(CufftHandles, WhatIsAbsentSaysSo) {
#define FFT_CUFFT_ABSENT(name) EXPECT_EQ(CUFFT(name)(), kNotImplemented) << #name;
#include "compat/cufft/absent.def"
#undef FFT_CUFFT_ABSENT
}

TEST_F(CufftHandles, ADeviceThatFailsIsTold) {
  cufftHandle plan = 0;
  const DeviceMemory data(64);
  ASSERT_EQ(CUFFT(cufftPlan1d)(&plan, 8, CUFFT_C2C, 1), kSuccess);
  FailNext("cuLaunchKernel", kLaunchFailed);
  EXPECT_EQ(CUFFT(cufftExecC2C)(plan, data.data(), data.data(), CUFFT_FORWARD), kExecFailed);
  EXPECT_EQ(CUFFT(cufftExecC2C)(plan, data.data(), data.data(), CUFFT_FORWARD), kSuccess);
  EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
  ASSERT_EQ(CUFFT(cufftCreate)(&plan), kSuccess);
  FailNext("cuMemAlloc_v2", kOutOfMemory);
  EXPECT_EQ(CUFFT(cufftMakePlan1d)(plan, 1 << 14, CUFFT_Z2Z, 1, nullptr), kAllocFailed);
  EXPECT_EQ(CUFFT(cufftMakePlan1d)(plan, 8, CUFFT_Z2Z, 1, nullptr), kSuccess) << "as it was";
  EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
}

// Makes a plan, runs it on ones and destroys it. Returns the first result other than success.
int PlanAndRun(float* data) {
  cufftHandle plan = 0;
  int result = CUFFT(cufftPlan1d)(&plan, 20, CUFFT_C2C, 1);
  if (result != kSuccess) return result;
  for (int i = 0; i < 40; ++i) data[i] = i % 2 == 0 ? 1 : 0;
  result = CUFFT(cufftExecC2C)(plan, data, data, CUFFT_FORWARD);
  EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
  for (int i = 0; i < 40 && result == kSuccess; ++i) EXPECT_NEAR(data[i], i == 0 ? 20 : 0, 1e-4);
  return result;
}

// Every driver call of a plan and its execution fails once by itself, and once together with all
// later calls. The device is open before and stays open.
TEST_F(CufftHandles, EveryCallOfTheDriverMayFail) {
  const DeviceMemory data(40 * sizeof(float));
  float* const values = data.as<float>();
  ASSERT_EQ(PlanAndRun(values), kSuccess);
  const size_t allocations = Allocations();
  for (const int error : {kOutOfMemory, kLaunchFailed}) {
    for (const bool is_lasting : {false, true}) {
      int n = 0, calls = 0;
      do {
        ++n;
        FailNth(n, error, is_lasting);
        const int result = PlanAndRun(values);
        calls = FailNth(0, 0, false);
        EXPECT_TRUE(calls >= n || result == kSuccess) << "call " << n << ": " << result;
        EXPECT_EQ(PlanAndRun(values), kSuccess) << "after call " << n;
        EXPECT_EQ(Allocations(), allocations) << "after call " << n;
      } while (calls >= n);
      EXPECT_GT(n, 3);
    }
  }
}

// Planning is captured too, as in a program that makes its plans late.
TEST_F(CufftHandles, PlansAreMadeAndRunDuringACapture) {
  cufftHandle plan = 0;
  const DeviceMemory data(1 << 10);
  int stream = 0;
  Capture(true);
  const int made = CUFFT(cufftPlan1d)(&plan, 120, CUFFT_C2C, 1);
  const int set = CUFFT(cufftSetStream)(plan, &stream);
  const int ran = CUFFT(cufftExecC2C)(plan, data.data(), data.data(), CUFFT_INVERSE);
  const int destroyed = CUFFT(cufftDestroy)(plan);
  Capture(false);
  EXPECT_EQ(made, kSuccess);
  EXPECT_EQ(set, kSuccess);
  EXPECT_EQ(ran, kSuccess);
  EXPECT_EQ(destroyed, kSuccess);
}

// A plan that equals a destroyed one reuses its kernels and memory, so it takes nothing more from
// the device.
TEST_F(CufftHandles, APlanThatWasDestroyedIsFoundAgain) {
  cufftHandle plan = 0;
  ASSERT_EQ(CUFFT(cufftPlan1d)(&plan, 210, CUFFT_C2C, 1), kSuccess);
  ASSERT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
  FailNext("cuModuleLoadData", kOutOfMemory);
  EXPECT_EQ(CUFFT(cufftPlan1d)(&plan, 210, CUFFT_C2C, 1), kSuccess);
  EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
  EXPECT_EQ(CUFFT(cufftPlan1d)(&plan, 211, CUFFT_C2C, 1), kAllocFailed) << "the failure was due";
}

// Every handle is a plan of its own, although plans of one shape share their objects on the device.
TEST_F(CufftHandles, AThousandPlansLive) {
  constexpr int kShapes = 20;
  const DeviceMemory data(kShapes * 16);
  const auto make = [](std::vector<cufftHandle>& plans) {
    for (size_t i = 0; i < plans.size(); ++i) {
      ASSERT_EQ(CUFFT(cufftPlan1d)(&plans[i], 1 + static_cast<int>(i) % kShapes, CUFFT_C2C, 1),
                kSuccess);
    }
  };
  std::vector<cufftHandle> first(kShapes), all(1000);
  make(first);
  const size_t before = Allocations();
  make(all);
  EXPECT_EQ(Allocations(), before);
  EXPECT_EQ(std::set<cufftHandle>(all.begin(), all.end()).size(), all.size());
  for (const std::vector<cufftHandle>& plans : {first, all}) {
    for (const cufftHandle plan : plans) {
      EXPECT_EQ(CUFFT(cufftExecC2C)(plan, data.data(), data.data(), CUFFT_FORWARD), kSuccess);
      EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
    }
  }
}

// Each thread makes plans one after the other and uses its four streams in turn. It checks the
// result, which is the spectrum of an impulse.
TEST_F(CufftHandles, ThreadsHavePlansAndStreamsOfTheirOwn) {
  constexpr int kThreads = 8, kStreams = 4, kPlans = 200;
  const auto run = [](int t) {
    UseDevice();
    const DeviceMemory data(1 << 10);
    int streams[kStreams];
    for (int i = 0; i < kPlans; ++i) {
      cufftHandle plan = 0;
      const int n = 16 + (i + t) % 10;
      if (CUFFT(cufftPlan1d)(&plan, n, CUFFT_C2C, 1) != kSuccess) return 1;
      for (int k = 0; k < 2 * n; ++k) data.as<float>()[k] = k == 0;
      if (CUFFT(cufftSetStream)(plan, &streams[i % kStreams]) != kSuccess) return 2;
      const int direction = i % 2 == 0 ? CUFFT_FORWARD : CUFFT_INVERSE;
      if (CUFFT(cufftExecC2C)(plan, data.data(), data.data(), direction) != kSuccess) return 3;
      for (int k = 0; k < n; ++k) {
        if (data.as<float>()[2 * k] != 1 || data.as<float>()[2 * k + 1] != 0) return 4;
      }
      if (CUFFT(cufftDestroy)(plan) != kSuccess) return 5;
    }
    return 0;
  };
  std::vector<int> faults(kThreads, -1);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&run, &faults, t] { faults[t] = run(t); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(faults, std::vector<int>(kThreads, 0));
}

}  // namespace
}  // namespace fft::testing
