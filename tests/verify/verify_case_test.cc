// Tests Judge with plans that have every fault that it must notice.
#include "tests/verify/verify_case.h"

#include <complex>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "fft/rtc/host/host_device.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/reference.h"
#include "tests/support/side.h"

namespace fft::testing {
namespace {

using ::testing::HasSubstr;
using Complex = std::complex<float>;

// A plan for problems of length 1, whose transform is a copy. It copies the input to the output by
// the problem's strides, then makes a fault.
class CopyPlan : public Plan {
 public:
  using Mischief = std::function<void(const ExecuteArguments&)>;

  CopyPlan(const Problem& problem, const PlanOptions& options, int64_t workspace, Mischief mischief)
      : workspace_(workspace), mischief_(std::move(mischief)) {
    description_.problem = problem;
    description_.options = options;
  }

  const PlanDescription& description() const override { return description_; }
  const std::vector<KernelBuild>& builds() const override { return builds_; }
  Dialect source_dialect() const override { return Dialect::kHostCpp; }
  int64_t workspace_bytes() const override { return workspace_; }

  absl::Status Execute(const ExecuteArguments& arguments) const override {
    const Problem& problem = description_.problem;
    const auto* in = static_cast<const Complex*>(arguments.in);
    auto* out = static_cast<Complex*>(arguments.out);
    for (int64_t b = 0; b < problem.batch; ++b) {
      out[b * problem.output.distance] = in[b * problem.input.distance];
    }
    if (mischief_) mischief_(arguments);
    return absl::OkStatus();
  }

  absl::Status CheckArguments(const ExecuteArguments&) const override { return absl::OkStatus(); }

  absl::Status ExecuteStep(int, const ExecuteArguments&) const override {
    return absl::UnimplementedError("one step");
  }

 private:
  PlanDescription description_;
  std::vector<KernelBuild> builds_;
  const int64_t workspace_;
  const Mischief mischief_;
};

Outcome JudgeMischief(CopyPlan::Mischief mischief, int64_t workspace = 0,
                      const PlanOptions& options = {}) {
  auto device = rtc::OpenHostDevice();
  EXPECT_TRUE(device.ok());
  Problem problem;
  problem.lengths = {1};
  problem.batch = 8;
  problem.input.distance = 2;
  problem.output.distance = 3;
  problem = CompleteProblem(problem).value();
  PreparedCase prepared;
  prepared.line.token = ToToken(problem);
  prepared.plan = std::make_shared<CopyPlan>(problem, options, workspace, std::move(mischief));
  return Judge(prepared, 1, device->get());
}

Complex* Out(const ExecuteArguments& arguments) { return static_cast<Complex*>(arguments.out); }

TEST(JudgeTest, PassesWhatIsRight) {
  const Outcome outcome = JudgeMischief(nullptr);
  EXPECT_EQ(outcome.verdict, Verdict::kPass) << outcome.note;
  EXPECT_TRUE(outcome.measured);
  EXPECT_EQ(outcome.norms.l2, 0);
}

TEST(JudgeTest, NoticesWrongNumbers) {
  const Outcome outcome = JudgeMischief([](const ExecuteArguments& a) { Out(a)[3] *= 1.00001f; });
  EXPECT_EQ(outcome.verdict, Verdict::kFail);
  EXPECT_THAT(outcome.note, HasSubstr("above the gate"));
}

TEST(JudgeTest, NoticesElementsNeverWritten) {
  const Outcome outcome = JudgeMischief([](const ExecuteArguments& a) {
    std::memset(static_cast<void*>(&Out(a)[6]), Planes::kPattern, sizeof(Complex));
  });
  EXPECT_EQ(outcome.verdict, Verdict::kFail);
}

TEST(JudgeTest, NoticesNotANumber) {
  const Outcome outcome = JudgeMischief(
      [](const ExecuteArguments& a) { Out(a)[0] = std::numeric_limits<float>::quiet_NaN(); });
  EXPECT_EQ(outcome.verdict, Verdict::kFail);
}

TEST(JudgeTest, NoticesWritesBetweenBeforeAndBehind) {
  for (const int64_t index : {1, -1, 22}) {
    const Outcome outcome =
        JudgeMischief([index](const ExecuteArguments& a) { Out(a)[index] = 0; });
    EXPECT_EQ(outcome.verdict, Verdict::kFail) << index;
    EXPECT_THAT(outcome.note, HasSubstr("wrote outside the output elements"));
  }
}

TEST(JudgeTest, NoticesWritesToTheInput) {
  const Outcome outcome = JudgeMischief(
      [](const ExecuteArguments& a) { static_cast<Complex*>(const_cast<void*>(a.in))[2] = 0; });
  EXPECT_EQ(outcome.verdict, Verdict::kFail);
  EXPECT_EQ(outcome.note, "the input was changed");
}

// Index 2 is an element, index 1 is in a gap, and the indices -1 and 15 are outside of the array.
TEST(JudgeTest, AllowsWhatTheOptionsAllow) {
  const auto write = [](int64_t at, bool input) {
    return [at, input](const ExecuteArguments& a) {
      (input ? static_cast<Complex*>(const_cast<void*>(a.in)) : Out(a))[at] = 0;
    };
  };
  PlanOptions gaps;
  gaps.allow_gap_overwrite = true;
  EXPECT_EQ(JudgeMischief(write(1, false), 0, gaps).verdict, Verdict::kPass);
  for (const int64_t index : {-1, 22}) {
    EXPECT_EQ(JudgeMischief(write(index, false), 0, gaps).verdict, Verdict::kFail) << index;
  }
  EXPECT_EQ(JudgeMischief(write(1, true), 0, gaps).note, "the input was changed");
  PlanOptions input;
  input.allow_input_overwrite = true;
  EXPECT_EQ(JudgeMischief(write(2, true), 0, input).verdict, Verdict::kPass);
  for (const int64_t index : {-1, 1, 15}) {
    EXPECT_THAT(JudgeMischief(write(index, true), 0, input).note,
                HasSubstr("wrote outside the input elements"));
  }
  input.allow_gap_overwrite = true;
  EXPECT_EQ(JudgeMischief(write(1, true), 0, input).verdict, Verdict::kPass);
  EXPECT_EQ(JudgeMischief(write(15, true), 0, input).verdict, Verdict::kFail);
}

TEST(JudgeTest, NoticesWritesBehindTheWorkspace) {
  const auto write = [](int64_t at) {
    return [at](const ExecuteArguments& a) { static_cast<uint8_t*>(a.workspace)[at] = 1; };
  };
  EXPECT_EQ(JudgeMischief(write(99), 100).verdict, Verdict::kPass);
  const Outcome outcome = JudgeMischief(write(100), 100);
  EXPECT_EQ(outcome.verdict, Verdict::kFail);
  EXPECT_THAT(outcome.note, HasSubstr("behind the workspace"));
}

PreparedCase PreparedWith(bool must_refuse, absl::Status parsed, absl::Status planned) {
  PreparedCase prepared;
  prepared.line = {"a_token", must_refuse, 1};
  prepared.parsed = std::move(parsed);
  prepared.plan = std::move(planned);
  return prepared;
}

TEST(JudgeTest, TellsIllegalFromUnsupportedAndBroken) {
  const absl::Status ok, illegal = absl::InvalidArgumentError("x");
  const struct {
    PreparedCase prepared;
    Verdict verdict;
  } kCases[] = {
      {PreparedWith(true, illegal, absl::UnknownError("")), Verdict::kPass},
      {PreparedWith(true, ok, illegal), Verdict::kPass},
      {PreparedWith(true, ok, absl::UnimplementedError("x")), Verdict::kFail},
      {PreparedWith(true, ok, absl::InvalidArgumentError("options.scheme is x")), Verdict::kFail},
      {PreparedWith(false, illegal, absl::UnknownError("")), Verdict::kFail},
      {PreparedWith(false, ok, absl::UnimplementedError("x")), Verdict::kRefused},
      {PreparedWith(false, ok, absl::ResourceExhaustedError("x")), Verdict::kRefused},
      {PreparedWith(false, ok, absl::InternalError("x")), Verdict::kFail},
  };
  for (const auto& c : kCases) EXPECT_EQ(Judge(c.prepared, 1, nullptr).verdict, c.verdict);
}

TEST(PrepareTest, WrongOptionsAreNotAProblemWithFewerAssignments) {
  ContextOptions environment;
  environment.device = "host";
  auto context = Context::Create(environment);
  ASSERT_TRUE(context.ok()) << context.status();
  const auto verdict = [&](const PlanOptions& options, bool must_refuse) {
    const cli::TokenLine line = {"complex_forward_len_16_single_op", must_refuse, 1};
    return Judge(Prepare(line, options, context->get()), 1, nullptr).verdict;
  };
  PlanOptions beyond;
  beyond.candidate = 1000;
  EXPECT_EQ(verdict(beyond, false), Verdict::kRefused);
  EXPECT_EQ(verdict(beyond, true), Verdict::kFail);
  PlanOptions wrong;
  wrong.shapes = {{16, {.threads_per_transform = 3}}};
  for (const int candidate : {0, 1, 1000}) {
    wrong.candidate = candidate;
    EXPECT_EQ(verdict(wrong, false), Verdict::kFail) << candidate;
    EXPECT_EQ(verdict(wrong, true), Verdict::kFail) << candidate;
  }
}

}  // namespace
}  // namespace fft::testing
