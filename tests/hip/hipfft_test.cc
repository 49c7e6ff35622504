// Tests libhipfft.so.0: results of plans on the processor, and calls of the stand-in HIP runtime.
#include "compat/hipfft/hipfft.h"

#include <functional>
#include <limits>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "compat/hipfft/hipfftXt.h"
#include "gtest/gtest.h"
#include "tests/hip/loaded_library.h"

namespace fft::testing {
namespace {

LoadedLibrary& Library() {
  static auto* const library = new LoadedLibrary("compat/hipfft", "libhipfft.so.0");
  return *library;
}
#define HIPFFT(name) (*Library().Function<decltype(name)>(#name))

// Returns a plan made by hipfftCreate and `make`.
hipfftHandle Made(const std::function<hipfftResult(hipfftHandle)>& make) {
  hipfftHandle plan = nullptr;
  EXPECT_EQ(HIPFFT(hipfftCreate)(&plan), HIPFFT_SUCCESS);
  EXPECT_EQ(make(plan), HIPFFT_SUCCESS);
  return plan;
}

// Runs the plan by the hipfftExec function of its type.
hipfftResult Run(hipfftHandle plan, const Problem& problem, const Arrays& arrays) {
  const bool is_single = problem.precision == Precision::kSingle;
  const int direction = IsForward(problem.type) ? HIPFFT_FORWARD : HIPFFT_BACKWARD;
  auto* const real_in = static_cast<hipfftReal*>(arrays.in[0]);
  auto* const real_out = static_cast<hipfftReal*>(arrays.out[0]);
  auto* const in = static_cast<hipfftComplex*>(arrays.in[0]);
  auto* const out = static_cast<hipfftComplex*>(arrays.out[0]);
  auto* const double_in = static_cast<hipfftDoubleReal*>(arrays.in[0]);
  auto* const double_out = static_cast<hipfftDoubleReal*>(arrays.out[0]);
  auto* const z_in = static_cast<hipfftDoubleComplex*>(arrays.in[0]);
  auto* const z_out = static_cast<hipfftDoubleComplex*>(arrays.out[0]);
  switch (problem.type) {
    case TransformType::kRealForward:
      return is_single ? HIPFFT(hipfftExecR2C)(plan, real_in, out)
                       : HIPFFT(hipfftExecD2Z)(plan, double_in, z_out);
    case TransformType::kRealInverse:
      return is_single ? HIPFFT(hipfftExecC2R)(plan, in, real_out)
                       : HIPFFT(hipfftExecZ2D)(plan, z_in, double_out);
    default:
      return is_single ? HIPFFT(hipfftExecC2C)(plan, in, out, direction)
                       : HIPFFT(hipfftExecZ2Z)(plan, z_in, z_out, direction);
  }
}

// Expects that the plan computes the problem of each token, then destroys the plan.
void ExpectDoes(hipfftHandle plan, const std::vector<std::string>& tokens) {
  for (const std::string& token : tokens) {
    const Problem problem = ParseToken(token).value();
    ExpectComputes(problem, [&](const Arrays& arrays) {
      EXPECT_EQ(Run(plan, problem, arrays), HIPFFT_SUCCESS);
    });
  }
  EXPECT_EQ(HIPFFT(hipfftDestroy)(plan), HIPFFT_SUCCESS);
}

TEST(HipfftTest, PlansOfOneToThreeDimensions) {
  RunOn(Where::kHost);
  hipfftHandle plan = nullptr;
  ASSERT_EQ(HIPFFT(hipfftPlan1d)(&plan, 15, HIPFFT_C2C, 2), HIPFFT_SUCCESS);
  ExpectDoes(plan, {"complex_forward_len_15_single_op_batch_2",
                    "complex_inverse_len_15_single_ip_batch_2"});
  ASSERT_EQ(HIPFFT(hipfftPlan2d)(&plan, 6, 10, HIPFFT_D2Z), HIPFFT_SUCCESS);
  ExpectDoes(plan, {"real_forward_len_6_10_double_op", "real_forward_len_6_10_double_ip"});
  ASSERT_EQ(HIPFFT(hipfftPlan3d)(&plan, 3, 4, 5, HIPFFT_C2R), HIPFFT_SUCCESS);
  ExpectDoes(plan, {"real_inverse_len_3_4_5_single_op", "real_inverse_len_3_4_5_single_ip"});
}

TEST(HipfftTest, PlansOfHandlesThatAreMadeBefore) {
  RunOn(Where::kHost);
  size_t bytes = 0, told = 1;
  const hipfftHandle line = Made(
      [&](hipfftHandle plan) { return HIPFFT(hipfftMakePlan1d)(plan, 60, HIPFFT_Z2Z, 1, &bytes); });
  EXPECT_EQ(HIPFFT(hipfftGetSize)(line, &told), HIPFFT_SUCCESS);
  EXPECT_EQ(told, bytes);
  ExpectDoes(line, {"complex_forward_len_60_double_op", "complex_inverse_len_60_double_op"});
  ExpectDoes(Made([](hipfftHandle plan) {
               return HIPFFT(hipfftMakePlan2d)(plan, 6, 10, HIPFFT_R2C, nullptr);
             }),
             {"real_forward_len_6_10_single_op"});
  ExpectDoes(Made([](hipfftHandle plan) {
               return HIPFFT(hipfftMakePlan3d)(plan, 3, 4, 5, HIPFFT_Z2D, nullptr);
             }),
             {"real_inverse_len_3_4_5_double_op"});
}

// The input is the columns of a matrix, the output is rows.
constexpr char kColumns[] =
    "complex_forward_len_4_single_op_batch_3_istride_3_CI_ostride_1_CI_idist_1_odist_4";

TEST(HipfftTest, StridesAndDistances) {
  RunOn(Where::kHost);
  int n[] = {4}, embed[] = {4};
  long long n64[] = {4}, embed64[] = {4};
  hipfftHandle plan = nullptr;
  ASSERT_EQ(HIPFFT(hipfftPlanMany)(&plan, 1, n, embed, 3, 1, embed, 1, 4, HIPFFT_C2C, 3),
            HIPFFT_SUCCESS);
  ExpectDoes(plan, {kColumns});
  ExpectDoes(Made([&](hipfftHandle made) {
               return HIPFFT(hipfftMakePlanMany)(made, 1, n, embed, 3, 1, embed, 1, 4, HIPFFT_C2C,
                                                 3, nullptr);
             }),
             {kColumns});
  ExpectDoes(Made([&](hipfftHandle made) {
               return HIPFFT(hipfftMakePlanMany64)(made, 1, n64, embed64, 3, 1, embed64, 1, 4,
                                                   HIPFFT_C2C, 3, nullptr);
             }),
             {kColumns});
}

TEST(HipfftTest, HalfPrecisionAndAFactor) {
  RunOn(Where::kHost);
  long long n[] = {12};
  const hipfftHandle plan = Made([&](hipfftHandle made) {
    EXPECT_EQ(HIPFFT(hipfftExtPlanScaleFactor)(made, std::numeric_limits<double>::infinity()),
              HIPFFT_INVALID_VALUE);
    EXPECT_EQ(HIPFFT(hipfftExtPlanScaleFactor)(made, 0.25), HIPFFT_SUCCESS);
    return HIPFFT(hipfftXtMakePlanMany)(made, 1, n, nullptr, 1, 12, HIP_C_16F, nullptr, 1, 12,
                                        HIP_C_16F, 1, nullptr, HIP_C_16F);
  });
  EXPECT_EQ(HIPFFT(hipfftExtPlanScaleFactor)(plan, 0.5), HIPFFT_INVALID_PLAN) << "it is made";
  const Problem problem = ParseToken("complex_inverse_len_12_half_op_scale_0.25").value();
  ExpectComputes(problem, [&](const Arrays& arrays) {
    EXPECT_EQ(HIPFFT(hipfftXtExec)(plan, arrays.in[0], arrays.out[0], HIPFFT_BACKWARD),
              HIPFFT_SUCCESS);
  });
  EXPECT_EQ(HIPFFT(hipfftDestroy)(plan), HIPFFT_SUCCESS);
}

TEST(HipfftTest, WrongArgumentsHaveTheirResults) {
  RunOn(Where::kHost);
  hipfftHandle plan = nullptr;
  EXPECT_EQ(HIPFFT(hipfftPlan1d)(&plan, 0, HIPFFT_C2C, 1), HIPFFT_INVALID_SIZE);
  EXPECT_EQ(HIPFFT(hipfftPlan1d)(&plan, 8, static_cast<hipfftType>(5), 1), HIPFFT_INVALID_TYPE);
  EXPECT_EQ(HIPFFT(hipfftCreate)(nullptr), HIPFFT_INVALID_VALUE);
  EXPECT_EQ(plan, nullptr);
  EXPECT_EQ(HIPFFT(hipfftDestroy)(nullptr), HIPFFT_INVALID_PLAN);
  int somewhere = 0;
  EXPECT_EQ(HIPFFT(hipfftDestroy)(reinterpret_cast<hipfftHandle>(&somewhere)), HIPFFT_INVALID_PLAN);
  ASSERT_EQ(HIPFFT(hipfftPlan1d)(&plan, 8, HIPFFT_C2C, 1), HIPFFT_SUCCESS);
  EXPECT_EQ(HIPFFT(hipfftExecC2C)(plan, nullptr, nullptr, HIPFFT_FORWARD), HIPFFT_INVALID_VALUE);
  EXPECT_EQ(HIPFFT(hipfftExecR2C)(plan, nullptr, nullptr), HIPFFT_INVALID_TYPE);
  EXPECT_EQ(HIPFFT(hipfftDestroy)(plan), HIPFFT_SUCCESS);
  EXPECT_EQ(HIPFFT(hipfftDestroy)(plan), HIPFFT_INVALID_PLAN);
}

TEST(HipfftTest, VersionsAndProperties) {
  int version = 0, values[] = {-1, -1, -1};
  EXPECT_EQ(HIPFFT(hipfftGetVersion)(&version), HIPFFT_SUCCESS);
  for (const auto property : {HIPFFT_MAJOR_VERSION, HIPFFT_MINOR_VERSION, HIPFFT_PATCH_LEVEL}) {
    EXPECT_EQ(HIPFFT(hipfftGetProperty)(property, &values[property]), HIPFFT_SUCCESS);
  }
  EXPECT_EQ(version, 10000 * values[0] + 100 * values[1] + values[2]);
  EXPECT_EQ(values[0], 1);
}

// Every function that returns a size of the work area returns the same size. On the stand-in's GPU
// these functions compile nothing.
TEST(HipfftTest, SizesAreToldBeforePlanning) {
  RunOn(Where::kStandIn);
  hipfftHandle plan = nullptr;
  ASSERT_EQ(HIPFFT(hipfftCreate)(&plan), HIPFFT_SUCCESS);
  int n[] = {1 << 14};
  long long n64[] = {1 << 14};
  std::vector<size_t> sizes(6);
  EXPECT_EQ(HIPFFT(hipfftEstimate1d)(n[0], HIPFFT_Z2Z, 1, &sizes[0]), HIPFFT_SUCCESS);
  EXPECT_EQ(
      HIPFFT(hipfftEstimateMany)(1, n, nullptr, 1, 1, nullptr, 1, 1, HIPFFT_Z2Z, 1, &sizes[1]),
      HIPFFT_SUCCESS);
  EXPECT_EQ(HIPFFT(hipfftGetSize1d)(plan, n[0], HIPFFT_Z2Z, 1, &sizes[2]), HIPFFT_SUCCESS);
  EXPECT_EQ(
      HIPFFT(hipfftGetSizeMany)(plan, 1, n, nullptr, 1, 1, nullptr, 1, 1, HIPFFT_Z2Z, 1, &sizes[3]),
      HIPFFT_SUCCESS);
  EXPECT_EQ(HIPFFT(hipfftGetSizeMany64)(plan, 1, n64, nullptr, 1, 1, nullptr, 1, 1, HIPFFT_Z2Z, 1,
                                        &sizes[4]),
            HIPFFT_SUCCESS);
  EXPECT_EQ(HIPFFT(hipfftXtGetSizeMany)(plan, 1, n64, nullptr, 1, 1, HIP_C_64F, nullptr, 1, 1,
                                        HIP_C_64F, 1, &sizes[5], HIP_C_64F),
            HIPFFT_SUCCESS);
  EXPECT_GT(sizes[0], 0u);
  EXPECT_EQ(sizes, std::vector<size_t>(6, sizes[0]));
  size_t few[4] = {};
  EXPECT_EQ(HIPFFT(hipfftEstimate2d)(4, 6, HIPFFT_R2C, &few[0]), HIPFFT_SUCCESS);
  EXPECT_EQ(HIPFFT(hipfftGetSize2d)(plan, 4, 6, HIPFFT_R2C, &few[1]), HIPFFT_SUCCESS);
  EXPECT_EQ(HIPFFT(hipfftEstimate3d)(2, 3, 4, HIPFFT_C2C, &few[2]), HIPFFT_SUCCESS);
  EXPECT_EQ(HIPFFT(hipfftGetSize3d)(plan, 2, 3, 4, HIPFFT_C2C, &few[3]), HIPFFT_SUCCESS);
  EXPECT_EQ(few[0], few[1]);
  EXPECT_EQ(few[2], few[3]);
  EXPECT_EQ(HIPFFT(hipfftGetSize1d)(nullptr, 8, HIPFFT_C2C, 1, few), HIPFFT_INVALID_PLAN);
  EXPECT_EQ(HIPFFT(hipfftDestroy)(plan), HIPFFT_SUCCESS);
}

// hipRTC compiles kernels for gfx90a, and the plan's stream launches them. The work area is the
// plan's own or the program's.
TEST(HipfftTest, StreamsAndWorkAreasOnTheStandIn) {
  RunOn(Where::kStandIn);
  constexpr int kLength = 1 << 14;
  size_t bytes = 0;
  const auto make = [&](hipfftHandle plan) {
    return HIPFFT(hipfftMakePlan1d)(plan, kLength, HIPFFT_Z2Z, 1, &bytes);
  };
  const hipfftHandle owned = Made(make);
  ASSERT_GT(bytes, 0u);
  const int before = HIP(fake_hip_live_objects)();
  const hipfftHandle given = Made([&](hipfftHandle plan) {
    EXPECT_EQ(HIPFFT(hipfftSetAutoAllocation)(plan, 0), HIPFFT_SUCCESS);
    return make(plan);
  });
  EXPECT_EQ(HIP(fake_hip_live_objects)(), before) << "kernels and tables are there";
  std::vector<hipfftDoubleComplex> data(kLength);
  hipStream_t stream = nullptr;
  ASSERT_EQ(HIP(hipStreamCreateWithFlags)(&stream, 0), hipSuccess);
  ASSERT_EQ(HIPFFT(hipfftSetStream)(owned, stream), HIPFFT_SUCCESS);
  ASSERT_EQ(HIPFFT(hipfftExecZ2Z)(owned, data.data(), data.data(), HIPFFT_FORWARD), HIPFFT_SUCCESS);
  EXPECT_GE(HIP(fake_hip_launches)(stream), 2);
  EXPECT_EQ(HIPFFT(hipfftExecZ2Z)(given, data.data(), data.data(), HIPFFT_FORWARD),
            HIPFFT_NO_WORKSPACE);
  void* area = nullptr;
  ASSERT_EQ(HIP(hipMalloc)(&area, bytes), hipSuccess);
  ASSERT_EQ(HIPFFT(hipfftSetWorkArea)(given, area), HIPFFT_SUCCESS);
  EXPECT_EQ(HIPFFT(hipfftExecZ2Z)(given, data.data(), data.data(), HIPFFT_FORWARD), HIPFFT_SUCCESS);
  HIP(fake_hip_fail_next)("hipModuleLaunchKernel", hipErrorLaunchFailure);
  EXPECT_EQ(HIPFFT(hipfftExecZ2Z)(given, data.data(), data.data(), HIPFFT_FORWARD),
            HIPFFT_EXEC_FAILED);
  EXPECT_EQ(HIP(hipFree)(area), hipSuccess);
  EXPECT_EQ(HIP(hipStreamDestroy)(stream), hipSuccess);
  const int live = HIP(fake_hip_live_objects)();
  EXPECT_EQ(HIPFFT(hipfftDestroy)(given), HIPFFT_SUCCESS);
  EXPECT_EQ(HIP(fake_hip_live_objects)(), live);
  EXPECT_EQ(HIPFFT(hipfftDestroy)(owned), HIPFFT_SUCCESS);
  EXPECT_EQ(HIP(fake_hip_live_objects)(), live - 1) << "its area is given back";
}

TEST(HipfftTest, FailuresOfTheRuntimeAreTold) {
  RunOn(Where::kStandIn);
  hipfftHandle plan = nullptr;
  HIP(fake_hip_fail_next)("hipInit", hipErrorNoDevice);
  EXPECT_EQ(HIPFFT(hipfftPlan1d)(&plan, 8, HIPFFT_C2C, 1), HIPFFT_SETUP_FAILED);
  ASSERT_EQ(HIPFFT(hipfftCreate)(&plan), HIPFFT_SUCCESS);
  HIP(fake_hip_fail_next)("hipMalloc", hipErrorOutOfMemory);
  EXPECT_EQ(HIPFFT(hipfftMakePlan1d)(plan, 1 << 14, HIPFFT_Z2Z, 1, nullptr), HIPFFT_ALLOC_FAILED);
  EXPECT_EQ(HIPFFT(hipfftMakePlan1d)(plan, 1 << 14, HIPFFT_Z2Z, 1, nullptr), HIPFFT_SUCCESS);
  EXPECT_EQ(HIPFFT(hipfftDestroy)(plan), HIPFFT_SUCCESS);
}

// Makes a plan, runs it and destroys it. Returns the first result other than success.
hipfftResult PlanAndRun(hipfftDoubleComplex* data) {
  hipfftHandle plan = nullptr;
  hipfftResult result = HIPFFT(hipfftPlan1d)(&plan, 24, HIPFFT_Z2Z, 1);
  if (result != HIPFFT_SUCCESS) return result;
  result = HIPFFT(hipfftExecZ2Z)(plan, data, data, HIPFFT_FORWARD);
  EXPECT_EQ(HIPFFT(hipfftDestroy)(plan), HIPFFT_SUCCESS);
  return result;
}

TEST(HipfftTest, EveryCallOfTheRuntimeMayFail) {
  RunOn(Where::kStandIn);
  std::vector<hipfftDoubleComplex> data(24);
  ASSERT_EQ(PlanAndRun(data.data()), HIPFFT_SUCCESS);
  const int live = HIP(fake_hip_live_objects)();
  for (const hipError_t error : {hipErrorOutOfMemory, hipErrorUnknown}) {
    for (const int is_lasting : {0, 1}) {
      int n = 0, calls = 0;
      do {
        ++n;
        HIP(fake_hip_fail_nth)(n, error, is_lasting);
        const hipfftResult result = PlanAndRun(data.data());
        calls = HIP(fake_hip_fail_nth)(0, 0, 0);
        EXPECT_TRUE(calls >= n || result == HIPFFT_SUCCESS) << "call " << n << ": " << result;
        EXPECT_EQ(PlanAndRun(data.data()), HIPFFT_SUCCESS) << "after call " << n;
        EXPECT_EQ(HIP(fake_hip_live_objects)(), live) << "after call " << n;
      } while (calls >= n);
      EXPECT_GT(n, 3);
    }
  }
}

// A plan belongs to the GPU that was current on its thread when it was made.
TEST(HipfftTest, EachThreadHasItsDevice) {
  RunOn(Where::kStandIn);
  const int before = HIP(fake_hip_live_objects)();
  std::thread([] {
    ASSERT_EQ(HIP(hipSetDevice)(1), hipSuccess);
    hipfftHandle plan = nullptr;
    ASSERT_EQ(HIPFFT(hipfftPlan1d)(&plan, 1 << 14, HIPFFT_Z2Z, 1), HIPFFT_SUCCESS);
    EXPECT_EQ(HIPFFT(hipfftDestroy)(plan), HIPFFT_SUCCESS);
  }).join();
  EXPECT_GT(HIP(fake_hip_live_objects)(), before) << "the second GPU has kernels of its own";
}

TEST(HipfftTest, WhatIsAbsentSaysSo) {
  hipLibXtDesc* made = nullptr;
  EXPECT_EQ(HIPFFT(hipfftXtSetCallback)(nullptr, nullptr, HIPFFT_CB_LD_REAL, nullptr),
            HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtClearCallback)(nullptr, HIPFFT_CB_LD_REAL), HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtSetCallbackSharedSize)(nullptr, HIPFFT_CB_LD_REAL, 0),
            HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtSetGPUs)(nullptr, 0, nullptr), HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtMalloc)(nullptr, &made, HIPFFT_XT_FORMAT_INPUT), HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtMemcpy)(nullptr, nullptr, nullptr, HIPFFT_COPY_HOST_TO_DEVICE),
            HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtFree)(nullptr), HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtExecDescriptor)(nullptr, nullptr, nullptr, 0), HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtExecDescriptorC2C)(nullptr, nullptr, nullptr, 0),
            HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtExecDescriptorR2C)(nullptr, nullptr, nullptr), HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtExecDescriptorC2R)(nullptr, nullptr, nullptr), HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtExecDescriptorZ2Z)(nullptr, nullptr, nullptr, 0),
            HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtExecDescriptorD2Z)(nullptr, nullptr, nullptr), HIPFFT_NOT_IMPLEMENTED);
  EXPECT_EQ(HIPFFT(hipfftXtExecDescriptorZ2D)(nullptr, nullptr, nullptr), HIPFFT_NOT_IMPLEMENTED);
}

// This is the last test. The other tests have called all functions of the library's list.
TEST(HipfftTest, EveryFunctionIsCalled) {
  EXPECT_EQ(Library().NotAskedFor(), std::set<std::string>());
}

}  // namespace
}  // namespace fft::testing
