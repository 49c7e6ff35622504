// Runs on the host device, which every machine has.
#include "inspector/server/runs/run_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "fft/base/options.h"
#include "gtest/gtest.h"

namespace fft::inspector {
namespace {

Context& HostContext() {
  static auto& context = *new std::shared_ptr<Context>([] {
    ContextOptions options = ReadEnvironment();
    options.device = "host";
    return *Context::Create(options);
  }());
  return *context;
}

PlanDescription Describe(const std::string& token, const Target& target) {
  absl::StatusOr<PlanDescription> plan = DescribePlan(*ParseToken(token), target, {});
  EXPECT_TRUE(plan.ok()) << plan.status();
  return *std::move(plan);
}

PlanDescription DescribeForHost(const std::string& token) {
  return Describe(token, HostContext().target());
}

class RunTokenTest : public ::testing::TestWithParam<const char*> {};

TEST_P(RunTokenTest, PassesTheGate) {
  const auto planned = DescribePlan(*ParseToken(GetParam()), HostContext().target(), {});
  if (absl::IsUnimplemented(planned.status())) GTEST_SKIP() << planned.status();
  ASSERT_TRUE(planned.ok()) << planned.status();
  const PlanDescription& plan = *planned;
  const absl::StatusOr<RunReport> report = RunPlan(plan, {.repeats = 3}, HostContext());
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(report->error.passed()) << RunView(*report).dump(1);
  EXPECT_GT(report->error.l2, 0);
  EXPECT_GE(report->milliseconds.size(), 3u);
  EXPECT_EQ(report->step_milliseconds.size(), plan.kernels.size());
  const Json view = RunView(*report);
  EXPECT_EQ(view["error"]["passed"], true);
  EXPECT_GT(view["median_ms"].get<double>(), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Tokens, RunTokenTest,
    ::testing::Values("complex_forward_len_16_single_op",
                      "complex_inverse_len_1000_double_ip_batch_7_scale_0.001",
                      "complex_forward_len_16_12_single_op_istride_20_1_CI_ostride_1_16_CI",
                      "complex_forward_len_12_10_14_double_ip",
                      "complex_forward_len_65536_single_op",
                      "complex_forward_len_1009_single_op_batch_3",
                      "real_forward_len_240_double_op_batch_3",
                      "real_inverse_len_240_single_op_batch_3", "real_forward_len_12_10_single_op",
                      "real_inverse_len_12_10_14_double_op", "real_forward_len_15_single_op",
                      "real_inverse_len_6_15_double_op", "complex_forward_len_4096_half_op_batch_3",
                      "complex_inverse_len_64_48_half_ip", "real_forward_len_240_half_op_batch_3",
                      // These problems have kinds of axes, windows and functions.
                      "complex_forward_len_12_10_kind_forward_inverse_single_op",
                      "real_to_real_len_17_kind_dct1_double_op_batch_3",
                      "real_to_real_len_6_8_kind_dst3_dct2_single_ip_batch_2",
                      "real_to_real_len_15_kind_hc2r_half_op_batch_3",
                      "real_forward_len_96_single_op_batch_5_window",
                      "complex_forward_len_64_half_op_batch_3_window_magnitude",
                      "real_forward_len_8_12_double_op_window_power"));

TEST(RunViewTest, EveryCandidateRuns) {
  const PlanDescription plan = DescribeForHost("complex_forward_len_32768_single_op");
  const int count = std::min<int>(3, plan.search.candidates.size());
  for (int candidate = 0; candidate < count; ++candidate) {
    const absl::StatusOr<RunReport> report =
        RunPlan(plan, {.candidate = candidate, .repeats = 1}, HostContext());
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_TRUE(report->error.passed()) << candidate;
  }
}

TEST(RunViewTest, RefusesAnotherTarget) {
  const PlanDescription plan = Describe("complex_forward_len_16_single_op", *FindTarget("gfx90a"));
  const absl::StatusOr<RunReport> report = RunPlan(plan, {}, HostContext());
  EXPECT_EQ(report.status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(RunViewTest, RefusesTooMuchMemoryWithEstimateAndLimit) {
  const PlanDescription plan = DescribeForHost("complex_forward_len_1024_double_op_batch_1024");
  const RunLimits limits = {.device_bytes = 1 << 20, .host_bytes = int64_t{1} << 40};
  const absl::StatusOr<RunReport> report = RunPlan(plan, {}, HostContext(), limits);
  EXPECT_EQ(report.status().code(), absl::StatusCode::kResourceExhausted);
  const std::string message(report.status().message());
  EXPECT_TRUE(absl::StrContains(message, "33554432 bytes")) << message;
  // The server's limit refuses this run, and the limit can be changed.
  EXPECT_TRUE(absl::StrContains(message, "this server allows runs 1048576")) << message;
  EXPECT_TRUE(absl::StrContains(message, "--run-memory")) << message;
  EXPECT_TRUE(RunPlan(plan, {.repeats = 1}, HostContext()).ok());
}

TEST(RunViewTest, RefusesAReferenceTooLarge) {
  const PlanDescription plan = DescribeForHost("complex_forward_len_65536_double_op");
  const RunLimits limits = {.device_bytes = int64_t{1} << 40, .host_bytes = 1 << 20};
  const absl::StatusOr<RunReport> report = RunPlan(plan, {}, HostContext(), limits);
  EXPECT_EQ(report.status().code(), absl::StatusCode::kResourceExhausted);
  const std::string message(report.status().message());
  EXPECT_TRUE(absl::StrContains(message, "reference")) << message;
  EXPECT_TRUE(absl::StrContains(message, "--run-host-memory")) << message;
}

// Input and output together have 2^63 bytes.
TEST(RunViewTest, BytesBeyondSixtyFourBitsAreRefused) {
  const PlanDescription plan = DescribeForHost(
      "complex_forward_len_8_double_op_batch_2_istride_1_CI_ostride_1_CI_idist_288230376151711744_"
      "odist_288230376151711744");
  EXPECT_EQ(RunBytes(plan, 0), std::numeric_limits<int64_t>::max());
  const absl::StatusOr<RunReport> report = RunPlan(plan, {}, HostContext());
  EXPECT_EQ(report.status().code(), absl::StatusCode::kResourceExhausted) << report.status();
}

// A run of this problem takes more than 1 GiB.
TEST(RunViewTest, TheLimitFollowsTheDevice) {
  const PlanDescription plan = DescribeForHost("complex_forward_len_336_336_56_double_op_batch_10");
  const int64_t bytes = RunBytes(plan, 0);
  ASSERT_GT(bytes, int64_t{1} << 30);
  const RunLimits standard = DefaultRunLimits(HostContext().device());
  EXPECT_GE(standard.device_bytes, HostContext().device().properties().memory_bytes / 64);
  EXPECT_LE(standard.device_bytes, HostContext().device().properties().memory_bytes / 4);
  const int64_t wanted = std::max(bytes, RunHostBytes(plan.problem));
  if (wanted > standard.device_bytes) GTEST_SKIP() << "this machine is too small";
  EXPECT_TRUE(CheckRunnable(plan, bytes, HostContext()).ok());
}

TEST(RunViewTest, ACancelledRunEnds) {
  const PlanDescription plan = DescribeForHost("complex_forward_len_16_single_op");
  Cancellation cancellation;
  cancellation.Cancel();
  EXPECT_TRUE(absl::IsCancelled(RunPlan(plan, {}, HostContext(), {}, cancellation).status()));
}

TEST(RunViewTest, RequestsAreChecked) {
  const PlanDescription plan = DescribeForHost("complex_forward_len_16_single_op");
  EXPECT_TRUE(ParseRunRequest(Json::object(), plan).ok());
  EXPECT_EQ(ParseRunRequest({{"repeats", 5}}, plan)->repeats, 5);
  for (const Json& json :
       {Json{{"repeats", 0}}, Json{{"repeats", "x"}}, Json{{"repeats", 1e9}},
        Json{{"candidate", 100000}}, Json{{"candidate", -1}}, Json{{"callback", "code"}}}) {
    EXPECT_FALSE(ParseRunRequest(json, plan).ok()) << json;
  }
}

Arrays Pack(const std::vector<float>& values) {
  const char* bytes = reinterpret_cast<const char*>(values.data());
  return Arrays{std::vector<char>(bytes, bytes + values.size() * sizeof(float))};
}

TEST(RunCheckTest, AWrongHalfFails) {
  const PlanDescription plan = DescribeForHost("complex_forward_len_4_half_op");
  const auto pack = [](const std::vector<Half>& values) {
    const char* bytes = reinterpret_cast<const char*>(values.data());
    return Arrays{std::vector<char>(bytes, bytes + values.size() * sizeof(Half))};
  };
  const Arrays impulse = pack({1, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_TRUE(CheckOutput(plan, {impulse, pack({1, 0, 1, 0, 1, 0, 1, 0}), {}}).passed());
  EXPECT_FALSE(CheckOutput(plan, {impulse, pack({1, 0, 1, 0, 1, 0, 1, Half(0.01)}), {}}).passed());
}

PlanDescription OneLeaf(const std::string& token) {
  PlanDescription plan;
  plan.problem = *ParseToken(token);
  return plan;
}

TEST(RunCheckTest, RealForwardIsHalfASpectrum) {
  const PlanDescription plan = OneLeaf("real_forward_len_2_4_single_op");
  // The only element that is not 0 is at (1, 1). Its transform is exp(-pi i j) exp(-pi i k / 2).
  const Arrays in = Pack({0, 0, 0, 0, 0, 1, 0, 0});
  EXPECT_TRUE(CheckOutput(plan, {in, Pack({1, 0, 0, -1, -1, 0, -1, 0, 0, 1, 1, 0}), {}}).passed());
  EXPECT_FALSE(
      CheckOutput(plan, {in, Pack({1, 0, 0, -1, -1, 0, -1, 0, 0, 1, 1, 1e-5f}), {}}).passed());
}

TEST(RunCheckTest, RealInverseHasSpectraOfRealData) {
  const PlanDescription plan = OneLeaf("real_inverse_len_6_single_op");
  Arrays in = Pack({0.5f, -0.25f, 0.75f, 1, -0.5f, 0.125f, 0.25f, -1});
  MakeValidInput(plan.problem, &in);
  const float* x = reinterpret_cast<const float*>(in[0].data());
  EXPECT_EQ(x[1], 0);  // imaginary part of a sum of real values
  EXPECT_NEAR(x[7], 0, 1e-6);
  std::vector<float> out;
  for (int n = 0; n < 6; ++n) {
    double sum = x[0] + (n % 2 == 0 ? x[6] : -x[6]);
    for (int k = 1; k <= 2; ++k) {
      const double angle = 2 * M_PI * k * n / 6;
      sum += 2 * (x[2 * k] * std::cos(angle) - x[2 * k + 1] * std::sin(angle));
    }
    out.push_back(static_cast<float>(sum));
  }
  EXPECT_TRUE(CheckOutput(plan, {in, Pack(out), {}}).passed());
  out[3] += 1e-4f;
  EXPECT_FALSE(CheckOutput(plan, {in, Pack(out), {}}).passed());
}

TEST(RunCheckTest, WrongOutputFails) {
  const PlanDescription plan = DescribeForHost("complex_forward_len_4_single_op");
  const Arrays impulse = Pack({1, 0, 0, 0, 0, 0, 0, 0});
  const Arrays ones = Pack({1, 0, 1, 0, 1, 0, 1, 0});
  EXPECT_TRUE(CheckOutput(plan, {impulse, ones, {}}).passed());
  EXPECT_EQ(CheckOutput(plan, {impulse, ones, {}}).l2, 0);
  EXPECT_FALSE(CheckOutput(plan, {impulse, Pack({1, 0, 1, 0, 1, 0, 1, 1e-5f}), {}}).passed());
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(CheckOutput(plan, {impulse, Pack({1, 0, nan, 0, 1, 0, 1, 0}), {}}).passed());
  EXPECT_FALSE(CheckOutput(plan, {impulse, impulse, {}}).passed());
}

}  // namespace
}  // namespace fft::inspector
