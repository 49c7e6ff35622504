// Compares kernels for the CPU with the reference, compiled by every release of LLVM that the
// library supports and the loader finds. `--test_env=LD_LIBRARY_PATH=FOLDER` adds releases that are
// not installed.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/fft.h"
#include "fft/rtc/host/llvm_compiler.h"
#include "gtest/gtest.h"
#include "tests/verify/verify_case.h"

namespace fft::testing {
namespace {

// Returns the options for a release; empty if it is not installed.
std::optional<ContextOptions> OptionsOf(int release) {
  for (const std::string& name : rtc::LlvmLibraryNames(release)) {
    if (!rtc::MakeLlvmCompiler({.library = name}).ok()) continue;
    ContextOptions options;
    options.device = "host";
    options.host_language = "llvm";
    options.llvm_library = name;
    options.system_cache_path = "none";
    return options;
  }
  return std::nullopt;
}

void ExpectRight(const std::vector<std::string>& tokens, const ContextOptions& options) {
  const std::shared_ptr<Context> context = Context::Create(options).value();
  for (const std::string& token : tokens) {
    SCOPED_TRACE(token);
    const PreparedCase prepared = Prepare({token}, {}, context.get());
    ASSERT_TRUE(prepared.plan.ok()) << prepared.plan.status();
    const Outcome outcome = Judge(prepared, 11, &context->device());
    EXPECT_EQ(outcome.verdict, Verdict::kPass) << outcome.note;
    EXPECT_TRUE(outcome.measured);
  }
}

// Returns tokens of every length up to 64, with numbers of rows that do not fill the last vector,
// then tokens of other formats, tilings and schemes.
std::vector<std::string> Tokens() {
  std::vector<std::string> tokens = {
      "complex_forward_len_100_100_single_op",
      "complex_inverse_len_336_double_ip_batch_5",
      "complex_forward_len_256_half_op_batch_3",
      "complex_forward_len_512_single_op_batch_3_istride_1_CP_ostride_1_CP_idist_512_odist_512",
      "complex_forward_len_60_single_ip_batch_23_istride_23_CI_ostride_23_CI_idist_1_odist_1",
      "complex_forward_len_101_single_op_batch_9",
      "complex_inverse_len_1009_double_ip_batch_2",
      "complex_forward_len_65536_single_op",
      "real_forward_len_1024_single_op_batch_5",
      "real_inverse_len_1000_double_op_batch_3",
      "real_forward_len_45_single_op_batch_6",
      "real_forward_len_96_80_single_op_batch_2",
  };
  for (int length = 2; length <= 64; ++length) {
    tokens.push_back(absl::StrCat("complex_forward_len_", length, "_single_op_batch_33"));
  }
  return tokens;
}

class LlvmReleasesVerifyTest : public ::testing::TestWithParam<int> {};

TEST_P(LlvmReleasesVerifyTest, AgreesWithTheReference) {
  const std::optional<ContextOptions> options = OptionsOf(GetParam());
  if (!options) GTEST_SKIP() << "no libLLVM of release " << GetParam() << " here";
  ExpectRight(Tokens(), *options);
}

INSTANTIATE_TEST_SUITE_P(Releases, LlvmReleasesVerifyTest, ::testing::Range(14, 20),
                         [](const auto& info) { return absl::StrCat("Llvm", info.param); });

// From release 18 on, the pass instcombine ends the process on some of these kernels.
TEST(LlvmPassesVerifyTest, ThatEndTheProcessDoNotRunHere) {
  std::optional<ContextOptions> options = OptionsOf(19);
  if (!options) GTEST_SKIP() << "no libLLVM of release 19 here";
  options->host_language = "auto";
  options->llvm_passes = "function(sroa,early-cse,simplifycfg,instcombine)";
  ExpectRight({"complex_forward_len_12_single_op_batch_33"}, *options);
}

}  // namespace
}  // namespace fft::testing
