// Tests librocfft.so.0: results of plans on the processor, and calls of the stand-in HIP runtime.
#include "compat/rocfft/rocfft.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/hip/loaded_library.h"

namespace fft::testing {
namespace {

LoadedLibrary& Library() {
  static auto* const library = new LoadedLibrary("compat/rocfft", "librocfft.so.0");
  return *library;
}
#define ROCFFT(name) (*Library().Function<decltype(name)>(#name))

constexpr rocfft_status kOk = rocfft_status_success;

rocfft_array_type TypeOf(ArrayFormat format) {
  return static_cast<rocfft_array_type>(
      std::find(kArrayFormats.begin(), kArrayFormats.end(), format) - kArrayFormats.begin());
}

rocfft_precision PrecisionOf(const Problem& problem) {
  if (problem.precision == Precision::kHalf) return rocfft_precision_half;
  return problem.precision == Precision::kSingle ? rocfft_precision_single
                                                 : rocfft_precision_double;
}

std::vector<size_t> FastestFirst(const std::vector<int64_t>& values) {
  return {values.rbegin(), values.rend()};
}

void DescribeLayout(const Problem& problem, rocfft_plan_description description) {
  const auto in_strides = FastestFirst(problem.input.strides);
  const auto out_strides = FastestFirst(problem.output.strides);
  const std::vector<size_t> in_offsets(problem.input.offsets.begin(), problem.input.offsets.end());
  const std::vector<size_t> out_offsets(problem.output.offsets.begin(),
                                        problem.output.offsets.end());
  EXPECT_EQ(
      ROCFFT(rocfft_plan_description_set_data_layout)(
          description, TypeOf(problem.input.format), TypeOf(problem.output.format),
          in_offsets.data(), out_offsets.data(), in_strides.size(), in_strides.data(),
          problem.input.distance, out_strides.size(), out_strides.data(), problem.output.distance),
      kOk);
  EXPECT_EQ(ROCFFT(rocfft_plan_description_set_scale_factor)(description, problem.scale), kOk);
}

// Returns the plan of a problem, with a description of its whole layout.
rocfft_plan Planned(const Problem& problem) {
  rocfft_plan_description description = nullptr;
  EXPECT_EQ(ROCFFT(rocfft_plan_description_create)(&description), kOk);
  DescribeLayout(problem, description);
  const auto lengths = FastestFirst(problem.lengths);
  rocfft_plan plan = nullptr;
  EXPECT_EQ(ROCFFT(rocfft_plan_create)(
                &plan,
                problem.placement == Placement::kInPlace ? rocfft_placement_inplace
                                                         : rocfft_placement_notinplace,
                static_cast<rocfft_transform_type>(problem.type), PrecisionOf(problem),
                lengths.size(), lengths.data(), problem.batch, description),
            kOk);
  EXPECT_EQ(ROCFFT(rocfft_plan_description_destroy)(description), kOk);
  return plan;
}

rocfft_plan Planned(const char* token) { return Planned(ParseToken(token).value()); }

TEST(RocfftTest, EveryTokenOfTheSuite) {
  RunOn(Where::kHost);
  ASSERT_EQ(ROCFFT(rocfft_setup)(), kOk);
  std::ifstream suite("tests/suites/rocfft.tokens");
  int count = 0;
  for (std::string token; std::getline(suite, token);) {
    if (token.empty() || token[0] == '#') continue;
    const Problem problem = ParseToken(token).value();
    const rocfft_plan plan = Planned(problem);
    ASSERT_NE(plan, nullptr) << token;
    ExpectComputes(problem, [plan](Arrays arrays) {
      EXPECT_EQ(ROCFFT(rocfft_execute)(plan, arrays.in, arrays.out, nullptr), kOk);
    });
    EXPECT_EQ(ROCFFT(rocfft_plan_destroy)(plan), kOk);
    ++count;
  }
  EXPECT_GT(count, 40);
  EXPECT_EQ(ROCFFT(rocfft_cleanup)(), kOk);
}

// Lengths are {x, y}, and x is the fastest dimension. rocfft_execute ignores the output
// arrays of plans in place.
TEST(RocfftTest, PackedPlansNeedNoDescription) {
  RunOn(Where::kHost);
  const size_t lengths[] = {10, 6};
  rocfft_plan plan = nullptr;
  ASSERT_EQ(ROCFFT(rocfft_plan_create)(&plan, rocfft_placement_inplace,
                                       rocfft_transform_type_real_forward, rocfft_precision_double,
                                       2, lengths, 3, nullptr),
            kOk);
  ExpectComputes(ParseToken("real_forward_len_6_10_double_ip_batch_3").value(),
                 [plan](Arrays arrays) {
                   EXPECT_EQ(ROCFFT(rocfft_execute)(plan, arrays.in, nullptr, nullptr), kOk);
                 });
  EXPECT_EQ(ROCFFT(rocfft_plan_destroy)(plan), kOk);
}

TEST(RocfftTest, WrongArgumentsHaveTheirStatus) {
  RunOn(Where::kHost);
  const size_t lengths[] = {8, 8, 8, 8};
  rocfft_plan plan = nullptr;
  const auto create = [&](size_t dimensions, rocfft_plan_description description) {
    return ROCFFT(rocfft_plan_create)(&plan, rocfft_placement_notinplace,
                                      rocfft_transform_type_complex_forward,
                                      rocfft_precision_single, dimensions, lengths, 1, description);
  };
  EXPECT_EQ(create(4, nullptr), rocfft_status_invalid_dimensions);
  EXPECT_EQ(create(0, nullptr), rocfft_status_invalid_dimensions);
  rocfft_plan_description description = nullptr;
  ASSERT_EQ(ROCFFT(rocfft_plan_description_create)(&description), kOk);
  const auto set = [&](rocfft_array_type in, size_t rank) {
    return ROCFFT(rocfft_plan_description_set_data_layout)(description, in, rocfft_array_type_unset,
                                                           nullptr, nullptr, rank, lengths, 0, 0,
                                                           nullptr, 0);
  };
  EXPECT_EQ(set(rocfft_array_type_unset, 4), rocfft_status_invalid_dimensions);
  EXPECT_EQ(set(rocfft_array_type_real, 1), kOk);
  EXPECT_EQ(create(1, description), rocfft_status_invalid_array_type);
  EXPECT_EQ(set(rocfft_array_type_unset, 2), kOk);
  EXPECT_EQ(create(1, description), rocfft_status_invalid_strides);
  EXPECT_EQ(ROCFFT(rocfft_plan_description_set_scale_factor)(description, std::nan("")),
            rocfft_status_invalid_arg_value);
  EXPECT_EQ(ROCFFT(rocfft_plan_description_destroy)(description), kOk);
  EXPECT_EQ(plan, nullptr) << "no failure makes a plan";
  EXPECT_EQ(ROCFFT(rocfft_execute)(nullptr, nullptr, nullptr, nullptr),
            rocfft_status_invalid_arg_value);
  EXPECT_EQ(ROCFFT(rocfft_plan_description_create)(nullptr), rocfft_status_invalid_arg_value);
}

TEST(RocfftTest, TheVersionIsToldToThoseWithRoomForIt) {
  char text[30];
  EXPECT_EQ(ROCFFT(rocfft_get_version_string)(text, sizeof(text)), kOk);
  EXPECT_EQ(std::string(text).substr(0, 4), "1.0.");
  EXPECT_EQ(ROCFFT(rocfft_get_version_string)(text, 29), rocfft_status_invalid_arg_value);
}

TEST(RocfftTest, PlansArePrinted) {
  RunOn(Where::kHost);
  const rocfft_plan plan = Planned("complex_forward_len_24_single_op");
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(ROCFFT(rocfft_plan_get_print)(plan), kOk);
  EXPECT_EQ(std::fflush(stdout), 0);
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_NE(text.find("complex_forward_len_24_single_op"), std::string::npos) << text;
  EXPECT_NE(text.find("kernel: fft_stockham_fwd_len24"), std::string::npos) << text;
  EXPECT_EQ(ROCFFT(rocfft_plan_destroy)(plan), kOk);
}

// The kernels of one GPU are serialised and loaded after a new setup of the library.
TEST(RocfftTest, KernelsAreSerialised) {
  RunOn(Where::kStandIn);
  ASSERT_EQ(ROCFFT(rocfft_cleanup)(), kOk);
  EXPECT_EQ(ROCFFT(rocfft_plan_destroy)(Planned("complex_forward_len_16_single_op")), kOk);
  void* buffer = nullptr;
  size_t bytes = 0;
  ASSERT_EQ(ROCFFT(rocfft_cache_serialize)(&buffer, &bytes), kOk);
  ASSERT_GT(bytes, 1000u);
  EXPECT_EQ(ROCFFT(rocfft_cleanup)(), kOk);
  EXPECT_EQ(HIP(fake_hip_live_objects)(), 0) << "nothing is kept";
  EXPECT_EQ(ROCFFT(rocfft_cache_deserialize)(buffer, bytes), kOk);
  EXPECT_EQ(ROCFFT(rocfft_cache_deserialize)("no kernels", 10), rocfft_status_invalid_arg_value);
  EXPECT_EQ(ROCFFT(rocfft_cache_deserialize)(nullptr, 0), rocfft_status_invalid_arg_value);
  EXPECT_EQ(ROCFFT(rocfft_plan_destroy)(Planned("complex_forward_len_16_single_op")), kOk);
  EXPECT_EQ(ROCFFT(rocfft_cache_buffer_free)(buffer), kOk);
}

// The work buffer is the program's, or the plan allocates one at the first execution that needs it.
TEST(RocfftTest, StreamsAndWorkBuffersOnTheStandIn) {
  RunOn(Where::kStandIn);
  const rocfft_plan plan = Planned("complex_forward_len_16384_double_ip");
  size_t bytes = 0;
  ASSERT_EQ(ROCFFT(rocfft_plan_get_work_buffer_size)(plan, &bytes), kOk);
  ASSERT_GT(bytes, 0u);
  std::vector<double> data(2 * 16384);
  void* in[] = {data.data()};
  void* work = nullptr;
  hipStream_t stream = nullptr;
  rocfft_execution_info info = nullptr;
  ASSERT_EQ(HIP(hipStreamCreateWithFlags)(&stream, 0), hipSuccess);
  ASSERT_EQ(HIP(hipMalloc)(&work, bytes), hipSuccess);
  ASSERT_EQ(ROCFFT(rocfft_execution_info_create)(&info), kOk);
  EXPECT_EQ(ROCFFT(rocfft_execution_info_set_stream)(info, stream), kOk);
  EXPECT_EQ(ROCFFT(rocfft_execution_info_set_work_buffer)(info, work, bytes - 1), kOk);
  EXPECT_EQ(ROCFFT(rocfft_execute)(plan, in, nullptr, info), rocfft_status_invalid_work_buffer);
  EXPECT_EQ(ROCFFT(rocfft_execution_info_set_work_buffer)(info, work, bytes), kOk);
  const int before = HIP(fake_hip_live_objects)();
  EXPECT_EQ(ROCFFT(rocfft_execute)(plan, in, nullptr, info), kOk);
  EXPECT_GE(HIP(fake_hip_launches)(stream), 2);
  EXPECT_EQ(HIP(fake_hip_live_objects)(), before);
  EXPECT_EQ(ROCFFT(rocfft_execute)(plan, in, nullptr, nullptr), kOk);
  EXPECT_GT(HIP(fake_hip_live_objects)(), before) << "a buffer of the plan's own";
  HIP(fake_hip_fail_next)("hipModuleLaunchKernel", hipErrorLaunchFailure);
  EXPECT_EQ(ROCFFT(rocfft_execute)(plan, in, nullptr, info), rocfft_status_failure);
  EXPECT_EQ(ROCFFT(rocfft_execution_info_destroy)(info), kOk);
  EXPECT_EQ(ROCFFT(rocfft_plan_destroy)(plan), kOk);
  EXPECT_EQ(HIP(fake_hip_live_objects)(), before);
  EXPECT_EQ(HIP(hipFree)(work), hipSuccess);
  EXPECT_EQ(HIP(hipStreamDestroy)(stream), hipSuccess);
}

TEST(RocfftTest, CallbacksOfTheDeviceAreRefused) {
  rocfft_execution_info info = nullptr;
  void* functions[] = {&info};
  ASSERT_EQ(ROCFFT(rocfft_execution_info_create)(&info), kOk);
  EXPECT_EQ(ROCFFT(rocfft_execution_info_set_load_callback)(info, functions, nullptr, 0),
            rocfft_status_failure);
  EXPECT_EQ(ROCFFT(rocfft_execution_info_set_store_callback)(info, functions, nullptr, 0),
            rocfft_status_failure);
  EXPECT_EQ(ROCFFT(rocfft_execution_info_set_store_callback)(info, nullptr, nullptr, 0), kOk)
      << "none is there to take away";
  EXPECT_EQ(ROCFFT(rocfft_execution_info_destroy)(info), kOk);
}

TEST(RocfftTest, ArraysOnSeveralDevicesAreRefused) {
  rocfft_field field = nullptr;
  rocfft_brick brick = nullptr;
  const size_t corner[] = {0, 0};
  EXPECT_EQ(ROCFFT(rocfft_field_create)(&field), rocfft_status_failure);
  EXPECT_EQ(ROCFFT(rocfft_field_destroy)(field), rocfft_status_failure);
  EXPECT_EQ(ROCFFT(rocfft_brick_create)(&brick, corner, corner, corner, 2, 0),
            rocfft_status_failure);
  EXPECT_EQ(ROCFFT(rocfft_brick_destroy)(brick), rocfft_status_failure);
  EXPECT_EQ(ROCFFT(rocfft_field_add_brick)(field, brick), rocfft_status_failure);
  EXPECT_EQ(ROCFFT(rocfft_plan_description_add_infield)(nullptr, field), rocfft_status_failure);
  EXPECT_EQ(ROCFFT(rocfft_plan_description_add_outfield)(nullptr, field), rocfft_status_failure);
  EXPECT_EQ(ROCFFT(rocfft_plan_description_set_comm)(nullptr, rocfft_comm_none, nullptr),
            rocfft_status_failure);
}

// This is the last test. The other tests have called all functions of the library's list.
TEST(RocfftTest, EveryFunctionIsCalled) {
  EXPECT_EQ(Library().NotAskedFor(), std::set<std::string>());
}

}  // namespace
}  // namespace fft::testing
