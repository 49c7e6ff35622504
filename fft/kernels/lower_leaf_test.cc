// Leaves of every kind other than one-dimensional transforms: lowered, generated and interpreted.
#include <cmath>
#include <complex>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "fft/choice/choose.h"
#include "fft/codegen/ast/verify.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/core/dim.h"
#include "fft/core/target.h"
#include "fft/kernels/generate.h"
#include "fft/kernels/lower_plan.h"
#include "fft/kernels/tables/twiddles.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

using Complex = std::complex<double>;
using Array = std::vector<Complex>;

constexpr Complex kGap = {77, -77};

// A leaf and its step, with the same axes and loops in strides of memory.
struct Launch {
  Problem problem;
  PlanNode leaf;
  Step step;
};

Launch MakeLaunch(SchemeKind scheme, const Dims& axes, const Dims& loops, Precision precision) {
  Launch launch;
  launch.problem.precision = precision;
  launch.leaf.scheme = scheme;
  launch.leaf.axes = launch.step.axes = axes;
  launch.leaf.loops = launch.step.loops = loops;
  return launch;
}

Complex Rotation(int64_t exponent, int64_t length) {
  const std::complex<long double> w = UnitRoot(exponent, length);
  return {static_cast<double>(w.real()), static_cast<double>(w.imag())};
}

// Sets each out[address of k] to the sum over n of factor * in[address of n], as the leaf is
// defined.
class Definition {
 public:
  Definition(const Launch& launch, const Array& in, Array* out)
      : launch_(launch), in_(in), out_(*out) {
    dims_ = launch.step.loops;
    dims_.insert(dims_.end(), launch.step.axes.begin(), launch.step.axes.end());
    sign_ = launch.leaf.kinds.front() == AxisKind::kForward ? 1 : -1;
  }

  void Run() {
    std::vector<int64_t> index(dims_.size(), 0);
    do {
      out_[Address(index, &Dim::out_stride)] = Value(index);
    } while (Next(&index, 0));
  }

 private:
  bool Next(std::vector<int64_t>* index, size_t first) const {
    for (size_t d = first; d < dims_.size(); ++d) {
      if (++(*index)[d] < dims_[d].length) return true;
      (*index)[d] = 0;
    }
    return false;
  }
  int64_t Address(const std::vector<int64_t>& index, int64_t Dim::*stride) const {
    int64_t address = 0;
    for (size_t d = 0; d < dims_.size(); ++d) address += index[d] * dims_[d].*stride;
    return address;
  }
  Complex Value(const std::vector<int64_t>& k) const {
    const LargeTwiddle& twiddle = launch_.leaf.large_twiddle;
    const size_t loops = launch_.step.loops.size();
    Complex value = 0;
    if (IsTranspose(launch_.leaf.scheme)) {
      value = in_[Address(k, &Dim::in_stride)];
    } else {
      std::vector<int64_t> n = k;
      for (size_t d = loops; d < dims_.size(); ++d) n[d] = 0;
      do {
        Complex term = in_[Address(n, &Dim::in_stride)];
        for (size_t d = loops; d < dims_.size(); ++d) {
          term *= Rotation(sign_ * n[d] * k[d], dims_[d].length);
        }
        value += term;
      } while (Next(&n, loops));
    }
    if (twiddle.length > 0) {
      int64_t j = 0;
      for (size_t d = 0; d < loops; ++d) j += k[d] * launch_.step.twiddle_steps[d];
      value *= Rotation(sign_ * j * k[loops], twiddle.length);
    }
    return value * launch_.leaf.scale;
  }

  const Launch& launch_;
  const Array& in_;
  Array& out_;
  Dims dims_;
  int64_t sign_ = 1;
};

Array TableValues(const TwiddleTable& table) {
  const std::string bytes = TableBytes(table);
  const bool is_double = table.precision == Precision::kDouble;
  Array values;
  for (size_t at = 0; at < bytes.size(); at += is_double ? 16 : 8) {
    double wide[2];
    float narrow[2];
    std::memcpy(is_double ? static_cast<void*>(wide) : narrow, &bytes[at], is_double ? 16 : 8);
    values.push_back(is_double ? Complex(wide[0], wide[1]) : Complex(narrow[0], narrow[1]));
  }
  return values;
}

Array RandomValues(int64_t count) {
  std::mt19937 random(4711);
  std::uniform_real_distribution<float> uniform(-0.5, 0.5);
  Array values;
  for (int64_t i = 0; i < count; ++i) values.emplace_back(uniform(random), uniform(random));
  return values;
}

absl::StatusOr<PlannedKernel> Lower(const Launch& launch, const Target& target) {
  Step step = launch.step;
  auto kernel = ChooseKernel({launch.leaf,
                              target,
                              launch.problem.precision,
                              step.axes,
                              step.loops,
                              {},
                              step.twiddle_steps});
  if (!kernel.ok()) return kernel.status();
  step.kernel = *std::move(kernel);
  return LowerStep(launch.problem, launch.leaf, step);
}

// Interprets the leaf's kernel: no finding, the definition's values, nothing else written. Returns
// the kernel's spec.
KernelSpec ExpectCorrect(const Launch& launch, const Target& target) {
  const auto planned = Lower(launch, target);
  EXPECT_TRUE(planned.ok()) << planned.status();
  if (!planned.ok()) return {};
  SCOPED_TRACE(target.name + " " + planned->name);
  const auto kernel = GenerateKernel(planned->spec);
  EXPECT_TRUE(kernel.ok()) << kernel.status();
  if (!kernel.ok()) return {};
  EXPECT_TRUE(Verify(*kernel).ok()) << Verify(*kernel);
  EXPECT_EQ(kernel->workgroup_size, planned->threads);

  Dims dims = launch.step.loops;
  dims.insert(dims.end(), launch.step.axes.begin(), launch.step.axes.end());
  Array in = RandomValues(*InExtent(dims)), out(*OutExtent(dims), kGap);
  Array expected = out;
  Definition(launch, in, &expected).Run();
  const Precision precision = launch.problem.precision;
  std::vector<Array> tables;
  for (const TwiddleTable& table : planned->tables) tables.push_back(TableValues(table));
  size_t next_table = 0;
  std::vector<codegen::Argument> arguments;
  for (const KernelArgument& argument : planned->arguments) {
    if (argument.kind() == ParameterKind::kInput) arguments.push_back(codegen::View(in, precision));
    if (argument.kind() == ParameterKind::kOutput)
      arguments.push_back(codegen::View(out, precision));
    if (argument.kind() == ParameterKind::kTwiddles ||
        argument.kind() == ParameterKind::kLargeTwiddles) {
      arguments.push_back(codegen::View(tables.at(next_table++), precision));
    }
    if (argument.kind() == ParameterKind::kIndex) arguments.push_back(argument.value);
    if (argument.kind() == ParameterKind::kReal) arguments.push_back(argument.real);
  }
  const auto report = Interpret(*kernel, planned->blocks, arguments);
  EXPECT_TRUE(report.ok()) << report.status();
  if (!report.ok()) return {};
  for (const codegen::Finding& finding : report->findings) ADD_FAILURE() << ToString(finding);
  double error = 0, norm = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    if (expected[i] == kGap) {
      EXPECT_EQ(out[i], kGap) << "element " << i << " must not be written";
      continue;
    }
    error += std::norm(out[i] - expected[i]);
    norm += std::norm(expected[i]);
  }
  const double unit = precision == Precision::kDouble ? 0x1p-53 : 0x1p-24;
  EXPECT_LE(std::sqrt(error / norm), 10 * unit);
  return planned->spec;
}

std::vector<Target> TestTargets() {
  Target small = *FindTarget("gfx90a");
  small.name = "small";
  small.lds_bytes = 2048;
  small.max_threads = 64;
  return {*FindTarget("gfx90a"), *FindTarget("sm_90"), *FindTarget("host"), small};
}

TEST(TransposeLeaf, MovesEveryShape) {
  for (const Target& target : TestTargets()) {
    for (int64_t x : {1, 2, 5, 32, 33, 70}) {
      for (int64_t y : {1, 3, 31, 64}) {
        const KernelSpec spec =
            ExpectCorrect(MakeLaunch(SchemeKind::kTranspose, {{x, 1, y}},
                                     {{2, x * y, x * y}, {y, x, 1}}, Precision::kSingle),
                          target);
        EXPECT_EQ(spec.kind, KernelKind::kTranspose);
      }
    }
  }
}

TEST(TransposeLeaf, TurnsVolumes) {
  for (const Target& target : TestTargets()) {
    // The leaves move (z, y, x) = (6, 5, 7) to (y, x, z) and to (x, z, y), with gaps around every
    // dim.
    const KernelSpec xy_z =
        ExpectCorrect(MakeLaunch(SchemeKind::kTransposeXyZ, {{6, 48, 1}},
                                 {{2, 300, 400}, {5, 8, 60}, {7, 1, 7}}, Precision::kDouble),
                      target);
    EXPECT_EQ(xy_z.tiling, Tiling::kRowCol);
    ExpectCorrect(MakeLaunch(SchemeKind::kTransposeZXy, {{7, 1, 40}}, {{6, 45, 6}, {5, 8, 1}},
                             Precision::kSingle),
                  target);
    // If the data is packed, two dims count as one and the kernel has no outer loop.
    const KernelSpec packed = ExpectCorrect(MakeLaunch(SchemeKind::kTransposeXyZ, {{6, 35, 1}},
                                                       {{5, 7, 42}, {7, 1, 6}}, Precision::kSingle),
                                            target);
    EXPECT_EQ(packed.outer_loops, 0);
  }
}

TEST(TransposeLeaf, CopiesWhereBothSidesRunAlike) {
  for (const Target& target : TestTargets()) {
    const KernelSpec spec =
        ExpectCorrect(MakeLaunch(SchemeKind::kTranspose, {{40, 1, 1}}, {{3, 40, 45}, {5, 120, 150}},
                                 Precision::kSingle),
                      target);
    EXPECT_EQ(spec.exchange, Exchange::kNone);
    ExpectCorrect(MakeLaunch(SchemeKind::kTranspose, {{300, 2, 3}}, {}, Precision::kDouble),
                  target);
  }
}

TEST(TransposeLeaf, TwiddlesByAnyTwoDims) {
  for (const Target& target : TestTargets()) {
    for (AxisKind kind : {AxisKind::kForward, AxisKind::kInverse}) {
      // The loop that supplies twiddles is the tile's, or lies around the tile.
      for (int loop : {0, 1}) {
        Launch launch = MakeLaunch(SchemeKind::kTranspose, {{20, 1, 12}},
                                   {{3, 240, 240}, {12, 20, 1}}, Precision::kDouble);
        launch.leaf.kinds = {kind};
        launch.leaf.scale = 0.25;
        launch.leaf.large_twiddle = {loop == 0 ? 60 : 5000, loop};
        launch.step.twiddle_steps = TwiddleStepsOf(launch.leaf);
        const KernelSpec spec = ExpectCorrect(launch, target);
        EXPECT_EQ(spec.large_twiddle.steps, loop == 0 ? 1 : 2);
      }
    }
  }
}

// The loop that counts the twiddles is split, with its parts in the tile and around it.
TEST(TransposeLeaf, TwiddlesBySplitLoops) {
  for (const Target& target : TestTargets()) {
    for (const std::vector<int64_t>& steps :
         {std::vector<int64_t>{0, 1, 12}, {3, 0, 1}, {12, 1, 0}, {1, 3, 36}}) {
      Launch launch = MakeLaunch(SchemeKind::kTranspose, {{20, 1, 36}},
                                 {{3, 780, 720}, {12, 20, 1}, {3, 260, 12}}, Precision::kDouble);
      launch.leaf.large_twiddle = {5000, 0};
      launch.step.twiddle_steps = steps;
      ExpectCorrect(launch, target);
    }
  }
}

TEST(TransposeLeaf, UsesWideIndicesWhereStridesNeedThem) {
  Launch launch = MakeLaunch(SchemeKind::kTranspose, {{4, 1, 4}}, {{4, 4, 1}}, Precision::kSingle);
  launch.step.loops.push_back({2, int64_t{1} << 31, 16});
  const auto planned = Lower(launch, *FindTarget("gfx90a"));
  ASSERT_TRUE(planned.ok()) << planned.status();
  EXPECT_EQ(planned->spec.index, IndexWidth::k64);
}

TEST(PlaneLeaf, TransformsBothAxes) {
  for (const Target& target : TestTargets()) {
    for (auto [y, x] : {std::pair{2, 2}, {8, 8}, {3, 16}, {16, 5}, {12, 10}, {30, 7}, {11, 13}}) {
      Launch launch = MakeLaunch(SchemeKind::k2dSingle, {{y, x, x + 1}, {x, 1, 1}},
                                 {{3, y * x, y * (x + 1)}}, Precision::kSingle);
      launch.leaf.kinds = {y == 8 ? AxisKind::kInverse : AxisKind::kForward};
      launch.leaf.scale = x == 16 ? 0.5 : 1;
      const KernelSpec spec = ExpectCorrect(launch, target);
      EXPECT_EQ(spec.kind, KernelKind::kStockhamPlane);
    }
  }
}

TEST(PlaneLeaf, TakesAnyStrides) {
  for (const Target& target : TestTargets()) {
    // The first axis has the smaller strides; loops lie inside and outside of the plane.
    ExpectCorrect(MakeLaunch(SchemeKind::k2dSingle, {{8, 1, 2}, {6, 9, 17}},
                             {{2, 60, 120}, {3, 130, 260}}, Precision::kDouble),
                  target);
    ExpectCorrect(MakeLaunch(SchemeKind::k2dSingle, {{8, 30, 30}, {6, 5, 5}},
                             {{5, 1, 1}, {2, 250, 250}}, Precision::kDouble),
                  target);
  }
}

TEST(PlaneLeaf, SaysWhatDoesNotFit) {
  const Launch launch =
      MakeLaunch(SchemeKind::k2dSingle, {{512, 512, 512}, {512, 1, 1}}, {}, Precision::kSingle);
  const auto planned = Lower(launch, *FindTarget("gfx90a"));
  EXPECT_TRUE(absl::IsResourceExhausted(planned.status())) << planned.status();
}

}  // namespace
}  // namespace fft::kernels
