// Compares kernels for the CPU with the reference. They run compiled by LLVM, compiled by the C++
// compiler, and without a compiler. The lengths, tilings and formats make loops over lanes end in
// different ways.
#include <map>
#include <memory>
#include <string>

#include "fft/fft.h"
#include "gtest/gtest.h"
#include "tests/verify/verify_case.h"

namespace fft::testing {
namespace {

Context& ContextOf(const std::string& language) {
  static auto* const kContexts = new std::map<std::string, std::shared_ptr<Context>>;
  std::shared_ptr<Context>& context = (*kContexts)[language];
  if (context == nullptr) {
    ContextOptions options = ReadEnvironment();
    options.device = "host";
    options.host_language = language;
    context = Context::Create(options).value();
  }
  return *context;
}

constexpr const char* kTokens[] = {
    // These problems have one pass, passes whose lanes are not a multiple of a vector, and passes
    // that compute the last lanes twice.
    "complex_forward_len_2_single_op_batch_37",
    "complex_forward_len_16_single_ip_batch_100",
    "complex_inverse_len_30_double_op_batch_7",
    "complex_forward_len_336_single_op_batch_5",
    "complex_forward_len_1000_single_ip_batch_3",
    "complex_inverse_len_3125_double_op_batch_2",
    "complex_forward_len_4096_single_op_batch_3_scale_0.5",
    // These problems are convolutions.
    "complex_forward_len_101_single_op_batch_9",
    "complex_inverse_len_1009_double_ip_batch_2",
    // These problems have columns in whole tiles, in a last tile of one to fifteen columns, and far
    // apart.
    "complex_forward_len_64_single_op_batch_32_istride_32_CI_ostride_32_CI_idist_1_odist_1",
    "complex_forward_len_60_single_ip_batch_23_istride_23_CI_ostride_23_CI_idist_1_odist_1",
    "complex_inverse_len_48_double_op_batch_21_istride_63_CI_ostride_21_CI_idist_3_odist_1",
    "complex_forward_len_100_100_single_op_batch_2",
    "complex_forward_len_20_24_28_double_op",
    // These problems take several kernels with large twiddles, and scratch that is too large for
    // the stack.
    "complex_forward_len_65536_single_op",
    "complex_inverse_len_20000_double_op_batch_2",
    // These problems have real and planar data, halves, and 64-bit indices by conversion kernels.
    "real_forward_len_1024_single_op_batch_5",
    "real_inverse_len_1000_double_op_batch_3",
    "real_forward_len_45_single_op_batch_6",
    "real_forward_len_96_80_single_op_batch_2",
    "complex_forward_len_512_single_op_batch_3_istride_1_CP_ostride_1_CP_idist_512_odist_512",
    "complex_forward_len_256_half_op_batch_3",
    "complex_forward_len_128_single_op_batch_3_CB",
};

class HostCompilersVerifyTest : public ::testing::TestWithParam<const char*> {};

TEST_P(HostCompilersVerifyTest, AgreesWithTheReference) {
  Context& context = ContextOf(GetParam());
  for (const char* token : kTokens) {
    SCOPED_TRACE(token);
    const PreparedCase prepared = Prepare({token}, {}, &context);
    ASSERT_TRUE(prepared.plan.ok()) << prepared.plan.status();
    const Outcome outcome = Judge(prepared, 11, &context.device());
    EXPECT_EQ(outcome.verdict, Verdict::kPass) << outcome.note;
    EXPECT_TRUE(outcome.measured);
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, HostCompilersVerifyTest,
                         ::testing::Values("llvm", "c++", "none"), [](const auto& info) {
                           const std::string language = info.param;
                           return language == "c++" ? std::string("cpp") : language;
                         });

}  // namespace
}  // namespace fft::testing
