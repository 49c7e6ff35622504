// Tests execution through the public header: refused arguments, allocations, several threads.
#include <complex>
#include <memory>
#include <thread>
#include <vector>

#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/execute/allocation_counter.h"
#include "tests/support/error_norms.h"
#include "tests/support/reference.h"

namespace fft::testing {
namespace {

using ::testing::HasSubstr;
using Complex = std::complex<float>;

std::string Message(const absl::Status& status) { return std::string(status.message()); }

std::shared_ptr<Context> HostContext() {
  ContextOptions options = ReadEnvironment();
  options.device = "host";
  auto context = Context::Create(options);
  EXPECT_TRUE(context.ok()) << context.status();
  return context.value_or(nullptr);
}

// Returns the Context of all tests, so that kernels are compiled once.
Context& SharedContext() {
  static const auto* const kContext = new std::shared_ptr<Context>(HostContext());
  return **kContext;
}

// Memory with the alignment a workspace needs.
class AlignedMemory {
 public:
  explicit AlignedMemory(int64_t bytes) : storage_(bytes + 512) {
    const uintptr_t address = reinterpret_cast<uintptr_t>(storage_.data());
    data_ = reinterpret_cast<uint8_t*>((address + 255) / 256 * 256);
  }
  uint8_t* data() { return data_; }

 private:
  std::vector<uint8_t> storage_;
  uint8_t* data_;
};

// A plan of two steps that needs a workspace, and arrays for it.
class ExecuteTest : public ::testing::Test {
 protected:
  void SetUp() override {
    problem_.lengths = {kLength};
    problem_.placement = Placement::kInPlace;
    auto plan = SharedContext().MakePlan(problem_);
    ASSERT_TRUE(plan.ok()) << plan.status();
    plan_ = *plan;
    ASSERT_GT(plan_->workspace_bytes(), 0);
    data_.resize(kLength);
    for (int64_t i = 0; i < kLength; ++i) data_[i] = Complex(static_cast<float>(i % 17), 1);
    original_ = data_;
    workspace_ = std::make_unique<AlignedMemory>(plan_->workspace_bytes());
  }

  ExecuteArguments Arguments() {
    return {.out = data_.data(),
            .workspace = workspace_->data(),
            .workspace_bytes = plan_->workspace_bytes()};
  }

  // Expects that Execute fails with InvalidArgument, that the message has all `words`, and that the
  // data do not change.
  void ExpectRefused(const ExecuteArguments& arguments, const std::vector<std::string>& words) {
    const absl::Status status = plan_->Execute(arguments);
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    for (const std::string& word : words) EXPECT_THAT(Message(status), HasSubstr(word));
    EXPECT_EQ(data_, original_);
  }

  static constexpr int64_t kLength = 1 << 20;
  Problem problem_;
  std::shared_ptr<const Plan> plan_;
  std::vector<Complex> data_, original_;
  std::unique_ptr<AlignedMemory> workspace_;
};

TEST_F(ExecuteTest, NullOutputIsNamed) {
  ExecuteArguments arguments = Arguments();
  arguments.out = nullptr;
  ExpectRefused(arguments, {"out", "null"});
}

TEST_F(ExecuteTest, MissingWorkspaceNamesTheSize) {
  ExecuteArguments arguments = Arguments();
  arguments.workspace = nullptr;
  arguments.workspace_bytes = 0;
  ExpectRefused(arguments, {"workspace", std::to_string(plan_->workspace_bytes())});
}

TEST_F(ExecuteTest, SmallWorkspaceNamesBothSizes) {
  ExecuteArguments arguments = Arguments();
  arguments.workspace_bytes = plan_->workspace_bytes() - 1;
  ExpectRefused(arguments, {std::to_string(plan_->workspace_bytes()),
                            std::to_string(plan_->workspace_bytes() - 1)});
}

TEST_F(ExecuteTest, MisalignedWorkspaceNamesTheAlignment) {
  ExecuteArguments arguments = Arguments();
  arguments.workspace = workspace_->data() + 16;
  ExpectRefused(arguments, {"workspace", "256"});
}

TEST_F(ExecuteTest, AnotherInputOfAnInPlaceProblemIsRefused) {
  std::vector<Complex> other(kLength);
  ExecuteArguments arguments = Arguments();
  arguments.in = other.data();
  ExpectRefused(arguments, {"in", "in place"});
}

TEST_F(ExecuteTest, StepsOutOfRangeAreRefused) {
  const absl::Status status = plan_->ExecuteStep(99, Arguments());
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(Message(status), HasSubstr("step is 99"));
  EXPECT_EQ(data_, original_);
}

TEST_F(ExecuteTest, StepsOneByOneGiveTheTransform) {
  std::vector<Complex> whole = data_;
  ExecuteArguments arguments = Arguments();
  arguments.out = whole.data();
  ASSERT_TRUE(plan_->Execute(arguments).ok());
  const int steps = static_cast<int>(plan_->description().kernels.size());
  ASSERT_GE(steps, 2);
  for (int step = 0; step < steps; ++step) {
    ASSERT_TRUE(plan_->ExecuteStep(step, Arguments()).ok());
  }
  EXPECT_EQ(data_, whole);
}

TEST_F(ExecuteTest, AllocatesNothing) {
  if (!CanCountAllocations()) GTEST_SKIP() << "a sanitizer has taken malloc's place";
  const ExecuteArguments arguments = Arguments();
  ASSERT_TRUE(plan_->Execute(arguments).ok());
  const int64_t before = AllocationCount();
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(plan_->Execute(arguments).ok());
  EXPECT_EQ(AllocationCount() - before, 0);
}

TEST(AllocationCounterTest, CountsNew) {
  if (!CanCountAllocations()) GTEST_SKIP() << "a sanitizer has taken malloc's place";
  const int64_t before = AllocationCount();
  auto numbers = std::make_unique<std::vector<int>>(100);
  EXPECT_GE(AllocationCount() - before, 2);
  EXPECT_EQ(numbers->size(), 100u);
}

TEST(ExecuteOutOfPlaceTest, NullAndEqualPointersAreNamed) {
  Problem problem;
  problem.lengths = {64};
  auto plan = SharedContext().MakePlan(problem);
  ASSERT_TRUE(plan.ok()) << plan.status();
  std::vector<Complex> data(64, 1);
  const absl::Status null = (*plan)->Execute({.out = data.data()});
  EXPECT_TRUE(absl::IsInvalidArgument(null)) << null;
  EXPECT_THAT(Message(null), HasSubstr("in is null"));
  const absl::Status equal = (*plan)->Execute({.in = data.data(), .out = data.data()});
  EXPECT_TRUE(absl::IsInvalidArgument(equal)) << equal;
  EXPECT_THAT(Message(equal), HasSubstr("equal to out"));
  EXPECT_EQ(data, std::vector<Complex>(64, 1));
}

TEST_F(ExecuteTest, AWorkspaceWithinTheDataIsRefused) {
  ExecuteArguments arguments = Arguments();
  const auto address = reinterpret_cast<uintptr_t>(data_.data() + kLength / 2);
  arguments.workspace = reinterpret_cast<void*>((address + 255) / 256 * 256);
  ExpectRefused(arguments, {"workspace is overlapping out", "shares no element with out"});
}

TEST(ExecuteOutOfPlaceTest, PartlyOverlappingArraysAreRefused) {
  auto plan = SharedContext().MakePlan(*ParseToken("complex_forward_len_64_single_op"));
  ASSERT_TRUE(plan.ok()) << plan.status();
  const std::vector<Complex> original(128, 1);
  std::vector<Complex> data = original;
  for (const int shift : {1, 32, 63}) {
    for (const bool out_first : {false, true}) {
      const absl::Status status = (*plan)->Execute({.in = data.data() + (out_first ? shift : 0),
                                                    .out = data.data() + (out_first ? 0 : shift)});
      EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
      EXPECT_THAT(Message(status), HasSubstr("in is overlapping out; allowed: memory that shares"));
    }
  }
  EXPECT_EQ(data, original);
  EXPECT_TRUE((*plan)->Execute({.in = data.data(), .out = data.data() + 64}).ok());
}

TEST(ExecuteOutOfPlaceTest, ArraysMayLieInEachOthersGaps) {
  auto plan = SharedContext().MakePlan(
      *ParseToken("complex_forward_len_8_single_op_batch_1_istride_2_CI_ostride_2_CI"));
  ASSERT_TRUE(plan.ok()) << plan.status();
  std::vector<Complex> data(17, 0);
  data[0] = 1;
  EXPECT_TRUE((*plan)->Execute({.in = data.data(), .out = data.data() + 1}).ok());
  for (int i = 0; i < 8; ++i) EXPECT_EQ(data[2 * i + 1], Complex(1)) << i;
  EXPECT_EQ(data[2], Complex(0));
  EXPECT_FALSE((*plan)->Execute({.in = data.data(), .out = data.data() + 2}).ok());
}

TEST(ExecuteOutOfPlaceTest, EveryPlaneIsCompared) {
  auto plan = SharedContext().MakePlan(
      *ParseToken("complex_forward_len_8_single_op_batch_1_istride_1_CP_ostride_1_CP"));
  ASSERT_TRUE(plan.ok()) << plan.status();
  std::vector<float> data(64, 1);
  const ExecuteArguments apart = {.in = data.data(),
                                  .out = data.data() + 16,
                                  .in_imag = data.data() + 8,
                                  .out_imag = data.data() + 24};
  ASSERT_TRUE((*plan)->Execute(apart).ok());
  ExecuteArguments arguments = apart;
  arguments.out_imag = data.data() + 18;
  EXPECT_THAT(Message((*plan)->Execute(arguments)), HasSubstr("out_imag is overlapping out;"));
  arguments = apart;
  arguments.in_imag = data.data() + 26;
  EXPECT_THAT(Message((*plan)->Execute(arguments)), HasSubstr("in_imag is overlapping out_imag;"));
  arguments = apart;
  arguments.in = data.data() + 30;
  EXPECT_THAT(Message((*plan)->Execute(arguments)), HasSubstr("in is overlapping out_imag;"));
  arguments.in = arguments.in_imag;
  EXPECT_TRUE((*plan)->Execute(arguments).ok()) << "what is only read may be read twice";
}

TEST_F(ExecuteTest, ManyThreadsShareOnePlan) {
  constexpr int kThreads = 6;
  const Problem problem = plan_->description().problem;
  std::vector<std::thread> threads;
  std::vector<double> errors(kThreads, 1);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      const auto input = RandomInput<double>(problem, t);
      std::vector<Complex> data(kLength);
      for (int64_t i = 0; i < kLength; ++i) {
        data[i] = Complex(static_cast<float>(input[2 * i]), static_cast<float>(input[2 * i + 1]));
      }
      AlignedMemory workspace(plan_->workspace_bytes());
      const absl::Status status = plan_->Execute({.out = data.data(),
                                                  .workspace = workspace.data(),
                                                  .workspace_bytes = plan_->workspace_bytes()});
      if (!status.ok()) return;
      std::vector<double> result;
      for (const Complex& value : data) result.insert(result.end(), {value.real(), value.imag()});
      errors[t] = Compare(result, ReferenceTransform(problem, input), 2).l2;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (double error : errors) EXPECT_LT(error, 1e-6);
}

TEST_F(ExecuteTest, SecondPlanCompilesNothing) {
  auto second = SharedContext().MakePlan(problem_);
  ASSERT_TRUE(second.ok()) << second.status();
  ASSERT_FALSE((*second)->builds().empty());
  for (const KernelBuild& build : (*second)->builds()) {
    EXPECT_EQ(build.origin, "memory") << build.name;
    EXPECT_EQ(build.milliseconds, 0) << build.name;
  }
}

TEST(PlanLifetimeTest, PlansOutliveTheirContext) {
  std::shared_ptr<Context> context = HostContext();
  ASSERT_NE(context, nullptr);
  Problem problem;
  problem.lengths = {8};
  problem.placement = Placement::kInPlace;
  auto plan = context->MakePlan(problem);
  ASSERT_TRUE(plan.ok()) << plan.status();
  context.reset();
  std::vector<Complex> data(8, 1);
  ASSERT_TRUE((*plan)->Execute({.out = data.data()}).ok());
  EXPECT_EQ(data[0], Complex(8));
  EXPECT_EQ(data[1], Complex(0));
}

// Kernels read reals of even length as pairs, which have an address of two reals where the offset
// is even, and any address of a real where it is odd.
TEST(Alignment, AnOddOffsetTakesRealsAtEveryPlace) {
  constexpr int kReals = 64;
  const auto plan = [](const std::string& token) {
    return *SharedContext().MakePlan(*ParseToken(token));
  };
  alignas(16) float reals[kReals + 2];
  for (int i = 0; i < kReals + 2; ++i) reals[i] = static_cast<float>(i * i % 17);
  std::vector<Complex> expected(kReals / 2 + 1), spectrum = expected;
  const auto even = plan("real_forward_len_64_single_op");
  EXPECT_THAT(Message(even->Execute({.in = reals + 1, .out = spectrum.data()})),
              HasSubstr("aligned to 8 bytes"));
  const auto odd = plan("real_forward_len_64_single_op_ioffset_1");
  for (const int first : {1, 2}) {
    alignas(16) float copy[kReals];
    std::copy_n(reals + first, kReals, copy);
    ASSERT_TRUE(even->Execute({.in = copy, .out = expected.data()}).ok());
    ASSERT_TRUE(odd->Execute({.in = reals + first - 1, .out = spectrum.data()}).ok());
    for (size_t k = 0; k < expected.size(); ++k) {
      EXPECT_LT(std::abs(spectrum[k] - expected[k]), 1e-3F) << first << ", " << k;
    }
  }
  float back[kReals + 1] = {};
  ASSERT_TRUE(plan("real_inverse_len_64_single_op_ooffset_1")
                  ->Execute({.in = expected.data(), .out = back})
                  .ok());
  for (int i = 0; i < kReals; ++i) EXPECT_NEAR(back[1 + i], kReals * reals[2 + i], 1e-2) << i;
  EXPECT_EQ(back[0], 0);
  EXPECT_TRUE(plan("real_forward_len_63_single_op")
                  ->Execute({.in = reals + 1, .out = spectrum.data()})
                  .ok());
}

}  // namespace
}  // namespace fft::testing
