// Tests plans with independent rows (PlanOptions::independent_rows). A transform gives the same
// bits at every place of every batch, with any neighbours and with any number of threads.
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "gtest/gtest.h"
#include "tests/property/random_problem.h"
#include "tests/support/random.h"

namespace fft::testing {
namespace {

// These numbers of rows fill less than a vector, more than one vector, and tiles of every size.
constexpr int64_t kBatches[] = {2, 3, 16, 65};
constexpr const char* kDevices[] = {"host:1", "host:3"};

std::shared_ptr<Context> MakeContext(const std::string& device,
                                     const std::string& independent_rows) {
  ContextOptions options = ReadEnvironment();
  options.device = device;
  options.independent_rows = independent_rows;
  const auto context = Context::Create(options);
  EXPECT_TRUE(context.ok()) << context.status();
  return context.ok() ? *context : nullptr;
}

// Returns the number of reals in one row of a side.
int64_t RowReals(const ArrayDescription& array) {
  return array.distance * (array.format == ArrayFormat::kReal ? 1 : 2);
}

// Returns the plan of `token` with `batch` rows.
std::shared_ptr<const Plan> MakePlan(const std::shared_ptr<Context>& context,
                                     const std::string& token, int64_t batch) {
  const auto problem = ParseToken(absl::StrCat(token, "_batch_", batch));
  EXPECT_TRUE(problem.ok()) << problem.status();
  auto plan = context->MakePlan(*problem, {});
  EXPECT_TRUE(plan.ok()) << plan.status();
  if (!plan.ok()) return nullptr;
  return *WithOwnWorkspace(context, *std::move(plan));
}

template <typename Real>
std::vector<Real> Execute(const Plan& plan, const std::vector<Real>& in) {
  std::vector<Real> out(plan.problem().batch * RowReals(plan.problem().output));
  const absl::Status status = plan.Execute({.in = in.data(), .out = out.data()});
  EXPECT_TRUE(status.ok()) << status;
  return out;
}

template <typename Real>
std::vector<Real> RandomRow(int64_t reals, Real size) {
  std::minstd_rand random(1);
  std::uniform_real_distribution<Real> uniform(-size, size);
  std::vector<Real> row(reals);
  for (Real& value : row) value = uniform(random);
  return row;
}

class IndependentRowsTest : public ::testing::TestWithParam<std::string> {
 protected:
  // Returns an input in which every second row has the same content. The rows between them hold
  // numbers that are not finite.
  template <typename Real>
  void ExpectTheSameBits(const std::string& device) {
    const auto context = MakeContext(device, "1");
    ASSERT_NE(context, nullptr);
    const auto alone = MakePlan(context, GetParam(), 1);
    ASSERT_NE(alone, nullptr);
    const std::vector<Real> row = RandomRow<Real>(RowReals(alone->problem().input), 1);
    const std::vector<Real> expected = Execute(*alone, row);
    for (const int64_t batch : kBatches) {
      const auto plan = MakePlan(context, GetParam(), batch);
      ASSERT_NE(plan, nullptr);
      for (const int64_t first : {0, 1}) {
        std::vector<Real> in(batch * row.size(), std::numeric_limits<Real>::quiet_NaN());
        for (int64_t i = first; i < batch; i += 2) {
          std::copy(row.begin(), row.end(), in.begin() + i * row.size());
        }
        const std::vector<Real> out = Execute(*plan, in);
        for (int64_t i = first; i < batch; i += 2) {
          const auto begin = out.begin() + i * expected.size();
          ASSERT_EQ(std::vector<Real>(begin, begin + expected.size()), expected)
              << GetParam() << ": row " << i << " of " << batch << " on " << device;
        }
      }
    }
  }
};

TEST_P(IndependentRowsTest, GivesTheSameBitsInEveryBatch) {
  for (const char* device : kDevices) {
    if (absl::StrContains(GetParam(), "double")) {
      ExpectTheSameBits<double>(device);
    } else {
      ExpectTheSameBits<float>(device);
    }
  }
}

std::vector<std::string> Tokens() {
  std::vector<std::string> tokens;
  // Without the option, two real rows of an odd length would share a transform, and the other
  // problems would have different shapes or trees for different batches.
  for (const char* lengths : {"7", "45", "243", "101", "509", "1155", "4099", "15_21", "16", "32",
                              "1000", "8_60", "65536"}) {
    for (const char* type : {"real_forward", "real_inverse"}) {
      tokens.push_back(absl::StrCat(type, "_len_", lengths, "_single_op"));
    }
  }
  for (const char* lengths : {"16", "210", "1009", "8_60", "65536", "64_64"}) {
    tokens.push_back(absl::StrCat("complex_forward_len_", lengths, "_single_op"));
  }
  tokens.push_back("real_forward_len_243_double_op");
  tokens.push_back("real_inverse_len_131072_double_op");
  return tokens;
}

INSTANTIATE_TEST_SUITE_P(Problems, IndependentRowsTest, ::testing::ValuesIn(Tokens()));

// A row of far smaller numbers than its neighbour's keeps its precision.
TEST(IndependentRows, SmallRowsKeepTheirPrecision) {
  const auto context = MakeContext("host", "1");
  ASSERT_NE(context, nullptr);
  const auto plan = MakePlan(context, "real_forward_len_45_single_op", 2);
  ASSERT_NE(plan, nullptr);
  std::vector<float> in = RandomRow<float>(90, 1);
  double sum = 0;
  for (int i = 45; i < 90; ++i) sum += in[i] *= 1e-7f;
  const std::vector<float> out = Execute(*plan, in);
  EXPECT_NEAR(out[46], sum, 1e-12);
}

// The option of a plan has the same effect as the Context's option, which holds for all its plans.
TEST(IndependentRows, MayBeAskedOfOnePlan) {
  const auto context = MakeContext("host", "0");
  ASSERT_NE(context, nullptr);
  const Problem problem = *ParseToken("real_forward_len_45_single_op_batch_64");
  std::vector<float> in(64 * 45, 1);
  in[0] = std::numeric_limits<float>::quiet_NaN();
  for (const bool independent : {false, true}) {
    PlanOptions asked;
    asked.independent_rows = independent;
    auto plan = context->MakePlan(problem, asked);
    ASSERT_TRUE(plan.ok()) << plan.status();
    const auto& kernels = (*plan)->description().kernels;
    const bool has_pairs = std::any_of(
        kernels.begin(), kernels.end(),
        [](const kernels::PlannedKernel& kernel) { return kernel.spec.transforms_per_line > 1; });
    EXPECT_EQ(has_pairs, !independent);
    const std::vector<float> out = Execute(**WithOwnWorkspace(context, *std::move(plan)), in);
    EXPECT_TRUE(std::isnan(out[0]));
    const bool spreads =
        std::any_of(out.begin() + 46, out.end(), [](float x) { return std::isnan(x); });
    EXPECT_EQ(spreads, has_pairs);
  }
}

// No kernel of a plan, for any target, computes two transforms as one.
TEST(IndependentRows, NoPlanOfAnyTargetPairs) {
  Random random(PropertySeed());
  PlanOptions options;
  options.independent_rows = true;
  int kernels = 0;
  for (int i = 0; i < 60; ++i) {
    const Problem problem = RandomProblem(int64_t{1} << (4 + random.Below(17)), &random);
    for (const Target& target : Targets()) {
      const auto plan = DescribePlan(problem, target, options);
      if (!plan.ok()) continue;
      for (const kernels::PlannedKernel& kernel : plan->kernels) {
        EXPECT_LE(kernel.spec.transforms_per_line, 1)
            << ToToken(plan->problem) << " on " << target.name;
        ++kernels;
      }
    }
  }
  EXPECT_GT(kernels, 300);
}

TEST(IndependentRows, RefusesOtherWords) {
  ContextOptions options;
  options.device = "host";
  options.independent_rows = "yes";
  EXPECT_EQ(Context::Create(options).status().message(),
            "independent_rows is yes; allowed: 1 or 0");
}

}  // namespace
}  // namespace fft::testing
