#include "fft/kernels/convolution/emit.h"

#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "fft/base/int_math.h"
#include "fft/kernels/kernel_table.h"
#include "fft/kernels/kernel_testing.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

using testing_kernels::ExpectCorrect;
using testing_kernels::Launch;
using testing_kernels::MakeLaunch;

struct Wanted {
  KernelKind kind;
  int64_t points;
  int64_t length;
};

// Kernels with whole and partial rounds, one round or several, two to four passes, and lengths
// whose passes differ from the passes of other kernels.
constexpr Wanted kWanted[] = {
    {KernelKind::kBluestein, 2, 4},   {KernelKind::kBluestein, 8, 15},
    {KernelKind::kBluestein, 37, 75}, {KernelKind::kBluestein, 41, 84},
    {KernelKind::kBluestein, 47, 96}, {KernelKind::kBluestein, 101, 343},
    {KernelKind::kRader, 5, 4},       {KernelKind::kRader, 13, 12},
    {KernelKind::kRader, 37, 36},     {KernelKind::kRader, 101, 100},
    {KernelKind::kRader, 257, 256},   {KernelKind::kRader, 211, 210},
};

Launch Convolve(const Target& target, const Wanted& wanted, Tiling tiling, const Dim& axis,
                const Dims& loops, Precision precision) {
  KernelShapeRequest request = {wanted.length, precision, tiling, loops[0].length};
  request.convolves = true;
  Launch launch = MakeLaunch(target, request, axis, loops);
  launch.spec.kind = wanted.kind;
  launch.spec.points = wanted.points;
  return launch;
}

class ConvolutionKernelTest : public testing::TestWithParam<const char*> {
 protected:
  // The exchanges that filters are made with; an absent exchange stands for the preferred one.
  std::vector<std::optional<Exchange>> Exchanges() const {
    if (target_.is_cpu()) return {std::nullopt};
    return {std::nullopt, Exchange::kInPlace};
  }

  const Target target_ = *FindTarget(GetParam());
};

TEST_P(ConvolutionKernelTest, RowRow) {
  for (const Wanted& wanted : kWanted) {
    const int64_t n = wanted.points;
    ExpectCorrect(
        Convolve(target_, wanted, Tiling::kRowRow, {n, 1, 1}, {{5, n, n + 3}}, Precision::kSingle));
  }
}

TEST_P(ConvolutionKernelTest, ColCol) {
  for (const Wanted& wanted : kWanted) {
    const int64_t n = wanted.points;
    ExpectCorrect(Convolve(target_, wanted, Tiling::kColCol, {n, 11, 12},
                           {{11, 1, 1}, {2, n * 12, n * 12}}, Precision::kDouble));
  }
}

TEST_P(ConvolutionKernelTest, RowCol) {
  for (const Wanted& wanted : kWanted) {
    const int64_t n = wanted.points;
    ExpectCorrect(
        Convolve(target_, wanted, Tiling::kRowCol, {n, 1, 9}, {{9, n, 1}}, Precision::kSingle));
  }
}

TEST_P(ConvolutionKernelTest, ColRow) {
  for (const Wanted& wanted : kWanted) {
    const int64_t n = wanted.points;
    ExpectCorrect(
        Convolve(target_, wanted, Tiling::kColRow, {n, 9, 1}, {{9, 1, n}}, Precision::kDouble));
  }
}

TEST_P(ConvolutionKernelTest, InverseScaledAndTwiddled) {
  for (const Wanted& wanted : {kWanted[2], kWanted[9]}) {
    for (Direction direction : {Direction::kForward, Direction::kInverse}) {
      const int64_t n = wanted.points;
      Launch launch = Convolve(target_, wanted, Tiling::kColCol, {n, 20, 20},
                               {{20, 1, 1}, {2, 20 * n, 20 * n}}, Precision::kDouble);
      launch.twiddle_length = n * 20;
      launch.spec.large_twiddle = {2, static_cast<int>(CeilDiv(CeilLog2(n * 20), 2)), {0}};
      launch.spec.direction = direction;
      launch.spec.scale = ScaleKind::kScale;
      ExpectCorrect(launch, 0.375);
    }
  }
}

TEST_P(ConvolutionKernelTest, SixtyFourBitIndices) {
  for (const Wanted& wanted : {kWanted[2], kWanted[8]}) {
    const int64_t n = wanted.points;
    Launch launch = Convolve(target_, wanted, Tiling::kRowRow, {n, 2, 3}, {{3, 2 * n, 3 * n}},
                             Precision::kSingle);
    launch.spec.index = IndexWidth::k64;
    ExpectCorrect(launch);
  }
}

// Tests passes that leave points where they are, in up to six shapes of a kernel. Rader's rows
// reach their passes through LDS.
TEST(ConvolutionKernelExchangeTest, InPlace) {
  const Target target = *FindTarget("sm_90");
  for (const Wanted& wanted : kWanted) {
    const int64_t n = wanted.points;
    for (Tiling tiling : kLineTilings) {
      const Dim axis = {n, LoadsRows(tiling) ? 1 : 7, StoresRows(tiling) ? 1 : 8};
      const Dims loops = {{7, LoadsRows(tiling) ? n : 1, StoresRows(tiling) ? n + 1 : 1}};
      KernelShapeRequest request = {wanted.length, Precision::kSingle, tiling, loops[0].length};
      request.convolves = true;
      int tried = 0;
      for (const KernelShape& shape : ListKernelShapes(request, target, 60)) {
        if (shape.exchange != Exchange::kInPlace || ++tried > 6) continue;
        Launch launch = MakeLaunch(shape, request, axis, loops);
        launch.spec.kind = wanted.kind;
        launch.spec.points = n;
        launch.spec.scale = ScaleKind::kScale;
        launch.spec.direction = tried % 2 == 0 ? Direction::kInverse : Direction::kForward;
        ExpectCorrect(launch, 0.375);
      }
      EXPECT_GT(tried, 0) << wanted.length << " " << ToString(tiling);
    }
  }
}

// One pass or two make lines of each transform. The lines are convolved, and rotated on their way
// out.
TEST(ConvolutionKernelExchangeTest, OfLines) {
  const Target target = *FindTarget("sm_90");
  const std::pair<int, int64_t> wanted[] = {{2, 37}, {6, 41}, {3, 101}, {40, 37}};
  for (const auto& [lines, points] : wanted) {
    const int64_t n = lines * points;
    for (Tiling tiling : kLineTilings) {
      const Dim axis = {n, LoadsRows(tiling) ? 1 : 5, StoresRows(tiling) ? 1 : 6};
      const Dims loops = {{5, LoadsRows(tiling) ? n : 1, StoresRows(tiling) ? n + 1 : 1}};
      KernelShapeRequest request = {points - 1, Precision::kSingle, tiling,
                                    loops[0].length * lines};
      request.convolves = request.turns_round = true;
      request.lines_per_transform = lines;
      std::map<Exchange, int> tried;
      for (const KernelShape& shape : ListKernelShapes(request, target, 60)) {
        if (++tried[shape.exchange] > 3) continue;
        Launch launch = MakeLaunch(shape, request, axis, loops);
        launch.spec.kind = KernelKind::kRader;
        launch.spec.points = n;
        launch.spec.lines_per_transform = lines;
        launch.twiddle_length = n * 5;
        launch.spec.large_twiddle = {2, static_cast<int>(CeilDiv(CeilLog2(n * 5), 2)), {0}};
        launch.spec.scale = ScaleKind::kScale;
        launch.spec.direction =
            tried[shape.exchange] == 2 ? Direction::kInverse : Direction::kForward;
        ExpectCorrect(launch, 0.375);
      }
      EXPECT_GT(tried[Exchange::kInPlace], 0) << n << " " << ToString(tiling);
      EXPECT_EQ(tried.count(Exchange::kHalf), 0u);
    }
  }
}

// A kernel that filters rows of q points for a transform of n points. The rows make up a spectrum
// of p q points.
Launch FilterRows(const Target& target, int64_t n, int64_t p, int64_t q, Tiling tiling,
                  std::optional<Exchange> exchange) {
  const bool is_row = tiling == Tiling::kRowRow;
  const Dim axis = is_row ? Dim{q, 1, 1} : Dim{q, 3 * p, 3 * p};
  const Dims loops = is_row ? Dims{{p, q, q}, {3, p * q, p * q}} : Dims{{3, 1, 1}, {p, 3, 3}};
  KernelShapeRequest request = {q, Precision::kDouble, tiling, loops[0].length};
  request.convolves = request.twiddled = true;
  ShapeWish wish;
  wish.exchange = exchange;
  const auto shape = ShapeAsked(wish, request, target);
  EXPECT_TRUE(shape.ok()) << shape.status();
  Launch launch = MakeLaunch(*shape, request, axis, loops);
  launch.spec.kind = KernelKind::kFilter;
  launch.spec.row_operation = RowOperation::kFilter;
  launch.spec.placement = Placement::kInPlace;
  launch.filter_points = n;
  launch.twiddle_length = p * q;
  launch.spec.large_twiddle = {2, static_cast<int>(CeilDiv(CeilLog2(p * q), 2)), {is_row ? 0 : 1}};
  return launch;
}

TEST_P(ConvolutionKernelTest, FiltersRows) {
  for (const auto& [n, p, q] : {std::tuple{37, 5, 15}, {61, 11, 12}, {100, 3, 70}, {191, 2, 192}}) {
    for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol}) {
      for (Direction direction : {Direction::kForward, Direction::kInverse}) {
        for (const auto& exchange : Exchanges()) {
          Launch launch = FilterRows(target_, n, p, q, tiling, exchange);
          launch.spec.direction = direction;
          ExpectCorrect(launch);
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, ConvolutionKernelTest,
                         testing::Values("gfx90a", "gfx1030", "sm_90", "host"),
                         [](const auto& info) { return std::string(info.param); });

// With very little LDS the kernel exchanges by halves.
TEST(ConvolutionKernelExchangeTest, Half) {
  Target target = *FindTarget("gfx90a");
  target.lds_bytes = 2048;
  for (const Wanted& wanted : {Wanted{KernelKind::kBluestein, 101, 210}, kWanted[10]}) {
    const int64_t n = wanted.points;
    const Launch launch =
        Convolve(target, wanted, Tiling::kRowRow, {n, 1, 1}, {{3, n, n}}, Precision::kSingle);
    EXPECT_EQ(launch.spec.exchange, Exchange::kHalf);
    ExpectCorrect(launch);
  }
}

TEST(ConvolutionKernelErrorTest, RefusesByName) {
  const Launch launch = Convolve(*FindTarget("gfx90a"), kWanted[2], Tiling::kRowRow, {37, 1, 1},
                                 {{1, 37, 37}}, Precision::kSingle);
  ASSERT_TRUE(EmitKernel(launch.spec).ok());
  const auto refused = [&launch](auto change) {
    KernelSpec spec = launch.spec;
    change(&spec);
    const absl::Status status = EmitKernel(spec).status();
    return status.code() == absl::StatusCode::kUnimplemented &&
           status.message().find(KernelName(spec)) != std::string::npos;
  };
  EXPECT_TRUE(refused([](KernelSpec* s) { s->in_format = ArrayFormat::kComplexPlanar; }));
  EXPECT_TRUE(refused([](KernelSpec* s) { s->precision = Precision::kHalf; }));
  EXPECT_TRUE(refused([](KernelSpec* s) { s->factors = {75}; }));
  EXPECT_TRUE(refused([](KernelSpec* s) { s->points.reset(); }));
  // Lines are made only of rows, and only with a table of rotations.
  EXPECT_TRUE(refused([](KernelSpec* s) { s->kind = KernelKind::kFilter; }));
  EXPECT_TRUE(refused([](KernelSpec* s) {
    s->kind = KernelKind::kFilter;
    s->row_operation = RowOperation::kFilter;
  }));
}

}  // namespace
}  // namespace fft::kernels
