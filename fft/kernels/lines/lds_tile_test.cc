// Compares the LDS slots that generated kernels compute with the slots of LdsPoints and LdsLayout,
// by which accesses are counted and drawn. Kernels compute the padding in a simplified form.
#include "fft/kernels/lines/lds_tile.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/shapes/asked_shape.h"
#include "fft/shapes/lds_points.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

using Slots = std::vector<int64_t>;

// The slot of a point, computed as LdsLayout's comment says.
int64_t Placed(const LdsLayout& lds, int64_t point, int64_t transform) {
  const int64_t linear = point * lds.point_step + transform * lds.transform_step;
  return linear + (lds.pad_every > 0 ? linear / lds.pad_every : 0);
}

// The slots that butterflies of all transforms of a tile read and then write, in one workgroup for
// each butterfly.
Slots Generated(const KernelSpec& spec, const Pass& pass) {
  Builder b("slots");
  const Ex out = b.Param("out", Type::Global(Type::Int32()));
  b.SetWorkgroup(1);
  const Ex block = b.BlockIndex();
  const Ex transform = b.Let("transform", block / pass.butterflies);
  const Ex i = b.Let("i", block % pass.butterflies);
  LdsTile tile(spec, b);
  int64_t at = 0;
  for (const std::vector<Ex>& slots :
       {tile.ReadSlots(pass, transform, i), tile.WriteSlots(pass, transform, i)}) {
    for (Ex slot : slots) b.Store(out, block * (2 * pass.radix) + at++, slot);
  }
  const int64_t blocks = pass.butterflies * spec.transforms_per_group;
  Slots slots(2 * pass.radix * blocks, -1);
  const auto report = Interpret(b.Finish(), blocks, {codegen::View(slots, 32)});
  EXPECT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(report.ok() && report->ok()) << KernelName(spec) << " " << PassTitle(pass);
  return slots;
}

Slots Stated(const KernelSpec& spec, const Pass& pass, size_t of) {
  const LdsPoints points = LdsPoints::Of(spec.factors, spec.exchange, of);
  Slots slots;
  for (int64_t transform = 0; transform < spec.transforms_per_group; ++transform) {
    for (int64_t i = 0; i < points.butterflies(); ++i) {
      Slots read, written;
      for (int k = 0; k < pass.radix; ++k) {
        read.push_back(Placed(spec.lds, points.Read(i) + k * points.read_step(), transform));
        written.push_back(
            Placed(spec.lds, points.Written(i) + k * points.written_step(), transform));
      }
      if (pass.is_mirrored) std::swap(read, written);
      slots.insert(slots.end(), read.begin(), read.end());
      slots.insert(slots.end(), written.begin(), written.end());
    }
  }
  return slots;
}

KernelSpec SpecOf(const KernelShape& shape, const KernelShapeRequest& request) {
  KernelSpec spec;
  spec.length = request.length;
  spec.precision = request.precision;
  spec.tiling = request.tiling;
  SetShape(shape, &spec);
  return spec;
}

// Expects that every pass has the slots that LdsPoints states, and that the largest of them is the
// last word of an array.
void ExpectStated(const KernelShape& shape, const KernelShapeRequest& request) {
  const KernelSpec spec = SpecOf(shape, request);
  if (spec.exchange == Exchange::kNone) return;
  SCOPED_TRACE(KernelName(spec));
  const std::vector<Pass> passes =
      request.convolves ? MakePassesForthAndBack(spec) : MakePasses(spec);
  const size_t forth = spec.factors.size();
  for (size_t p = 0; p < passes.size(); ++p) {
    const Slots slots = Generated(spec, passes[p]);
    ASSERT_EQ(slots, Stated(spec, passes[p], p < forth ? p : 2 * forth - 2 - p)) << "pass " << p;
    EXPECT_EQ(*std::max_element(slots.begin(), slots.end()), spec.lds.words - 1) << "pass " << p;
  }
}

std::vector<KernelShape> Shapes(const KernelShapeRequest& request, const Target& target) {
  std::vector<KernelShape> shapes = ListKernelShapes(request, target);
  shapes.resize(std::min<size_t>(shapes.size(), 6));
  for (Exchange exchange : kExchanges) {
    for (const std::optional<int> pad :
         {std::optional<int>(), std::optional<int>(3),
          std::optional<int>(static_cast<int>(request.length / 2))}) {
      ShapeWish wish;
      wish.exchange = exchange;
      wish.pad_every = pad;
      const auto shape = ShapeAsked(wish, request, target);
      if (shape.ok()) shapes.push_back(*shape);
    }
  }
  return shapes;
}

class LdsTileTest : public testing::TestWithParam<const char*> {};

TEST_P(LdsTileTest, SlotsAreTheStatedPoints) {
  const Target target = *FindTarget(GetParam());
  int compared = 0;
  for (int64_t n : {6, 16, 30, 60, 96, 187, 210, 256, 360, 961, 1000}) {
    for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol, Tiling::kColRow}) {
      for (Precision precision : {Precision::kSingle, Precision::kDouble}) {
        for (bool convolves : {false, true}) {
          const KernelShapeRequest request = {.length = n,
                                              .precision = precision,
                                              .tiling = tiling,
                                              .count = 3,
                                              .convolves = convolves};
          for (const KernelShape& shape : Shapes(request, target)) {
            ExpectStated(shape, request);
            if (HasFatalFailure()) return;
            compared += shape.exchange != Exchange::kNone ? 1 : 0;
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 100);
}

INSTANTIATE_TEST_SUITE_P(Targets, LdsTileTest,
                         testing::Values("gfx90a", "gfx1030", "sm_90", "host"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace fft::kernels
