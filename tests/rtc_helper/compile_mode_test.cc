#include <atomic>
#include <string>

#include "absl/strings/match.h"
#include "fft/exec/kernel_build.h"
#include "fft/fft.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

ContextOptions HostOptions(const std::string& mode) {
  ContextOptions options;
  options.device = "host";
  options.system_cache_path = "none";
  options.compile_mode = mode;
  return options;
}

// Returns where the code of the kernels of a small plan came from.
absl::StatusOr<std::string> OriginOf(const ContextOptions& options, LogSink log = {}) {
  const auto context = Context::Create(options, log);
  if (!context.ok()) return context.status();
  const auto plan = (*context)->MakePlan(*ParseToken("complex_forward_len_16_single_op"));
  if (!plan.ok()) return plan.status();
  return (*plan)->builds().front().origin;
}

TEST(CompileMode, SaysWhereKernelsAreCompiled) {
  EXPECT_EQ(OriginOf(HostOptions("auto")).value(), "compiled_in_process");
  EXPECT_EQ(OriginOf(HostOptions("process")).value(), "compiled_in_process");
  EXPECT_EQ(OriginOf(HostOptions("helper")).value(), "compiled_by_helper");
}

TEST(CompileMode, OtherModesAreRefused) {
  const absl::Status status = OriginOf(HostOptions("elsewhere")).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(absl::StrContains(status.message(), "auto, process, helper or both")) << status;
}

TEST(CompileMode, WithoutItsHelperAContextWarnsOnceAndCompiles) {
  ContextOptions options = HostOptions("both");
  options.helper_path = "/no/such/helper";
  std::atomic<int> warnings = 0;
  const auto context =
      Context::Create(options, [&](absl::LogSeverity severity, const std::string& message) {
        EXPECT_EQ(severity, absl::LogSeverity::kWarning);
        EXPECT_TRUE(absl::StrContains(message, "/no/such/helper")) << message;
        ++warnings;
      });
  ASSERT_TRUE(context.ok()) << context.status();
  // Several kernels are compiled at once, so that a helper compiles some of them.
  for (const char* token :
       {"complex_forward_len_8_12_20_single_op", "complex_inverse_len_8_12_20_double_op"}) {
    EXPECT_TRUE((*context)->MakePlan(*ParseToken(token)).ok());
  }
  EXPECT_EQ(warnings, 1);
}

TEST(CompileMode, HelperAloneIsAnErrorWithoutHelper) {
  ContextOptions options = HostOptions("helper");
  options.helper_path = "/no/such/helper";
  EXPECT_TRUE(absl::IsUnavailable(OriginOf(options).status()));
}

}  // namespace
}  // namespace fft
