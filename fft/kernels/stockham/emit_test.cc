#include "fft/kernels/stockham/emit.h"

#include <optional>
#include <tuple>
#include <vector>

#include "fft/base/int_math.h"
#include "fft/kernels/generate.h"
#include "fft/kernels/kernel_table.h"
#include "fft/kernels/kernel_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

using testing_kernels::ExpectCorrect;
using testing_kernels::Launch;
using testing_kernels::MakeLaunch;

Target SmallLds() {
  Target target = *FindTarget("gfx90a");
  target.lds_bytes = 4096;
  return target;
}

constexpr int64_t kLengths[] = {1,  2,  3,  4,  6,  7,  8,   13,  16,  20,  23, 30,
                                32, 36, 48, 60, 64, 98, 128, 210, 256, 336, 512};

class StockhamKernelTest : public testing::TestWithParam<const char*> {};

TEST_P(StockhamKernelTest, RowRow) {
  const Target target = *FindTarget(GetParam());
  for (int64_t n : kLengths) {
    ExpectCorrect(
        MakeLaunch(target, Tiling::kRowRow, {n, 1, 1}, {{5, n, n + 3}}, Precision::kSingle));
  }
}

TEST_P(StockhamKernelTest, ColCol) {
  const Target target = *FindTarget(GetParam());
  for (int64_t n : kLengths) {
    ExpectCorrect(MakeLaunch(target, Tiling::kColCol, {n, 19, 21},
                             {{19, 1, 1}, {2, n * 20, n * 21}}, Precision::kDouble));
  }
}

TEST_P(StockhamKernelTest, RowCol) {
  const Target target = *FindTarget(GetParam());
  for (int64_t n : kLengths) {
    ExpectCorrect(MakeLaunch(target, Tiling::kRowCol, {n, 1, 18}, {{17, n, 1}, {2, 17 * n, 18 * n}},
                             Precision::kSingle));
  }
}

TEST_P(StockhamKernelTest, ColRow) {
  const Target target = *FindTarget(GetParam());
  for (int64_t n : kLengths) {
    ExpectCorrect(
        MakeLaunch(target, Tiling::kColRow, {n, 17, 1}, {{17, 1, n}}, Precision::kDouble));
  }
}

// Tiles whose transforms come from several loops, in every tiling.
TEST_P(StockhamKernelTest, TilesThatWrap) {
  const Target target = *FindTarget(GetParam());
  for (int64_t n : kLengths) {
    for (const auto& [tiling, axis, loops] :
         {std::tuple{Tiling::kRowRow, Dim{n, 1, 1},
                     Dims{{7, n, n + 1}, {5, 8 * n, 9 * n + 9}, {3, 41 * n, 50 * n + 50}}},
          std::tuple{Tiling::kColCol, Dim{n, 35, 8}, Dims{{7, 1, 1}, {5, 7, 8 * n}}},
          std::tuple{Tiling::kRowCol, Dim{n, 1, 7}, Dims{{7, n, 1}, {5, 7 * n, 7 * n}}},
          std::tuple{Tiling::kColRow, Dim{n, 7, 1}, Dims{{7, 1, n}, {5, 7 * n, 7 * n}}}}) {
      const KernelShapeRequest request = {n, Precision::kSingle, tiling, 35};
      Launch launch = MakeLaunch(target, request, axis, loops);
      launch.spec.tile_end = TileEnd::kWraps;
      ExpectCorrect(launch);
    }
  }
}

// Tiles that wrap use the right rotations, whichever loop supplies their index.
TEST_P(StockhamKernelTest, TilesThatWrapRotate) {
  const Target target = *FindTarget(GetParam());
  const int64_t n = 12;
  const Dims loops = {{7, 1, 1}, {5, 7 * n, 7 * n}, {3, 35 * n, 35 * n}};
  for (int loop = 0; loop < 3; ++loop) {
    const KernelShapeRequest request = {n, Precision::kDouble, Tiling::kColCol, 35};
    Launch launch = MakeLaunch(target, request, {n, 7, 7}, loops);
    launch.spec.tile_end = TileEnd::kWraps;
    launch.twiddle_length = n * loops[loop].length;
    launch.spec.large_twiddle = {2, 4, {loop}, 0, TableSpace::kGlobal};
    ExpectCorrect(launch);
  }
}

// Two loops or three may count the index of the rotations, in several orders of digits, within
// tiles and around them.
TEST_P(StockhamKernelTest, TwoLoopsRotate) {
  const Target target = *FindTarget(GetParam());
  const int64_t n = 12;
  const Dims loops = {{7, 1, 1}, {5, 7 * n, 7 * n}, {3, 35 * n, 35 * n}};
  for (TileEnd tile_end : {TileEnd::kStops, TileEnd::kWraps}) {
    for (const std::vector<int>& digits :
         {std::vector{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1, 0}}) {
      const KernelShapeRequest request = {n, Precision::kDouble, Tiling::kColCol, 35};
      Launch launch = MakeLaunch(target, request, {n, 7, 7}, loops);
      launch.spec.tile_end = tile_end;
      launch.twiddle_length = n;
      for (int loop : digits) launch.twiddle_length *= loops[loop].length;
      const int bits = CeilLog2(launch.twiddle_length);
      launch.spec.large_twiddle = {2, static_cast<int>(CeilDiv(bits, 2)), digits, 0,
                                   TableSpace::kGlobal};
      ExpectCorrect(launch);
    }
  }
}

// Tiles prefetch their successors, and the last tiles prefetch beyond the end.
TEST_P(StockhamKernelTest, TilesFromMemory) {
  const Target target = *FindTarget(GetParam());
  for (int64_t n : {16, 60, 336}) {
    for (const auto& [tiling, axis, loops] :
         {std::tuple{Tiling::kRowRow, Dim{n, 1, 1}, Dims{{5, n, n + 3}}},
          std::tuple{Tiling::kColCol, Dim{n, 19, 21}, Dims{{19, 1, 1}, {2, n * 20, n * 21}}},
          std::tuple{Tiling::kColRow, Dim{n, 17, 1}, Dims{{17, 1, n}}}}) {
      Launch launch = MakeLaunch(target, tiling, axis, loops, Precision::kSingle);
      launch.spec.known_tile.is_far = true;
      ExpectCorrect(launch);
    }
  }
}

TEST_P(StockhamKernelTest, InverseScaledWithThreeLoops) {
  const Target target = *FindTarget(GetParam());
  for (int64_t n : {6, 24, 31, 121}) {
    Launch launch = MakeLaunch(target, Tiling::kRowRow, {n, 2, 3},
                               {{3, 2 * n, 3 * n}, {2, 6 * n, 18 * n}, {3, 12 * n, 36 * n + 5}},
                               Precision::kSingle);
    launch.spec.direction = Direction::kInverse;
    launch.spec.scale = ScaleKind::kScale;
    ExpectCorrect(launch, 0.375);
  }
}

// A launch of 20 x 2 transforms of n points: lanes run along the axis or across the tile loop.
Launch TwiddledLaunch(const Target& target, Tiling tiling, int64_t n) {
  const bool rows_in = tiling == Tiling::kRowRow || tiling == Tiling::kRowCol;
  const bool rows_out = tiling == Tiling::kRowRow || tiling == Tiling::kColRow;
  const Dim axis = {n, rows_in ? 1 : 20, rows_out ? 1 : 20};
  const Dims loops = {{20, rows_in ? n : 1, rows_out ? n : 1}, {2, 20 * n, 20 * n}};
  return MakeLaunch(target, tiling, axis, loops, Precision::kDouble);
}

TEST_P(StockhamKernelTest, LargeTwiddles) {
  const Target target = *FindTarget(GetParam());
  const int64_t n = 24;
  for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol, Tiling::kColRow}) {
    for (int steps = 1; steps <= 3; ++steps) {
      for (TableSpace space : {TableSpace::kGlobal, TableSpace::kLds}) {
        Launch launch = TwiddledLaunch(target, tiling, n);
        const int loop = steps % 2;
        launch.twiddle_length = loop == 0 ? n * 20 : n * 2;
        const int bits = CeilLog2(launch.twiddle_length);
        launch.spec.large_twiddle = {
            steps, static_cast<int>(CeilDiv(bits, steps)), {loop}, 0, space};
        launch.spec.direction = steps == 2 ? Direction::kInverse : Direction::kForward;
        ExpectCorrect(launch);
      }
    }
  }
}

// Kernels of one pass have no exchange whose barrier the tables in LDS could share.
TEST_P(StockhamKernelTest, LargeTwiddlesInLdsOfOnePass) {
  for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol, Tiling::kColRow}) {
    Launch launch = TwiddledLaunch(*FindTarget(GetParam()), tiling, 8);
    launch.twiddle_length = 160;
    launch.spec.large_twiddle = {2, 4, {0}, 0, TableSpace::kLds};
    ExpectCorrect(launch);
  }
}

TEST_P(StockhamKernelTest, SixtyFourBitIndices) {
  Launch launch = MakeLaunch(*FindTarget(GetParam()), Tiling::kColCol, {36, 20, 20}, {{20, 1, 1}},
                             Precision::kSingle);
  launch.spec.index = IndexWidth::k64;
  ExpectCorrect(launch);
}

INSTANTIATE_TEST_SUITE_P(Targets, StockhamKernelTest,
                         testing::Values("gfx90a", "gfx1030", "sm_90", "host"),
                         [](const auto& info) { return std::string(info.param); });

// With very little LDS the kernel exchanges by halves.
TEST(StockhamKernelExchangeTest, Half) {
  const Target target = SmallLds();
  for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol, Tiling::kColRow}) {
    const bool rows_in = tiling == Tiling::kRowRow || tiling == Tiling::kRowCol;
    const bool rows_out = tiling == Tiling::kRowRow || tiling == Tiling::kColRow;
    const Dim axis = {384, rows_in ? 1 : 7, rows_out ? 1 : 7};
    const Dims loops = {{7, rows_in ? 384 : 1, rows_out ? 384 : 1}};
    const Launch launch = MakeLaunch(target, tiling, axis, loops, Precision::kSingle);
    EXPECT_EQ(launch.spec.exchange, Exchange::kHalf);
    ExpectCorrect(launch);
  }
}

// The exchange leaves outputs where their inputs were. The test has whole and partial rounds, all
// tilings, and paddings inside of butterflies or only between them.
TEST(StockhamKernelExchangeTest, InPlace) {
  struct Case {
    int64_t length;
    std::vector<int> factors;
    int threads;
  };
  const Case cases[] = {
      {60, {15, 4}, 15}, {210, {7, 5, 6}, 15}, {162, {6, 9, 3}, 18}, {256, {4, 4, 4, 4}, 32}};
  const Target target = *FindTarget("sm_90");
  for (const Case& c : cases) {
    for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol, Tiling::kColRow}) {
      for (const std::optional<int> pad : {std::optional<int>(), std::optional<int>(16)}) {
        const KernelShapeRequest request = {c.length, Precision::kSingle, tiling, 7};
        const ShapeWish wish = {.factors = c.factors,
                                .threads_per_transform = c.threads,
                                .exchange = Exchange::kInPlace,
                                .pad_every = pad};
        const auto shape = ShapeAsked(wish, request, target);
        ASSERT_TRUE(shape.ok()) << shape.status();
        ASSERT_EQ(shape->exchange, Exchange::kInPlace);
        const Dim axis = {c.length, LoadsRows(tiling) ? 1 : 7, StoresRows(tiling) ? 1 : 7};
        const Dims loops = {
            {7, LoadsRows(tiling) ? c.length : 1, StoresRows(tiling) ? c.length : 1}};
        ExpectCorrect(MakeLaunch(*shape, request, axis, loops));
      }
    }
  }
}

// Twelve threads move 18 runs of eight points. The second round has one condition for all lanes.
TEST(StockhamKernelTurnedTest, VectorsHaveNoCondition) {
  const Target target = *FindTarget("host");
  Launch launch = MakeLaunch(target, {144, Precision::kSingle, Tiling::kRowRow, 16}, {144, 1, 1},
                             {{16, 144, 144}});
  ASSERT_EQ(launch.spec.staging, Staging::kTurned);
  ASSERT_EQ(launch.spec.threads_per_transform, 12);
  launch.spec.known_tile.is_whole = true;
  ExpectCorrect(launch);
  SourceReport report;
  const auto source = GenerateSource(launch.spec, Dialect::kHostCpp, &report);
  ASSERT_TRUE(source.ok()) << source.status();
  EXPECT_THAT(*source, testing::HasSubstr("if (run < 18) {\n        #pragma omp simd"));
}

TEST(StockhamKernelErrorTest, PlanarAndHalfAreRefusedByName) {
  KernelSpec spec =
      MakeLaunch(*FindTarget("gfx90a"), Tiling::kRowRow, {8, 1, 1}, {{1, 8, 8}}, Precision::kSingle)
          .spec;
  spec.in_format = ArrayFormat::kComplexPlanar;
  const absl::Status planar = EmitKernel(spec).status();
  EXPECT_EQ(planar.code(), absl::StatusCode::kUnimplemented);
  EXPECT_NE(planar.message().find(KernelName(spec)), std::string::npos);
  spec.in_format = ArrayFormat::kComplexInterleaved;
  spec.precision = Precision::kHalf;
  EXPECT_EQ(EmitKernel(spec).status().code(), absl::StatusCode::kUnimplemented);
}

}  // namespace
}  // namespace fft::kernels
