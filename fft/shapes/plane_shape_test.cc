#include "fft/shapes/plane_shape.h"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "fft/shapes/bank_conflicts.h"
#include "fft/shapes/plane_price.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

PlaneShape Shape(const PlaneShapeRequest& request, const Target& target) {
  const auto shape = ChoosePlaneShape(request, target);
  EXPECT_TRUE(shape.ok()) << shape.status();
  return shape.value_or(PlaneShape{});
}

TEST(ChoosePlaneShape, FitsTheLimitsOfEveryTarget) {
  for (const Target& target : Targets()) {
    SCOPED_TRACE(target.name);
    for (auto [y, x] : {std::pair{2, 2},
                        {7, 1},
                        {1, 7},
                        {2, 1},
                        {8, 8},
                        {31, 30},
                        {64, 64},
                        {13, 128},
                        {7, 200}}) {
      for (int64_t count : {1, 3, 1000}) {
        const PlaneShape shape = Shape({x, y, Precision::kSingle, count}, target);
        int64_t product = 1;
        for (int factor : shape.x_factors) product *= factor;
        EXPECT_EQ(product, x);
        product = 1;
        for (int factor : shape.y_factors) product *= factor;
        EXPECT_EQ(product, y);
        EXPECT_LE(shape.threads, target.max_threads);
        EXPECT_LE(shape.lds_bytes, target.lds_bytes);
        EXPECT_LE(shape.planes_per_group, count);
        EXPECT_EQ(shape.threads % shape.planes_per_group, 0);
        EXPECT_GE(shape.lds.words, int64_t{x} * y * shape.planes_per_group);
      }
    }
  }
}

TEST(ChoosePlaneShape, PutsSmallPlanesTogether) {
  for (const Target& target : Targets()) {
    SCOPED_TRACE(target.name);
    EXPECT_GT(Shape({8, 8, Precision::kSingle, 1000}, target).planes_per_group, 2);
    EXPECT_EQ(Shape({8, 8, Precision::kSingle, 1}, target).planes_per_group, 1);
    EXPECT_EQ(Shape({80, 70, Precision::kSingle, 1000}, target).planes_per_group, 1);
  }
}

// If each lane read a whole row of 16, lanes would meet 16 times as many cache lines as a copy.
TEST(ChoosePlaneShape, LoadsRowsByMoreThanOneLane) {
  EXPECT_EQ(LinesMet(1, 16, Precision::kSingle), 16);
  EXPECT_EQ(LinesMet(8, 2, Precision::kSingle), 2);
  EXPECT_EQ(LinesMet(8, 2, Precision::kDouble), 1);
  EXPECT_EQ(LinesMet(1, 2, Precision::kSingle), 2);
  const Target target = *FindTarget("sm_90");
  for (auto [y, x] : {std::pair{18, 16}, {270, 16}, {28, 16}}) {
    const PlaneShape shape = Shape({x, y, Precision::kSingle, 4000}, target);
    EXPECT_LE(LinesMet(x / shape.x_factors[0], shape.x_factors[0], Precision::kSingle), 4)
        << y << " x " << x;
  }
}

TEST(ListPlaneShapes, BeginsWithTheChosenOne) {
  const PlaneShapeRequest request = {72, 60, Precision::kSingle, 100};
  for (const Target& target : Targets()) {
    SCOPED_TRACE(target.name);
    const std::vector<PlaneShape> shapes = ListPlaneShapes(request, target, 6);
    if (target.is_cpu()) {
      EXPECT_TRUE(shapes.empty());
      continue;
    }
    ASSERT_EQ(shapes.size(), 6u);
    EXPECT_EQ(shapes[0], Shape(request, target));
    for (size_t i = 1; i < shapes.size(); ++i) {
      EXPECT_LE(shapes[i].copy_share, shapes[i - 1].copy_share);
      EXPECT_LE(shapes[i].lds_bytes, target.lds_bytes);
    }
  }
  EXPECT_TRUE(ListPlaneShapes({59, 4, Precision::kSingle, 1}, *FindTarget("sm_90"), 6).empty());
}

TEST(ChoosePlaneShape, SaysWhatDoesNotFit) {
  const Target target = *FindTarget("gfx90a");
  const auto large = ChoosePlaneShape({128, 128, Precision::kSingle, 1}, target);
  EXPECT_TRUE(absl::IsResourceExhausted(large.status()));
  EXPECT_EQ(large.status().message(),
            "a plane of 128 x 128 in single precision does not fit one workgroup of gfx90a: LDS "
            "holds 65536 bytes per workgroup");
  const auto prime = ChoosePlaneShape({37, 4, Precision::kSingle, 1}, target);
  EXPECT_NE(std::string(prime.status().message()).find("prime factor 37"), std::string::npos);
  const auto huge =
      ChoosePlaneShape({int64_t{1} << 40, int64_t{1} << 30, Precision::kDouble, 1}, target);
  EXPECT_TRUE(absl::IsResourceExhausted(huge.status()));
}

// Planes for which a thread would hold more than 64 points take as long as two kernels.
TEST(ChoosePlaneShape, LeavesPlanesOfFewThreadsToOthers) {
  const Target target = *FindTarget("sm_90");
  const auto shape = ChoosePlaneShape({65, 400, Precision::kSingle, 2581}, target);
  EXPECT_TRUE(absl::IsResourceExhausted(shape.status())) << shape.status();
  EXPECT_TRUE(ChoosePlaneShape({128, 128, Precision::kSingle, 32}, target).ok());
}

// The distance between rows keeps the accesses of neighbouring passes apart. A word of padding
// after every cycle of banks suits only powers of two: in 100 x 100 points it leaves 1.2 extra
// turns for each access.
TEST(ChoosePlaneShape, LaysRowsApartByTheBanksThatTheyMeet) {
  const Target target = *FindTarget("sm_90");
  for (auto [y, x, most] : {std::tuple{100, 100, 0.35},
                            {128, 128, 0.0},
                            {30, 20, 0.45},
                            {99, 65, 0.4},
                            {112, 90, 0.25},
                            {32, 16, 0.25},
                            {60, 72, 0.55}}) {
    SCOPED_TRACE(testing::Message() << y << " x " << x);
    const PlaneShape shape = Shape({x, y, Precision::kSingle, 1000}, target);
    const PlanePasses passes = {
        x, y, shape.x_factors, shape.y_factors, shape.threads, shape.planes_per_group};
    const auto extra = [&](const LdsLayout& lds) {
      return ExtraWavefronts(passes, lds, Precision::kSingle, target, Accesses::kAll);
    };
    EXPECT_LE(extra(shape.lds), most);
    LdsLayout powers = shape.lds;
    powers.transform_step = x;
    powers.pad_every = 16;
    EXPECT_LE(extra(shape.lds), extra(powers));
    // Every row of every plane has its place.
    const int64_t rows = int64_t{y} * shape.planes_per_group;
    const int64_t last = (rows - 1) * shape.lds.transform_step + x - 1;
    const int64_t padding = shape.lds.pad_every > 0 ? last / shape.lds.pad_every : 0;
    EXPECT_EQ(shape.lds.words, last + 1 + padding);
  }
}

// A plane has nearly as many workgroups as the registers of its threads allow. With 128 registers
// instead of the 254 that it takes, 512 x 14 took three times as long.
TEST(ChoosePlaneShape, SharesComputeUnits) {
  const Target target = *FindTarget("sm_90");
  EXPECT_EQ(Shape({14, 512, Precision::kDouble, 1671}, target).resident_groups, 1);
  EXPECT_EQ(Shape({128, 128, Precision::kSingle, 2048}, target).resident_groups, 1);
  EXPECT_GE(Shape({64, 64, Precision::kSingle, 4096}, target).resident_groups, 3);
  for (auto [y, x] : {std::pair{66, 200}, {7, 1872}, {936, 12}, {100, 100}, {60, 75}}) {
    for (Precision precision : {Precision::kSingle, Precision::kDouble}) {
      const auto shape = ChoosePlaneShape({x, y, precision, 1000}, target);
      if (!shape.ok()) continue;
      const int64_t waves = (shape->threads + 31) / 32 * shape->resident_groups;
      EXPECT_LE(shape->registers, RegistersAvailable(waves, target) + 8) << y << " x " << x;
    }
  }
}

}  // namespace
}  // namespace fft
