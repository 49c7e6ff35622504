#include "compat/gpu/request.h"

#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::compat {
namespace {

using testing::ElementsAre;

constexpr Use kApart = {};
constexpr Use kWithin = {.placement = Placement::kInPlace};

Problem Asked(const Request& request, const Use& use) {
  const auto problem = ProblemOf(request, use);
  EXPECT_TRUE(problem.ok()) << problem.status();
  return problem.value_or(Problem());
}

TEST(RequestTest, PackedRealsHaveWiderRowsInPlace) {
  const Request request = {{Kind::kRealForward, Precision::kDouble}, {4, 10}, 3, std::nullopt};
  const Problem apart = Asked(request, kApart), within = Asked(request, kWithin);
  EXPECT_EQ(apart.type, TransformType::kRealForward);
  EXPECT_EQ(apart.precision, Precision::kDouble);
  EXPECT_THAT(apart.input.strides, ElementsAre(10, 1));
  EXPECT_EQ(apart.input.distance, 40);
  EXPECT_THAT(apart.output.strides, ElementsAre(6, 1));
  EXPECT_THAT(within.input.strides, ElementsAre(12, 1));
  EXPECT_EQ(within.input.distance, 48);
  EXPECT_EQ(within.output.distance, 24);
}

TEST(RequestTest, EmbedsAreStridesOfTheDimensionBefore) {
  Request request = {{}, {2, 3, 4}, 5, Request::Arrays{{{9, 6, 8}, 2, 1000}, {{2, 3, 4}, 1, 24}}};
  const Problem problem = Asked(request, kApart);
  EXPECT_THAT(problem.input.strides, ElementsAre(96, 16, 2));
  EXPECT_EQ(problem.input.distance, 1000);
  EXPECT_THAT(problem.output.strides, ElementsAre(12, 4, 1));
  EXPECT_EQ(problem.output.distance, 24);
  EXPECT_TRUE(absl::IsInvalidArgument(ProblemOf(request, kWithin).status())) << "unlike arrays";
  request.arrays->in.embed[1] = int64_t{1} << 62;
  EXPECT_TRUE(absl::IsInvalidArgument(ProblemOf(request, kApart).status()));
}

TEST(RequestTest, ADistanceOfZeroReadsOneArrayAgain) {
  const Request request = {{}, {8}, 3, Request::Arrays{{{8}, 1, 0}, {{8}, 1, 8}}};
  const Problem problem = Asked(request, kApart);
  EXPECT_EQ(problem.batch, 1);
  EXPECT_EQ(problem.loops, (Dims{{3, 0, 8}}));
}

TEST(RequestTest, DistancesOfASingleTransformSayNothing) {
  const Request request = {{}, {8}, 1, Request::Arrays{{{8}, 1, 0}, {{8}, 1, 3}}};
  EXPECT_EQ(Asked(request, kApart), Asked({{}, {8}, 1, std::nullopt}, kApart));
}

TEST(RequestTest, SizesHaveResultsOfTheirOwn) {
  EXPECT_EQ(CheckSizes({{}, {8}, 1, std::nullopt}), Result::kSuccess);
  EXPECT_EQ(CheckSizes({{}, {8, 0}, 1, std::nullopt}), Result::kInvalidSize);
  EXPECT_EQ(CheckSizes({{}, {8}, 0, std::nullopt}), Result::kInvalidSize);
  EXPECT_EQ(CheckSizes({{}, {}, 1, std::nullopt}), Result::kInvalidValue);
  EXPECT_EQ(CheckSizes({{}, {2, 2, 2, 2}, 1, std::nullopt}), Result::kInvalidValue);
}

TEST(RequestTest, UsesHaveNumbers) {
  const Use inverse = {.is_inverse = true};
  const Use inverse_within = {.is_inverse = true, .placement = Placement::kInPlace};
  std::set<size_t> numbers;
  for (const Use& use : {kApart, kWithin, inverse, inverse_within}) {
    numbers.insert(IndexOf(use, Kind::kComplex));
  }
  EXPECT_EQ(numbers, (std::set<size_t>{0, 1, 2, 3}));
  EXPECT_EQ(IndexOf(inverse, Kind::kRealInverse), IndexOf(kApart, Kind::kRealInverse));
  EXPECT_EQ(Asked({{}, {8}, 1, std::nullopt}, inverse).type, TransformType::kComplexInverse);
}

}  // namespace
}  // namespace fft::compat
