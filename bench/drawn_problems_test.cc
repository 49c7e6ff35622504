#include "bench/drawn_problems.h"

#include <map>
#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::bench {
namespace {

using ::testing::HasSubstr;

Problem Parsed(const std::string& token) {
  absl::StatusOr<Problem> problem = ParseToken(token);
  EXPECT_TRUE(problem.ok()) << problem.status();
  return *problem;
}

TEST(DrawnProblemsTest, ASeedRepeatsThemAndAnotherDoesNot) {
  const ByteRange bytes = {1 << 20, 1 << 27};
  EXPECT_EQ(DrawProblems(40, 7, bytes), DrawProblems(40, 7, bytes));
  EXPECT_NE(DrawProblems(40, 7, bytes), DrawProblems(40, 8, bytes));
}

TEST(DrawnProblemsTest, AllKindsOfTheSizeThatWasAsked) {
  const ByteRange bytes = {1 << 20, 1 << 24};
  std::map<ProblemKind, int> kinds;
  std::set<std::string> tokens;
  std::set<TransformType> types;
  int in_place = 0;
  for (const std::string& token : DrawProblems(300, 1, bytes)) {
    const Problem problem = Parsed(token);
    tokens.insert(token);
    ++kinds[KindOf(problem)];
    types.insert(problem.type);
    if (problem.placement == Placement::kInPlace) ++in_place;
    int64_t input = problem.batch * ElementBytes(problem.input.format, problem.precision);
    for (const int64_t length : SideLengths(problem, problem.input)) input *= length;
    EXPECT_LE(input, bytes.most) << token;
    EXPECT_GT(input, bytes.least / 2) << token;  // whole transforms
  }
  EXPECT_EQ(tokens.size(), 300);
  EXPECT_EQ(types.size(), 4);
  EXPECT_GT(in_place, 50);
  for (const ProblemKind kind :
       {ProblemKind::kPrimes, ProblemKind::kReals, ProblemKind::kDoubles, ProblemKind::kVolumes,
        ProblemKind::kPlanes, ProblemKind::kLines}) {
    EXPECT_GE(kinds[kind], 5) << ToString(kind);
  }
}

TEST(DrawnProblemsTest, TheFirstKindThatFits) {
  const auto kind = [](const std::string& token) { return ToString(KindOf(Parsed(token))); };
  EXPECT_EQ(kind("real_forward_len_101_double_op"), "primes");
  EXPECT_EQ(kind("complex_forward_len_31_single_op"), "lines");
  EXPECT_EQ(kind("complex_forward_len_101_64_single_op"), "planes");
  EXPECT_EQ(kind("real_forward_len_64_half_op"), "narrow");
  EXPECT_EQ(kind("real_forward_len_64_64_double_op"), "reals");
  EXPECT_EQ(kind("complex_forward_len_4_4_4_double_op"), "doubles");
  EXPECT_EQ(kind("complex_forward_len_4_4_4_single_op"), "volumes");
}

TEST(DrawnProblemsTest, RangesOfBytes) {
  EXPECT_EQ(ParseByteRange("1M-128M")->least, 1 << 20);
  EXPECT_EQ(ParseByteRange("1M-128M")->most, 1 << 27);
  EXPECT_EQ(ParseByteRange("4096")->most, 4096);
  EXPECT_EQ(ParseByteRange("2g")->least, int64_t{1} << 31);
  for (const char* wrong :
       {"", "-", "M", "1M-", "2M-1M", "1M-2M-3M", "1", "65G", "-1M", "9999999999G", "1T", "1 M-"}) {
    EXPECT_THAT(ParseByteRange(wrong).status().message(), HasSubstr("allowed: ")) << wrong;
  }
}

}  // namespace
}  // namespace fft::bench
