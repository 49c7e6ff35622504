#include "fft/shapes/shape_price.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "fft/machine/model.h"
#include "fft/shapes/bank_conflicts.h"
#include "fft/shapes/shape_tuning.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

struct Timed {
  double price;
  double time;  // divided by the time of a copy
};

// The priced and timed shapes of each kernel.
std::map<ShapeKey, std::vector<Timed>> PricedAndTimed() {
  const Target target = *FindTarget("sm_90");
  std::ifstream file("fft/shapes/testdata/timed.shapes");
  EXPECT_TRUE(file.is_open());
  std::map<ShapeKey, std::vector<Timed>> kernels;
  for (std::string line; std::getline(file, line);) {
    const absl::StatusOr<ShapeTable> row = ParseShapeTable(line);
    EXPECT_TRUE(row.ok()) << row.status();
    if (!row.ok() || row->empty()) continue;
    const auto& [key, tuned] = *row->begin();
    ShapeWish wish = tuned.wish;
    wish.staged = wish.staged.value_or(false);
    const KernelShapeRequest request = RequestOf(key);
    const absl::StatusOr<KernelShape> shape = ShapeAsked(wish, request, target);
    EXPECT_TRUE(shape.ok()) << line << ": " << shape.status();
    if (!shape.ok()) continue;
    const double extra = ExtraWavefronts(request, *shape, target, Accesses::kSample);
    kernels[key].push_back(
        {ShapePrice(request, *shape, extra, ModelOf(target).gpu, target), 1 / tuned.copy_share});
  }
  return kernels;
}

// The cheapest shapes of 100 measured kernels are about as fast as the fastest ones, and prices
// order most pairs whose times differ.
TEST(ShapePriceTest, OrdersWhatWasMeasured) {
  const auto kernels = PricedAndTimed();
  ASSERT_EQ(kernels.size(), 100u);
  double logs = 0;
  int64_t ordered = 0, pairs = 0;
  for (const auto& [key, shapes] : kernels) {
    const auto by = [&shapes](double Timed::*member) {
      return std::min_element(shapes.begin(), shapes.end(), [member](const auto& a, const auto& b) {
        return a.*member < b.*member;
      });
    };
    logs += std::log(by(&Timed::price)->time / by(&Timed::time)->time);
    for (const Timed& a : shapes) {
      for (const Timed& b : shapes) {
        if (a.time * 1.1 > b.time) continue;
        ++pairs;
        ordered += a.price < b.price ? 1 : 0;
      }
    }
  }
  EXPECT_LT(std::exp(logs / static_cast<double>(kernels.size())), 1.07);
  ASSERT_GT(pairs, 500);
  EXPECT_GT(static_cast<double>(ordered), 0.75 * static_cast<double>(pairs));
}

// A pass of a large prime leaves threads idle: of 23 threads two would have work.
TEST(ShapePriceTest, IdleThreadsCost) {
  const KernelShapeRequest request{46, Precision::kSingle, Tiling::kRowRow, 100000};
  const GpuModel& model = ModelOf(*FindTarget("sm_90")).gpu;
  EXPECT_LT(SplitPrice(request, {23, 2}, 2, model), SplitPrice(request, {23, 2}, 23, model));
  for (const Target& target : Targets()) {
    if (target.is_cpu()) continue;
    for (int64_t length : {38, 46, 57, 58, 62, 76, 95, 116, 174, 186}) {
      SCOPED_TRACE(testing::Message() << target.name << " " << length);
      const absl::StatusOr<KernelShape> shape =
          ModelKernelShape({length, Precision::kSingle, Tiling::kRowRow, 100000}, target);
      ASSERT_TRUE(shape.ok()) << shape.status();
      const int prime = *std::max_element(shape->factors.begin(), shape->factors.end());
      EXPECT_LE(shape->threads_per_transform, 2 * length / prime);
    }
  }
}

// For rows on a target with measured shapes, the model's choice costs hardly more than any listed
// shape, although listed shapes may leave compilers fewer registers. The limit is higher for
// columns, where a lack of registers may cost a workgroup, and for other targets, whose prices are
// in doubt.
TEST(ShapePriceTest, TheModelTakesACheapShape) {
  for (const char* name : {"sm_90", "sm_80", "gfx942"}) {
    const Target target = *FindTarget(name);
    for (int64_t length : {60, 100, 154, 243, 336, 625, 901, 1024, 1330, 2187, 4096, 6000}) {
      for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol, Tiling::kColRow}) {
        const bool is_row = tiling == Tiling::kRowRow;
        if (!is_row && !HasMeasuredShapes(target)) continue;
        const double slack = is_row && HasMeasuredShapes(target) ? 0.15 : 0.4;
        const KernelShapeRequest request{length, Precision::kSingle, tiling, 100000};
        const std::vector<KernelShape> list = ListKernelShapes(request, target, 8);
        if (list.empty()) continue;  // 53 is no radix on AMD
        std::vector<double> prices;
        for (const KernelShape& shape : list) {
          const double extra = ExtraWavefronts(request, shape, target, Accesses::kSample);
          prices.push_back(ShapePrice(request, shape, extra, ModelOf(target).gpu, target));
        }
        EXPECT_LT(prices.front(), *std::min_element(prices.begin(), prices.end()) + slack)
            << name << " " << length << " " << ToString(tiling);
      }
    }
  }
}

}  // namespace
}  // namespace fft
