// Tests that headers of device functions with one name have one text.
#include <map>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/stockham/device_header.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

// The name that guards a header.
std::string GuardOf(const std::string& text) {
  const std::string mark = "#ifndef ";
  const size_t begin = text.find(mark) + mark.size();
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(DeviceHeaderNames, SayAllThatTheTextDependsOn) {
  std::mt19937 random(20);
  const auto one_of = [&](const auto& values) { return values[random() % std::size(values)]; };
  const int lengths[] = {13, 16, 60, 64, 100, 1000};
  const char* const directions[] = {"forward", "inverse"};
  const char* const precisions[] = {"half", "single", "double"};
  const char* const batches[] = {"1", "3", "1000", "1000000"};
  const char* const scales[] = {"", "_scale_0.5", "_scale_-2", "_scale_1e-05"};
  const char* const targets[] = {"sm_90", "sm_80", "gfx90a", "gfx1030"};
  std::map<std::string, std::string> texts;
  for (int i = 0; i < 400; ++i) {
    const std::string token =
        absl::StrCat("complex_", one_of(directions), "_len_", one_of(lengths), "_",
                     one_of(precisions), "_op_batch_", one_of(batches), one_of(scales));
    const auto problem = ParseToken(token);
    ASSERT_TRUE(problem.ok()) << problem.status();
    const auto plan = DescribePlan(*problem, *FindTarget(one_of(targets)), {});
    ASSERT_TRUE(plan.ok()) << plan.status();
    const auto header = kernels::DeviceHeader(plan->kernels.front(), plan->target.dialect);
    ASSERT_TRUE(header.ok()) << header.status();
    const auto [known, is_new] = texts.try_emplace(GuardOf(*header), *header);
    EXPECT_EQ(known->second, *header) << token << " for " << plan->target.name;
  }
  EXPECT_GT(texts.size(), 100u);
}

}  // namespace
}  // namespace fft
