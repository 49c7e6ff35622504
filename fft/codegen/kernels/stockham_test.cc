#include "fft/codegen/kernels/stockham.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <random>
#include <vector>

#include "fft/base/int_math.h"
#include "fft/codegen/ast/verify.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/codegen/signature.h"
#include "fft/codegen/twiddles.h"
#include "fft/core/dim.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using Complex = std::complex<double>;

// One kernel launch: an axis, the tile loop and outer loops in memory strides.
struct Launch {
  KernelSpec spec;
  Dim axis;
  Dims loops;  // [0] is the tile loop
  int64_t twiddle_length = 0;
};

Launch MakeLaunch(const Target& target, Tiling tiling, const Dim& axis, const Dims& loops,
                  Precision precision) {
  Launch launch;
  launch.axis = axis;
  launch.loops = loops;
  const absl::StatusOr<KernelShape> shape =
      ChooseKernelShape({axis.length, precision, tiling, loops[0].length}, target);
  EXPECT_TRUE(shape.ok()) << shape.status();
  KernelSpec& spec = launch.spec;
  spec.length = axis.length;
  spec.factors = shape->factors;
  spec.threads_per_transform = shape->threads_per_transform;
  spec.transforms_per_group = shape->transforms_per_group;
  spec.tiling = tiling;
  spec.exchange = shape->exchange;
  spec.staging = shape->staging;
  spec.lds = shape->lds;
  spec.precision = precision;
  spec.placement = Placement::kOutOfPlace;
  spec.in_stride = axis.in_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.out_stride = axis.out_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.outer_loops = static_cast<int>(loops.size()) - 1;
  return launch;
}

std::vector<Complex> Table(const TwiddleTable& table) {
  const std::string bytes = TableBytes(table);
  std::vector<Complex> values;
  const size_t size = table.precision == Precision::kDouble ? 16 : 8;
  for (size_t at = 0; at < bytes.size(); at += size) {
    if (size == 16) {
      double parts[2];
      std::memcpy(parts, &bytes[at], size);
      values.emplace_back(parts[0], parts[1]);
    } else {
      float parts[2];
      std::memcpy(parts, &bytes[at], size);
      values.emplace_back(parts[0], parts[1]);
    }
  }
  return values;
}

int64_t IndexArgument(const Launch& launch, const std::string& name) {
  if (name == "in_stride") return launch.axis.in_stride;
  if (name == "out_stride") return launch.axis.out_stride;
  if (name == "tile_count") return launch.loops[0].length;
  if (name == "tile_in_stride") return launch.loops[0].in_stride;
  if (name == "tile_out_stride") return launch.loops[0].out_stride;
  const size_t loop = name.back() - '0';
  if (name.rfind("length_", 0) == 0) return launch.loops[loop].length;
  if (name.rfind("in_stride_", 0) == 0) return launch.loops[loop].in_stride;
  return launch.loops[loop].out_stride;
}

// The transform by definition.
std::vector<Complex> Reference(const Launch& launch, const std::vector<Complex>& in,
                               const std::vector<Complex>& before, double scale) {
  std::vector<Complex> out = before;
  const int64_t n = launch.axis.length;
  const double sign = launch.spec.direction == Direction::kForward ? -1 : 1;
  std::vector<int64_t> index(launch.loops.size(), 0);
  while (true) {
    int64_t from = 0, to = 0;
    for (size_t l = 0; l < index.size(); ++l) {
      from += index[l] * launch.loops[l].in_stride;
      to += index[l] * launch.loops[l].out_stride;
    }
    for (int64_t k = 0; k < n; ++k) {
      Complex sum = 0;
      for (int64_t j = 0; j < n; ++j) {
        const std::complex<long double> w = UnitRoot(static_cast<int64_t>(-sign) * j * k, n);
        sum += in[from + j * launch.axis.in_stride] * Complex(w.real(), w.imag());
      }
      if (launch.twiddle_length > 0) {
        const int64_t j = index[launch.spec.large_twiddle.loop];
        const auto w = UnitRoot(static_cast<int64_t>(-sign) * j * k, launch.twiddle_length);
        sum *= Complex(w.real(), w.imag());
      }
      out[to + k * launch.axis.out_stride] = sum * scale;
    }
    size_t l = 0;
    while (l < index.size() && ++index[l] == launch.loops[l].length) index[l++] = 0;
    if (l == index.size()) return out;
  }
}

// Runs the kernel in the interpreter; expects no finding, the reference's values, and elements
// outside the index map untouched.
void ExpectCorrect(const Launch& launch, double scale = 1.0) {
  const KernelSpec& spec = launch.spec;
  SCOPED_TRACE(KernelName(spec));
  const absl::StatusOr<Kernel> kernel = MakeStockhamKernel(spec);
  ASSERT_TRUE(kernel.ok()) << kernel.status();
  ASSERT_TRUE(Verify(*kernel).ok()) << Verify(*kernel);

  Dims all = launch.loops;
  all.push_back(launch.axis);
  std::vector<Complex> in(*InExtent(all)), out(*OutExtent(all), Complex(77, -77));
  std::mt19937 random(12345);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  for (Complex& x : in) {
    x = {static_cast<float>(uniform(random)), static_cast<float>(uniform(random))};
  }
  const std::vector<Complex> expected = Reference(launch, in, out, scale);
  std::vector<Complex> tables[2];
  std::vector<Argument> arguments;
  for (const Parameter& parameter : Signature(spec)) {
    switch (parameter.kind) {
      case ParameterKind::kInputImag:
      case ParameterKind::kOutputImag:
      case ParameterKind::kPairTwiddles:
      case ParameterKind::kLoadUser:
      case ParameterKind::kStoreUser:
        FAIL() << "plain complex kernels have no " << parameter.name;
      case ParameterKind::kInput:
        arguments.push_back(View(in, spec.precision));
        break;
      case ParameterKind::kOutput:
        arguments.push_back(View(out, spec.precision));
        break;
      case ParameterKind::kTwiddles:
        tables[0] =
            Table({TwiddleTable::Kind::kPasses, spec.length, spec.factors, 0, 0, spec.precision});
        arguments.push_back(View(tables[0], spec.precision));
        break;
      case ParameterKind::kLargeTwiddles:
        tables[1] = Table({TwiddleTable::Kind::kLarge,
                           launch.twiddle_length,
                           {},
                           spec.large_twiddle.steps,
                           spec.large_twiddle.base_bits,
                           spec.precision});
        arguments.push_back(View(tables[1], spec.precision));
        break;
      case ParameterKind::kIndex:
        arguments.push_back(IndexArgument(launch, parameter.name));
        break;
      case ParameterKind::kReal:
        arguments.push_back(scale);
        break;
    }
  }
  int64_t grid = CeilDiv(launch.loops[0].length, spec.transforms_per_group);
  for (size_t l = 1; l < launch.loops.size(); ++l) grid *= launch.loops[l].length;
  const absl::StatusOr<InterpReport> report = Interpret(*kernel, grid, arguments);
  ASSERT_TRUE(report.ok()) << report.status();
  for (const Finding& finding : report->findings) ADD_FAILURE() << ToString(finding);
  double error = 0, norm = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    error += std::norm(out[i] - expected[i]);
    norm += std::norm(expected[i]);
  }
  const double unit = spec.precision == Precision::kDouble ? 0x1p-53 : 0x1p-24;
  const double bits = std::max(1.0, std::log2(static_cast<double>(spec.length)));
  EXPECT_LE(std::sqrt(error / norm), 3 * unit * std::sqrt(bits));
}

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

TEST_P(StockhamKernelTest, LargeTwiddles) {
  const Target target = *FindTarget(GetParam());
  for (int steps = 1; steps <= 3; ++steps) {
    for (int loop = 0; loop <= 1; ++loop) {
      for (Direction direction : {Direction::kForward, Direction::kInverse}) {
        const int64_t n = 24;
        Launch launch = MakeLaunch(target, Tiling::kColCol, {n, 40, 40}, {{20, 1, 1}, {2, 20, 20}},
                                   Precision::kDouble);
        launch.twiddle_length = loop == 0 ? n * 20 : n * 2;
        const int bits = CeilLog2(launch.twiddle_length);
        launch.spec.large_twiddle = {steps, static_cast<int>(CeilDiv(bits, steps)), loop};
        launch.spec.direction = direction;
        ExpectCorrect(launch);
      }
    }
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

// Tiny LDS brings out the exchange by halves.
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

TEST(StockhamKernelErrorTest, PlanarAndHalfAreRefusedByName) {
  KernelSpec spec =
      MakeLaunch(*FindTarget("gfx90a"), Tiling::kRowRow, {8, 1, 1}, {{1, 8, 8}}, Precision::kSingle)
          .spec;
  spec.in_format = ArrayFormat::kComplexPlanar;
  const absl::Status planar = MakeStockhamKernel(spec).status();
  EXPECT_EQ(planar.code(), absl::StatusCode::kUnimplemented);
  EXPECT_NE(planar.message().find(KernelName(spec)), std::string::npos);
  spec.in_format = ArrayFormat::kComplexInterleaved;
  spec.precision = Precision::kHalf;
  EXPECT_EQ(MakeStockhamKernel(spec).status().code(), absl::StatusCode::kUnimplemented);
}

}  // namespace
}  // namespace fft::codegen
