#include "fft/kernels/kernel_testing.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <deque>
#include <random>

#include "fft/base/int_math.h"
#include "fft/codegen/ast/verify.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/kernels/kernel_table.h"
#include "fft/kernels/lines/pass.h"
#include "fft/kernels/tables/convolution_tables.h"
#include "fft/kernels/tables/twiddles.h"
#include "gtest/gtest.h"

namespace fft::kernels::testing_kernels {
namespace {

using Complex = std::complex<double>;

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

// Index j of the large twiddles: `loops` are its digits, the fastest first.
int64_t TwiddleIndex(const Launch& launch, const std::vector<int64_t>& index) {
  int64_t j = 0, step = 1;
  for (int loop : launch.spec.large_twiddle.loops) {
    j += index[loop] * step;
    step *= launch.loops[loop].length;
  }
  return j;
}

int64_t IndexArgument(const Launch& launch, const std::string& name) {
  if (name == "in_stride") return launch.axis.in_stride;
  if (name == "out_stride") return launch.axis.out_stride;
  if (name == "tile_count") return launch.loops[0].length;
  if (name == "tile_in_stride") return launch.loops[0].in_stride;
  if (name == "tile_out_stride") return launch.loops[0].out_stride;
  const bool is_filter = launch.spec.kind == KernelKind::kFilter;
  const auto row_step = [&](int loop) {
    std::vector<int64_t> one(launch.loops.size(), 0);
    one[loop] = 1;
    return TwiddleIndex(launch, one) * launch.axis.length;
  };
  if (is_filter && name == "row_step") return 1;
  if (is_filter && name == "tile_row_step") return row_step(0);
  const size_t loop = name.back() - '0';
  if (is_filter && name.rfind("row_step_", 0) == 0) return row_step(static_cast<int>(loop));
  if (name.rfind("length_", 0) == 0) return launch.loops[loop].length;
  if (name.rfind("in_stride_", 0) == 0) return launch.loops[loop].in_stride;
  return launch.loops[loop].out_stride;
}

// sum_j x[j] exp(sign 2 pi i j k / n), k = 0 .. n-1.
std::vector<Complex> Dft(const std::vector<Complex>& x, int sign) {
  const int64_t n = std::ssize(x);
  std::vector<Complex> out(n);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t j = 0; j < n; ++j) {
      const std::complex<long double> w = UnitRoot(-sign * j * k, n);
      out[k] += x[j] * Complex(w.real(), w.imag());
    }
  }
  return out;
}

// The transform of row `j` of a spectrum, filtered.
std::vector<Complex> Filtered(const Launch& launch, int64_t j, std::vector<Complex> row, int sign) {
  const int64_t columns = launch.twiddle_length / launch.axis.length;
  std::vector<ExtendedComplex> filter(launch.twiddle_length);
  WriteChirpFilter(launch.filter_points, launch.twiddle_length, 1, filter.data());
  for (int64_t k = 0; k < std::ssize(row); ++k) {
    const ExtendedComplex& b = filter[j + columns * k];
    const double im = static_cast<double>(sign < 0 ? b.imag() : -b.imag());
    row[k] = std::conj(row[k] * Complex(static_cast<double>(b.real()), im));
  }
  return Dft(row, sign);
}

// The outputs that a launch should have, by the definition of the transform.
std::vector<Complex> Reference(const Launch& launch, const std::vector<Complex>& in,
                               const std::vector<Complex>& before, double scale) {
  std::vector<Complex> out = before;
  const int64_t n = launch.axis.length;
  const int sign = launch.spec.direction == Direction::kForward ? -1 : 1;
  std::vector<int64_t> index(launch.loops.size(), 0);
  while (true) {
    int64_t from = 0, to = 0;
    for (size_t l = 0; l < index.size(); ++l) {
      from += index[l] * launch.loops[l].in_stride;
      to += index[l] * launch.loops[l].out_stride;
    }
    std::vector<Complex> points(n);
    for (int64_t j = 0; j < n; ++j) points[j] = in[from + j * launch.axis.in_stride];
    points = Dft(points, sign);
    if (launch.spec.kind == KernelKind::kFilter) {
      points = Filtered(launch, TwiddleIndex(launch, index), std::move(points), sign);
    }
    for (int64_t k = 0; k < n; ++k) {
      Complex sum = points[k];
      if (launch.twiddle_length > 0) {
        const int64_t j = TwiddleIndex(launch, index);
        const auto w = UnitRoot(-sign * j * k, launch.twiddle_length);
        sum *= Complex(w.real(), w.imag());
      }
      out[to + k * launch.axis.out_stride] = sum * scale;
    }
    size_t l = 0;
    while (l < index.size() && ++index[l] == launch.loops[l].length) index[l++] = 0;
    if (l == index.size()) return out;
  }
}

// A launch's tables, kept while it runs.
class Tables {
 public:
  codegen::Argument Add(const Launch& launch, const Parameter& parameter) {
    const KernelSpec& spec = launch.spec;
    const int64_t points = launch.axis.length;
    switch (parameter.kind()) {
      case ParameterKind::kTwiddles:
        if (parameter.id == ParameterId::kTwiddlesFirst) {
          return Keep(
              {TwiddleTable::Kind::kPasses, points, FactorsIntoLines(spec), 0, 0, spec.precision});
        }
        return Keep({TwiddleTable::Kind::kPasses, spec.length, spec.factors, 0, 0, spec.precision});
      case ParameterKind::kLargeTwiddles:
        return Keep({TwiddleTable::Kind::kLarge,
                     launch.twiddle_length,
                     {},
                     spec.large_twiddle.steps,
                     spec.large_twiddle.base_bits,
                     spec.precision});
      case ParameterKind::kChirp:
        return Keep({parameter.id == ParameterId::kChirpBack ? TwiddleTable::Kind::kChirpBack
                                                             : TwiddleTable::Kind::kChirp,
                     points,
                     {},
                     0,
                     0,
                     spec.precision});
      case ParameterKind::kFilter:
        if (spec.kind == KernelKind::kFilter) {
          TwiddleTable table = {TwiddleTable::Kind::kChirpFilter, launch.filter_points};
          table.precision = spec.precision;
          table.convolution = launch.twiddle_length;
          table.columns = launch.twiddle_length / points;
          return Keep(table);
        }
        return Keep({spec.kind == KernelKind::kRader ? TwiddleTable::Kind::kRaderFilter
                                                     : TwiddleTable::Kind::kChirpFilter,
                     spec.kind == KernelKind::kRader ? LinePoints(spec) : points,
                     {},
                     0,
                     0,
                     spec.precision,
                     spec.length});
      case ParameterKind::kPermutation: {
        const std::vector<int32_t> narrow = GeneratorPermutation(LinePoints(spec));
        permutation_.assign(narrow.begin(), narrow.end());
        return codegen::View(permutation_, 32);
      }
      default:
        ADD_FAILURE() << "not a table of an interleaved kernel";
        return int64_t{0};
    }
  }

 private:
  codegen::Argument Keep(const TwiddleTable& table) {
    kept_.push_back(Table(table));
    return codegen::View(kept_.back(), table.precision);
  }

  std::deque<std::vector<Complex>> kept_;
  std::vector<int64_t> permutation_;
};

}  // namespace

Launch MakeLaunch(const Target& target, const KernelShapeRequest& request, const Dim& axis,
                  const Dims& loops) {
  const absl::StatusOr<KernelShape> shape = ChooseKernelShape(request, target);
  EXPECT_TRUE(shape.ok()) << shape.status();
  return shape.ok() ? MakeLaunch(*shape, request, axis, loops) : Launch();
}

Launch MakeLaunch(const KernelShape& shape, const KernelShapeRequest& request, const Dim& axis,
                  const Dims& loops) {
  Launch launch;
  launch.axis = axis;
  launch.loops = loops;
  KernelSpec& spec = launch.spec;
  spec.length = request.length;
  spec.factors = shape.factors;
  spec.threads_per_transform = shape.threads_per_transform;
  spec.transforms_per_group = shape.transforms_per_group;
  spec.tiling = request.tiling;
  spec.exchange = shape.exchange;
  spec.staging = shape.staging;
  spec.lds = shape.lds;
  spec.precision = request.precision;
  spec.placement = Placement::kOutOfPlace;
  spec.in_stride = axis.in_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.out_stride = axis.out_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.outer_loops = static_cast<int>(loops.size()) - 1;
  return launch;
}

Launch MakeLaunch(const Target& target, Tiling tiling, const Dim& axis, const Dims& loops,
                  Precision precision) {
  return MakeLaunch(target, {axis.length, precision, tiling, loops[0].length}, axis, loops);
}

void ExpectCorrect(const Launch& launch, double scale) {
  const KernelSpec& spec = launch.spec;
  SCOPED_TRACE(KernelName(spec));
  const absl::StatusOr<codegen::Kernel> kernel = EmitKernel(spec);
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
  Tables tables;
  std::vector<codegen::Argument> arguments;
  for (const Parameter& parameter : Signature(spec)) {
    switch (parameter.kind()) {
      case ParameterKind::kInput:
        arguments.push_back(codegen::View(in, spec.precision));
        break;
      case ParameterKind::kOutput:
        arguments.push_back(codegen::View(out, spec.precision));
        break;
      case ParameterKind::kIndex:
        arguments.push_back(IndexArgument(launch, parameter.name()));
        break;
      case ParameterKind::kReal:
        arguments.push_back(scale);
        break;
      default:
        arguments.push_back(tables.Add(launch, parameter));
    }
  }
  const size_t tiled = spec.tile_end == TileEnd::kWraps ? 2 : 1;
  int64_t along = 1, grid = 1;
  for (size_t l = 0; l < launch.loops.size(); ++l) {
    (l < tiled ? along : grid) *= launch.loops[l].length;
  }
  grid *= CeilDiv(along, TileWidth(spec));
  const absl::StatusOr<codegen::InterpReport> report = Interpret(*kernel, grid, arguments);
  ASSERT_TRUE(report.ok()) << report.status();
  for (const codegen::Finding& finding : report->findings) ADD_FAILURE() << ToString(finding);
  double error = 0, norm = 0;
  for (size_t i = 0; i < out.size(); ++i) {
    error += std::norm(out[i] - expected[i]);
    norm += std::norm(expected[i]);
  }
  const double unit = spec.precision == Precision::kDouble ? 0x1p-53 : 0x1p-24;
  const double bits = std::max(1.0, std::log2(static_cast<double>(launch.axis.length)));
  EXPECT_LE(std::sqrt(error / norm), 3 * unit * std::sqrt(bits));
}

}  // namespace fft::kernels::testing_kernels
