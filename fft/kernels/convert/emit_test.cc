#include "fft/kernels/convert/emit.h"

#include <complex>
#include <cstring>
#include <numbers>
#include <random>
#include <vector>

#include "fft/base/int_math.h"
#include "fft/codegen/ast/verify.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/kernels/kernel_table.h"
#include "fft/kernels/tables/twiddles.h"
#include "gtest/gtest.h"

namespace fft::kernels {
namespace {

using Complex = std::complex<double>;
using Array = std::vector<Complex>;

constexpr Complex kGap(77, -77);
constexpr int64_t kRows = 5, kOuter = 2;

struct Conversion {
  AxisFormat load, store;
  friend std::ostream& operator<<(std::ostream& out, const Conversion& c) {
    return out << ToString(c.load) << " to " << ToString(c.store);
  }
};

constexpr Conversion kConversions[] = {
    {AxisFormat::kReal, AxisFormat::kComplex},
    {AxisFormat::kComplex, AxisFormat::kReal},
    {AxisFormat::kHermitian, AxisFormat::kComplex},
    {AxisFormat::kComplex, AxisFormat::kHermitian},
    {AxisFormat::kComplex, AxisFormat::kHermitianOfPairs},
    {AxisFormat::kHermitianOfPairs, AxisFormat::kComplex},
    {AxisFormat::kComplex, AxisFormat::kChirped},
    {AxisFormat::kChirpedSpectrum, AxisFormat::kFiltered},
    {AxisFormat::kConvolved, AxisFormat::kComplex},
    {AxisFormat::kReal, AxisFormat::kChirped},
    {AxisFormat::kHermitian, AxisFormat::kChirped},
    {AxisFormat::kConvolved, AxisFormat::kReal},
    {AxisFormat::kConvolved, AxisFormat::kHermitian},
};

bool IsChirped(const Conversion& c) { return fft::IsChirped(c.load) || fft::IsChirped(c.store); }
// The length of the tests' convolution for a transform of `points` points.
int64_t ConvolutionLength(int64_t points) { return 2 * points + 3; }

KernelSpec MakeSpec(const Conversion& conversion, int64_t length, Tiling tiling) {
  KernelSpec spec;
  spec.kind = KernelKind::kConvert;
  spec.length = length;
  if (IsChirped(conversion)) {
    spec.length = ConvolutionLength(length);
    spec.points = length;
  }
  spec.threads_per_transform = 16;
  spec.transforms_per_group = 1;
  spec.tiling = tiling;
  spec.precision = Precision::kDouble;
  spec.placement = Placement::kOutOfPlace;
  spec.load = conversion.load;
  spec.store = conversion.store;
  if (spec.load == AxisFormat::kHermitianOfPairs) spec.direction = Direction::kInverse;
  if (spec.load == AxisFormat::kReal) spec.in_format = ArrayFormat::kReal;
  if (spec.store == AxisFormat::kReal) spec.out_format = ArrayFormat::kReal;
  spec.in_stride = spec.out_stride = StrideKind::kAny;
  spec.outer_loops = 1;
  spec.scale = ScaleKind::kScale;
  return spec;
}

// A table of a convolution with a chirp for the forward sign.
Array TableOf(const KernelSpec& spec, TwiddleTable::Kind kind) {
  TwiddleTable table;
  table.kind = kind;
  table.length = spec.points.value_or(spec.length);
  table.precision = Precision::kDouble;
  table.convolution = spec.length;
  const std::string bytes = TableBytes(table);
  Array values(bytes.size() / sizeof(Complex));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

// Element k of the spectrum of n reals, of which a row has the first half.
Complex Unfolded(const Array& row, int64_t n, int64_t k) {
  const Complex value = k <= n / 2 ? row[k] : std::conj(row[n - k]);
  return k == 0 || 2 * k == n ? value.real() : value;
}

// Converts one row of a convolution as the conversion is defined.
Array ConvertChirped(const KernelSpec& spec, const Array& row, double scale) {
  const auto forward = [&spec](Complex factor) {
    return spec.direction == Direction::kForward ? factor : std::conj(factor);
  };
  const Array chirp = TableOf(spec, TwiddleTable::Kind::kChirp);
  const Array filter = TableOf(spec, TwiddleTable::Kind::kChirpFilter);
  Array result(ConversionsPerRow(spec));
  for (size_t k = 0; k < result.size(); ++k) {
    if (spec.store == AxisFormat::kFiltered) {
      result[k] = std::conj(row[k] * forward(filter[k])) * scale;
    } else if (spec.load == AxisFormat::kConvolved) {
      result[k] = std::conj(row[k]) * forward(chirp[k]) * scale;
    } else if (k < chirp.size()) {
      const bool unfolds = spec.load == AxisFormat::kHermitian;
      const Complex value = unfolds ? Unfolded(row, chirp.size(), k) : row[k];
      result[k] = value * forward(chirp[k]) * scale;
    }
  }
  return result;
}

// The number of elements of a row on one side.
int64_t ElementsOf(const KernelSpec& spec, AxisFormat side) {
  return fft::IsChirped(side) ? spec.length : Elements({side}, AxisLength(spec));
}

// Converts one row as the conversion is defined.
Array Convert(const KernelSpec& spec, const Array& row, double scale) {
  const int64_t n = spec.length;
  const auto root = [n](int64_t k) { return std::polar(1.0, -std::numbers::pi * k / n); };
  const int64_t elements = Elements({spec.store}, n);
  Array result;
  for (int64_t k = 0; k < elements; ++k) {
    Complex value;
    if (spec.store == AxisFormat::kHermitianOfPairs) {
      const Complex a = row[k % n], b = std::conj(row[(n - k) % n]);
      value = (a + b) / 2.0 + root(k) * (a - b) / Complex(0, 2);
    } else if (spec.load == AxisFormat::kHermitianOfPairs) {
      Complex a = row[k], b = std::conj(row[n - k]);
      if (k == 0) a = a.real(), b = b.real();
      value = a + b + Complex(0, 1) * std::conj(root(k)) * (a - b);
    } else if (spec.load == AxisFormat::kHermitian) {
      value = Unfolded(row, n, k);
    } else {
      value = row[k];
    }
    result.push_back(value * scale);
  }
  return result;
}

// The strides of one side, which may be the input or the output.
struct Side {
  int64_t stride, row, outer;
  int64_t At(int64_t o, int64_t r, int64_t k) const { return o * outer + r * row + k * stride; }
  int64_t Size(int64_t elements) const { return At(kOuter - 1, kRows - 1, elements - 1) + 1; }
};

Side SideFor(Tiling tiling, int64_t n) {
  if (tiling == Tiling::kColCol) return {kRows + 1, 1, (n + 2) * (kRows + 1)};
  return {2, 2 * n + 5, kRows * (2 * n + 5) + 3};
}

class Arrays {
 public:
  explicit Arrays(const KernelSpec& spec) : spec_(spec) {}

  int64_t Index(const std::string& name, const Side& side) const {
    if (name == "in_stride" || name == "out_stride") return side.stride;
    if (name == "tile_count") return kRows;
    if (name == "tile_in_stride" || name == "tile_out_stride") return side.row;
    if (name == "length_1") return kOuter;
    return side.outer;
  }

  // Runs the kernel from `in` to `out`, or in place on only `out`.
  void Run(const Side& side, double scale, Array* in, Array* out) {
    const absl::StatusOr<codegen::Kernel> kernel = EmitKernel(spec_);
    ASSERT_TRUE(kernel.ok()) << kernel.status();
    ASSERT_TRUE(Verify(*kernel).ok()) << Verify(*kernel);
    Array pairs = TableOf(spec_, TwiddleTable::Kind::kPairs), chirp, filter;
    if (spec_.points) {
      chirp = TableOf(spec_, TwiddleTable::Kind::kChirp);
      filter = TableOf(spec_, TwiddleTable::Kind::kChirpFilter);
    }
    std::vector<double> real_in, real_out;
    for (const Complex& x : *in) real_in.push_back(x.real());
    for (const Complex& x : *out) real_out.push_back(x.real());
    const bool in_place = spec_.placement == Placement::kInPlace;
    std::vector<codegen::Argument> arguments;
    for (const Parameter& parameter : Signature(spec_)) {
      if (parameter.kind() == ParameterKind::kInput) {
        arguments.push_back(spec_.load == AxisFormat::kReal
                                ? codegen::View(real_in, spec_.precision)
                                : codegen::View(in_place ? *out : *in, spec_.precision));
      } else if (parameter.kind() == ParameterKind::kOutput) {
        arguments.push_back(spec_.store == AxisFormat::kReal
                                ? codegen::View(real_out, spec_.precision)
                                : codegen::View(*out, spec_.precision));
      } else if (parameter.kind() == ParameterKind::kPairTwiddles) {
        arguments.push_back(codegen::View(pairs, spec_.precision));
      } else if (parameter.kind() == ParameterKind::kChirp) {
        arguments.push_back(codegen::View(chirp, spec_.precision));
      } else if (parameter.kind() == ParameterKind::kFilter) {
        arguments.push_back(codegen::View(filter, spec_.precision));
      } else if (parameter.kind() == ParameterKind::kReal) {
        arguments.push_back(scale);
      } else {
        arguments.push_back(Index(parameter.name(), side));
      }
    }
    const int64_t items = ConversionsPerRow(spec_), threads = spec_.threads_per_transform;
    const int64_t grid = spec_.known_tile.is_in_row ? kRows * kOuter * CeilDiv(items, threads)
                                                    : CeilDiv(kRows * kOuter * items, threads);
    const absl::StatusOr<codegen::InterpReport> report = Interpret(*kernel, grid, arguments);
    ASSERT_TRUE(report.ok()) << report.status();
    for (const codegen::Finding& finding : report->findings) ADD_FAILURE() << ToString(finding);
    if (spec_.store != AxisFormat::kReal) return;
    for (size_t i = 0; i < out->size(); ++i) {
      (*out)[i] = {real_out[i], (*out)[i] == kGap && real_out[i] == kGap.real() ? kGap.imag() : 0};
    }
  }

 private:
  const KernelSpec& spec_;
};

void Check(const KernelSpec& spec) {
  SCOPED_TRACE(KernelName(spec));
  constexpr double kScale = 0.75;
  const int64_t n = spec.length;
  const Side side = SideFor(spec.tiling, n);
  const int64_t read = ElementsOf(spec, spec.load), written = ElementsOf(spec, spec.store);
  const bool in_place = spec.placement == Placement::kInPlace;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Array in(side.Size(std::max(read, written)), kGap);
  Array out = in;
  for (int64_t o = 0; o < kOuter; ++o) {
    for (int64_t r = 0; r < kRows; ++r) {
      for (int64_t k = 0; k < read; ++k) {
        in[side.At(o, r, k)] = {uniform(random),
                                spec.load == AxisFormat::kReal ? 0 : uniform(random)};
      }
    }
  }
  Array expected = in_place ? in : out;
  for (int64_t o = 0; o < kOuter; ++o) {
    for (int64_t r = 0; r < kRows; ++r) {
      Array row;
      for (int64_t k = 0; k < read; ++k) row.push_back(in[side.At(o, r, k)]);
      const Array converted =
          spec.points ? ConvertChirped(spec, row, kScale) : Convert(spec, row, kScale);
      for (int64_t k = 0; k < written; ++k) {
        Complex value = converted[k];
        if (spec.store == AxisFormat::kReal) value = value.real();
        expected[side.At(o, r, k)] = value;
      }
    }
  }
  if (in_place) out = in;
  Arrays(spec).Run(side, kScale, &in, &out);
  for (size_t i = 0; i < out.size(); ++i) {
    EXPECT_LT(std::abs(out[i] - expected[i]), 1e-14) << "element " << i;
  }
}

class ConvertTest : public testing::TestWithParam<Conversion> {};

TEST_P(ConvertTest, FollowsTheDefinition) {
  for (Tiling tiling : {Tiling::kRowRow, Tiling::kColCol}) {
    for (int64_t n : {1, 2, 3, 8, 9, 31, 64}) {
      KernelSpec spec = MakeSpec(GetParam(), n, tiling);
      Check(spec);
      if (tiling == Tiling::kRowRow) {
        spec.known_tile.is_in_row = true;
        Check(spec);
      }
      spec.direction = Direction::kInverse;
      if (spec.points) Check(spec);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, ConvertTest, testing::ValuesIn(kConversions));

TEST(ConvertInPlaceTest, BetweenPairsAndTheirSpectrumAndOfSpectra) {
  for (const Conversion& conversion : kConversions) {
    for (int64_t n : {1, 2, 9, 40}) {
      KernelSpec spec = MakeSpec(conversion, n, Tiling::kRowRow);
      spec.placement = Placement::kInPlace;
      if (!HasPairs(spec) && spec.store != AxisFormat::kFiltered) continue;
      Check(spec);
      spec.known_tile.is_in_row = true;
      Check(spec);
    }
  }
}

}  // namespace
}  // namespace fft::kernels
