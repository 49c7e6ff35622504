// Tests that errors for wrong problems, tokens, targets and devices name the field, its value and
// what is allowed.
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fft/exec/measured_candidate.h"
#include "fft/exec/pipeline.h"
#include "fft/fft.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct BadProblem {
  std::string name;
  std::function<void(Problem*)> spoil;
  std::vector<std::string> words;  // the message must have all of them
};

std::vector<BadProblem> BadProblems() {
  return {
      {"SeventeenLengths",
       [](Problem* p) { p->lengths = std::vector<int64_t>(17, 2); },
       {"lengths", "17"}},
      {"RealToRealWithoutKinds",
       [](Problem* p) { p->type = TransformType::kRealToReal; },
       {"kinds", "one per length"}},
      {"KindOfReals",
       [](Problem* p) { p->kinds = std::vector<AxisKind>(p->lengths.size(), AxisKind::kDht); },
       {"kinds[0]", "dht"}},
      {"ZeroLength",
       [](Problem* p) {
         p->lengths = {8, 0};
       },
       {"lengths[1] is 0", "at least 1"}},
      {"NegativeLength",
       [](Problem* p) {
         p->lengths = {-8, 4};
       },
       {"lengths[0] is -8"}},
      {"NegativeBatch", [](Problem* p) { p->batch = -1; }, {"batch is -1", "at least 0"}},
      {"NegativeStride",
       [](Problem* p) {
         p->input.strides = {4, -1};
       },
       {"offsets[0] is 0", "negative strides"}},
      {"ZeroStride",
       [](Problem* p) {
         p->output.strides = {0, 1};
       },
       {"strides", "0"}},
      {"TooFewStrides", [](Problem* p) { p->input.strides = {1}; }, {"strides"}},
      {"NegativeOffset", [](Problem* p) { p->input.offsets[0] = -3; }, {"offset", "-3"}},
      {"OverlappingOutput",
       [](Problem* p) {
         p->output.strides = {2, 1};
         p->output.distance = 64;
       },
       {"output"}},
      {"OverlappingBatches",
       [](Problem* p) {
         p->batch = 4;
         p->output.distance = 5;
       },
       {"output"}},
      {"InPlaceLayoutsDiffer",
       [](Problem* p) {
         p->placement = Placement::kInPlace;
         p->input.strides = {4, 1};
         p->output.strides = {1, 8};
       },
       {"strides"}},
      {"InPlaceOffsetsDiffer",
       [](Problem* p) {
         p->placement = Placement::kInPlace;
         p->input.offsets[0] = 2;
       },
       {"offset"}},
      {"ExtentBeyond64Bits",
       [](Problem* p) {
         p->lengths = {int64_t{1} << 31, int64_t{1} << 31};
         p->batch = 64;
       },
       {"lengths", "2^63"}},
      {"StrideBeyond64Bits",
       [](Problem* p) {
         p->input.strides = {int64_t{1} << 62, 1};
       },
       {"input.strides[0]", "4611686018427387904", "2^63"}},
      {"DistanceBeyond64Bits",
       [](Problem* p) {
         p->batch = 3;
         p->output.distance = int64_t{1} << 61;
       },
       {"output.distance", "2305843009213693952", "2^63"}},
      {"OffsetBeyond64Bits",
       [](Problem* p) {
         p->input.offsets = {int64_t{1} << 61, 0};
       },
       {"input.offsets[0]", "2^63"}},
      {"RealFormatOfComplexTransform",
       [](Problem* p) { p->input.format = ArrayFormat::kReal; },
       {"format", "R"}},
  };
}

class BadProblemTest : public ::testing::TestWithParam<BadProblem> {};

TEST_P(BadProblemTest, IsRefusedByEveryDoor) {
  Problem problem;
  problem.lengths = {8, 4};
  GetParam().spoil(&problem);
  const absl::Status status = CompleteProblem(problem).status();
  ASSERT_TRUE(absl::IsInvalidArgument(status)) << status;
  for (const std::string& word : GetParam().words) {
    EXPECT_THAT(std::string(status.message()), HasSubstr(word));
  }
  const Target target = FindTarget("gfx90a").value();
  EXPECT_EQ(DescribePlan(problem, target, {}).status(), status);
}

INSTANTIATE_TEST_SUITE_P(All, BadProblemTest, ::testing::ValuesIn(BadProblems()),
                         [](const ::testing::TestParamInfo<BadProblem>& info) {
                           return info.param.name;
                         });

TEST(BadProblemTest, ContextRefusesWithTheSameWords) {
  ContextOptions options = ReadEnvironment();
  options.device = "host";
  auto context = Context::Create(options);
  ASSERT_TRUE(context.ok()) << context.status();
  Problem problem;
  problem.lengths = {0};
  EXPECT_THAT(std::string((*context)->MakePlan(problem).status().message()),
              HasSubstr("lengths[0] is 0"));
  problem.lengths = {8};
  const absl::Status candidate = (*context)->MakePlan(problem, {.candidate = 1000}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(candidate)) << candidate;
  EXPECT_THAT(std::string(candidate.message()), HasSubstr("candidate is 1000"));
}

struct BadEnumeration {
  std::string words;
  std::function<void(Problem*, PlanOptions*)> spoil;
};

TEST(BadProblemTest, NumbersThatNoEnumerationHasAreRefused) {
  const std::vector<BadEnumeration> cases = {
      {"type is 5; allowed: complex_forward, complex_inverse, real_forward, real_inverse, "
       "real_to_real (0 to 4)",
       [](Problem* p, PlanOptions*) { p->type = static_cast<TransformType>(5); }},
      {"precision is -1; allowed: half, bfloat16, single, double",
       [](Problem* p, PlanOptions*) { p->precision = static_cast<Precision>(-1); }},
      {"placement is 2; allowed: ip, op",
       [](Problem* p, PlanOptions*) { p->placement = static_cast<Placement>(2); }},
      {"input.format is 77; allowed: CI, CP, R, HI, HP",
       [](Problem* p, PlanOptions*) { p->input.format = static_cast<ArrayFormat>(77); }},
      {"output.format is 5",
       [](Problem* p, PlanOptions*) { p->output.format = static_cast<ArrayFormat>(5); }},
      {"options.strategy is 4; allowed: fewest_buffers, balanced, most_fusion, fastest",
       [](Problem*, PlanOptions* o) { o->strategy = static_cast<Strategy>(4); }},
      {"options.rigor is 9; allowed: estimate, measure",
       [](Problem*, PlanOptions* o) { o->rigor = static_cast<Rigor>(9); }},
      {"options.scheme is 1000; allowed: STOCKHAM",
       [](Problem*, PlanOptions* o) { o->scheme = static_cast<SchemeKind>(1000); }},
  };
  ContextOptions environment = ReadEnvironment();
  environment.device = "host";
  auto context = Context::Create(environment);
  ASSERT_TRUE(context.ok()) << context.status();
  for (const BadEnumeration& wrong : cases) {
    Problem problem;
    problem.lengths = {8};
    PlanOptions options;
    wrong.spoil(&problem, &options);
    for (const absl::Status& status :
         {(*context)->MakePlan(problem, options).status(),
          (*context)->MeasureCandidates(problem, options, 1).status(),
          DescribePlan(problem, FindTarget("gfx90a").value(), options).status()}) {
      EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
      EXPECT_THAT(std::string(status.message()), HasSubstr(wrong.words));
    }
  }
}

struct BadToken {
  std::string token;
  std::string word;
};

class BadTokenTest : public ::testing::TestWithParam<BadToken> {};

TEST_P(BadTokenTest, SaysWhereItIsWrong) {
  const absl::Status status = ParseToken(GetParam().token).status();
  ASSERT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr(GetParam().word));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadTokenTest,
    ::testing::Values(BadToken{"", "complex"}, BadToken{"complx_forward_len_8_single_op", "complx"},
                      BadToken{"complex_froward_len_8_single_op", "froward"},
                      BadToken{"complex_forward_len_single_op", "len"},
                      BadToken{"complex_forward_len_8_sngle_op", "sngle"},
                      BadToken{"complex_forward_len_8_single_xp", "xp"},
                      BadToken{"complex_forward_len_8_single_op_batch_x", "x"},
                      BadToken{"complex_forward_len_8_single_op_batch_99999999999999999999",
                               "99999999999999999999"},
                      BadToken{"complex_forward_len_0_single_op", "0"},
                      BadToken{"complex_forward_len_8_single_op_btch_4", "btch"},
                      BadToken{"complex_forward_len_8_single_op_batch_2_istride_1_CX", "CX"}));

TEST(BadTargetTest, UnknownTargetListsTheKnownOnes) {
  const absl::Status status = FindTarget("gfx9000").status();
  EXPECT_TRUE(absl::IsNotFound(status)) << status;
  for (const char* word : {"gfx9000", "gfx90a", "sm_90", "host"}) {
    EXPECT_THAT(std::string(status.message()), HasSubstr(word));
  }
}

TEST(BadContextTest, OptionsAreCalledAsTheirMembers) {
  const std::pair<std::string, std::string ContextOptions::*> kMembers[] = {
      {"pass_limit", &ContextOptions::pass_limit},
      {"cuda_language", &ContextOptions::cuda_language},
      {"early_launches", &ContextOptions::early_launches},
      {"host_language", &ContextOptions::host_language},
      {"host_processor", &ContextOptions::host_processor},
      {"host_cache_kib", &ContextOptions::host_cache_kib},
      {"cache_limit_mib", &ContextOptions::cache_limit_mib},
      {"compile_mode", &ContextOptions::compile_mode},
  };
  for (const auto& [name, member] : kMembers) {
    ContextOptions options;
    options.device = "host";
    options.*member = "99999999999999999999";
    const absl::Status status = Context::Create(options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << name;
    EXPECT_THAT(std::string(status.message()),
                ::testing::StartsWith(name + " is 99999999999999999999; allowed: "));
    EXPECT_THAT(status.message(), Not(HasSubstr("or more"))) << "the most is said";
  }
}

TEST(BadDeviceTest, UnknownDeviceListsWhatIsAllowed) {
  ContextOptions options;
  options.device = "gpu";
  const absl::Status status = Context::Create(options).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  for (const char* word : {"gpu", "auto", "hip", "cuda", "host"}) {
    EXPECT_THAT(std::string(status.message()), HasSubstr(word));
  }
}

}  // namespace
}  // namespace fft::testing
