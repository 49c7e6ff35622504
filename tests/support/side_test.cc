#include "tests/support/side.h"

#include <algorithm>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Two transforms of 2 x 3 elements with gaps in every direction.
Side Strided(ArrayFormat format, Precision precision) {
  Side side;
  side.format = format;
  side.precision = precision;
  side.lengths = {2, 2, 3};
  side.strides = {20, 8, 2};
  side.offsets = {5, 7};
  return side;
}

TEST(SideTest, VisitsElementsInCanonicalOrder) {
  std::vector<int64_t> offsets;
  ForEachElement(Strided(ArrayFormat::kReal, Precision::kSingle), [&](int64_t n, int64_t offset) {
    EXPECT_EQ(n, static_cast<int64_t>(offsets.size()));
    offsets.push_back(offset);
  });
  EXPECT_THAT(offsets, ElementsAre(0, 2, 4, 8, 10, 12, 20, 22, 24, 28, 30, 32));
}

TEST(SideTest, BytesReachTheLastElement) {
  const Side interleaved = Strided(ArrayFormat::kComplexInterleaved, Precision::kDouble);
  EXPECT_EQ(interleaved.PlaneBytes(0), (5 + 32 + 1) * 16);
  const Side planar = Strided(ArrayFormat::kComplexPlanar, Precision::kSingle);
  EXPECT_EQ(planar.PlaneBytes(1), (7 + 32 + 1) * 4);
}

TEST(SideTest, TakesStridesAndHermitianLengthsFromTheProblem) {
  Problem problem;
  problem.type = TransformType::kRealForward;
  problem.lengths = {4, 6};
  problem.batch = 3;
  problem.input.format = ArrayFormat::kReal;
  problem.input.strides = {6, 1};
  problem.input.distance = 24;
  problem.output.format = ArrayFormat::kHermitianInterleaved;
  problem.output.strides = {4, 1};
  problem.output.distance = 16;
  EXPECT_THAT(InputSide(problem).lengths, ElementsAre(3, 4, 6));
  EXPECT_THAT(InputSide(problem).strides, ElementsAre(24, 6, 1));
  EXPECT_THAT(OutputSide(problem).lengths, ElementsAre(3, 4, 4));
  EXPECT_EQ(OutputSide(problem).components(), 2);
}

class FormatTest : public ::testing::TestWithParam<std::tuple<ArrayFormat, Precision>> {};

TEST_P(FormatTest, ValuesComeBackAndNothingElseChanges) {
  const Side side = Strided(std::get<0>(GetParam()), std::get<1>(GetParam()));
  std::vector<double> values(side.volume() * side.components());
  for (size_t i = 0; i < values.size(); ++i) values[i] = 0.25 * static_cast<double>(i) - 1;
  Planes planes({side});
  EXPECT_EQ(FindForeignByte(planes), "");
  Scatter(side, values, &planes);
  EXPECT_NE(FindForeignByte(planes), "");
  EXPECT_EQ(Gather<double>(side, planes), values);
  EXPECT_EQ(Gather<long double>(side, planes),
            std::vector<long double>(values.begin(), values.end()));
  Erase(side, &planes);
  EXPECT_EQ(FindForeignByte(planes), "");
}

INSTANTIATE_TEST_SUITE_P(
    All, FormatTest,
    ::testing::Combine(::testing::Values(ArrayFormat::kComplexInterleaved,
                                         ArrayFormat::kComplexPlanar, ArrayFormat::kReal,
                                         ArrayFormat::kHermitianInterleaved,
                                         ArrayFormat::kHermitianPlanar),
                       ::testing::Values(Precision::kHalf, Precision::kBfloat16, Precision::kSingle,
                                         Precision::kDouble)));

TEST(ForeignByteTest, SaysWhereItLies) {
  const Side side = Strided(ArrayFormat::kReal, Precision::kSingle);
  Planes planes({side});
  planes.data(0)[3] = 0;
  EXPECT_THAT(FindForeignByte(planes), HasSubstr("plane 0, byte 3 of an array of 152 bytes"));
  planes.data(0)[-1] = 0;
  EXPECT_THAT(FindForeignByte(planes), HasSubstr("byte -1"));
  EXPECT_THAT(FindForeignByte(planes), HasSubstr("(before it)"));
  Planes after({side});
  after.data(0)[side.PlaneBytes(0)] = 0;
  EXPECT_THAT(FindForeignByte(after), HasSubstr("(behind it)"));
}

TEST(EraseExtentTest, SparesWhatLiesOutside) {
  Side side = Strided(ArrayFormat::kReal, Precision::kSingle);
  side.offsets = {2, 0};
  Planes planes({side});
  std::fill(planes.data(0) + 8, planes.data(0) + side.PlaneBytes(0), uint8_t{0});
  EraseExtent(side, &planes);
  EXPECT_EQ(FindForeignByte(planes), "");
  planes.data(0)[7] = 0;
  EraseExtent(side, &planes);
  EXPECT_THAT(FindForeignByte(planes), HasSubstr("byte 7 "));
  Planes after({side});
  after.data(0)[side.PlaneBytes(0)] = 0;
  EraseExtent(side, &after);
  EXPECT_THAT(FindForeignByte(after), HasSubstr("(behind it)"));
}

TEST(PlanesTest, InPlaceProblemsShareTheLargerOfBothSides) {
  Side real = Strided(ArrayFormat::kReal, Precision::kSingle);
  Side hermitian = Strided(ArrayFormat::kHermitianInterleaved, Precision::kSingle);
  Planes planes({real, hermitian});
  ASSERT_EQ(planes.count(), 1);
  EXPECT_EQ(static_cast<int64_t>(planes.block(0).size()),
            hermitian.PlaneBytes(0) + 2 * Planes::kGuardBytes);
}

}  // namespace
}  // namespace fft::testing
