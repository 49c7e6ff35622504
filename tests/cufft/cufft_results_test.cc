// Compares the results of plans of libcufft.so.12 with sums by definition.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <vector>

#include "fft/base/bfloat16.h"
#include "fft/base/half.h"
#include "tests/cufft/loaded_cufft.h"

namespace fft::testing {
namespace {

using Complex = std::complex<double>;
using Values = std::vector<Complex>;

int64_t Product(const std::vector<int>& lengths) {
  int64_t product = 1;
  for (const int length : lengths) product *= length;
  return product;
}

// Returns the transform of packed values, dimension by dimension, not normalised.
Values Transformed(Values values, const std::vector<int>& lengths, int sign) {
  const double pi = std::acos(-1.0);
  int64_t inner = 1;
  for (size_t axis = lengths.size(); axis-- > 0; inner *= lengths[axis]) {
    const int n = lengths[axis];
    const Values before = values;
    for (int64_t i = 0; i < static_cast<int64_t>(values.size()); ++i) {
      const int64_t k = i / inner % n, first = i - k * inner;
      values[i] = 0;
      for (int64_t j = 0; j < n; ++j) {
        const double angle = sign * 2 * pi * static_cast<double>(j * k % n) / n;
        values[i] += before[first + j * inner] * std::polar(1.0, angle);
      }
    }
  }
  return values;
}

Values Drawn(int64_t count) {
  Values values(count);
  for (int64_t i = 0; i < count; ++i) values[i] = {std::sin(3.0 * i + 1), std::cos(7.0 * i)};
  return values;
}

Values RealsOf(Values values) {
  for (Complex& value : values) value = value.real();
  return values;
}

// Returns the first n / 2 + 1 elements of each row of n elements.
Values HalfOf(const Values& spectrum, int n) {
  Values half;
  for (size_t i = 0; i < spectrum.size(); ++i) {
    if (static_cast<int>(i % n) <= n / 2) half.push_back(spectrum[i]);
  }
  return half;
}

void ExpectNear(const Values& got, const Values& wanted, double tolerance) {
  ASSERT_EQ(got.size(), wanted.size());
  double largest = 0, worst = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    largest = std::max(largest, std::abs(wanted[i]));
    worst = std::max(worst, std::abs(got[i] - wanted[i]));
  }
  EXPECT_LE(worst, tolerance * largest);
}

template <typename Real>
Values ReadComplex(const DeviceMemory& memory, int64_t count) {
  Values values;
  for (int64_t i = 0; i < count; ++i) {
    values.push_back({memory.as<Real>()[2 * i], memory.as<Real>()[2 * i + 1]});
  }
  return values;
}

template <typename Real>
void WriteComplex(const Values& values, const DeviceMemory& memory) {
  for (size_t i = 0; i < values.size(); ++i) {
    memory.as<Real>()[2 * i] = static_cast<Real>(values[i].real());
    memory.as<Real>()[2 * i + 1] = static_cast<Real>(values[i].imag());
  }
}

using CufftResults = CufftTest;

// Runs both directions of the plan, out of place and in place, and destroys it.
template <typename Real>
void CheckComplex(cufftHandle plan, const std::vector<int>& lengths) {
  const int64_t count = Product(lengths);
  const double tolerance = sizeof(Real) == 4 ? 1e-6 : 1e-14;
  const Values values = Drawn(count);
  const DeviceMemory in(count * 2 * sizeof(Real)), out(count * 2 * sizeof(Real));
  const auto execute = [&](const DeviceMemory& to, int direction) {
    return sizeof(Real) == 4 ? CUFFT(cufftExecC2C)(plan, in.data(), to.data(), direction)
                             : CUFFT(cufftExecZ2Z)(plan, in.data(), to.data(), direction);
  };
  for (const int direction : {CUFFT_FORWARD, CUFFT_INVERSE}) {
    const Values wanted = Transformed(values, lengths, direction);
    WriteComplex<Real>(values, in);
    const Values kept = ReadComplex<Real>(in, count);
    ASSERT_EQ(execute(out, direction), kSuccess);
    ExpectNear(ReadComplex<Real>(out, count), wanted, tolerance);
    EXPECT_EQ(ReadComplex<Real>(in, count), kept) << "the input is preserved";
    ASSERT_EQ(execute(in, direction), kSuccess);
    ExpectNear(ReadComplex<Real>(in, count), wanted, tolerance);
  }
  EXPECT_EQ(CUFFT(cufftDestroy)(plan), kSuccess);
}

TEST_F(CufftResults, ComplexInOneToThreeDimensions) {
  cufftHandle plan = 0;
  ASSERT_EQ(CUFFT(cufftPlan1d)(&plan, 15, CUFFT_C2C, 1), kSuccess);
  CheckComplex<float>(plan, {15});
  ASSERT_EQ(CUFFT(cufftPlan2d)(&plan, 6, 10, CUFFT_Z2Z), kSuccess);
  CheckComplex<double>(plan, {6, 10});
  ASSERT_EQ(CUFFT(cufftPlan3d)(&plan, 3, 4, 5, CUFFT_C2C), kSuccess);
  CheckComplex<float>(plan, {3, 4, 5});
}

TEST_F(CufftResults, ComplexOfHandlesThatAreMadeLater) {
  const std::vector<std::function<int(cufftHandle, size_t*)>> makers = {
      [](cufftHandle plan, size_t* bytes) {
        return CUFFT(cufftMakePlan1d)(plan, 60, CUFFT_Z2Z, 1, bytes);
      },
      [](cufftHandle plan, size_t* bytes) {
        return CUFFT(cufftMakePlan2d)(plan, 6, 10, CUFFT_Z2Z, bytes);
      },
      [](cufftHandle plan, size_t* bytes) {
        return CUFFT(cufftMakePlan3d)(plan, 3, 4, 5, CUFFT_Z2Z, bytes);
      }};
  const std::vector<std::vector<int>> lengths = {{60}, {6, 10}, {3, 4, 5}};
  for (size_t i = 0; i < makers.size(); ++i) {
    cufftHandle plan = 0;
    size_t bytes = 1, told = 2;
    ASSERT_EQ(CUFFT(cufftCreate)(&plan), kSuccess);
    ASSERT_EQ(makers[i](plan, &bytes), kSuccess);
    EXPECT_EQ(CUFFT(cufftGetSize)(plan, &told), kSuccess);
    EXPECT_EQ(told, bytes);
    EXPECT_EQ(makers[i](plan, &bytes), kInvalidPlan) << "it is made already";
    CheckComplex<double>(plan, lengths[i]);
  }
}

// Two transforms of 10 reals with spectra of 6. Out of place they are packed; in place rows have 12
// reals.
TEST_F(CufftResults, RealsApartAndInPlace) {
  constexpr int kLength = 10, kBatch = 2, kHalf = kLength / 2 + 1;
  cufftHandle forward = 0, inverse = 0;
  ASSERT_EQ(CUFFT(cufftPlan1d)(&forward, kLength, CUFFT_R2C, kBatch), kSuccess);
  ASSERT_EQ(CUFFT(cufftPlan1d)(&inverse, kLength, CUFFT_C2R, kBatch), kSuccess);
  const Values values = RealsOf(Drawn(kLength * kBatch));
  Values wanted;
  for (int b = 0; b < kBatch; ++b) {
    const Values row(values.begin() + b * kLength, values.begin() + (b + 1) * kLength);
    const Values spectrum = HalfOf(Transformed(row, {kLength}, CUFFT_FORWARD), kLength);
    wanted.insert(wanted.end(), spectrum.begin(), spectrum.end());
  }
  const DeviceMemory reals(kLength * kBatch * sizeof(float)),
      spectra(kHalf * kBatch * 2 * sizeof(float)), both(kHalf * kBatch * 2 * sizeof(float));
  for (int i = 0; i < kLength * kBatch; ++i) {
    const float value = static_cast<float>(values[i].real());
    reals.as<float>()[i] = value;
    both.as<float>()[i / kLength * 2 * kHalf + i % kLength] = value;
  }
  ASSERT_EQ(CUFFT(cufftExecR2C)(forward, reals.data(), spectra.data()), kSuccess);
  ExpectNear(ReadComplex<float>(spectra, kHalf * kBatch), wanted, 1e-6);
  ASSERT_EQ(CUFFT(cufftExecR2C)(forward, both.data(), both.data()), kSuccess);
  ExpectNear(ReadComplex<float>(both, kHalf * kBatch), wanted, 1e-6);
  ASSERT_EQ(CUFFT(cufftExecC2R)(inverse, spectra.data(), reals.data()), kSuccess);
  ASSERT_EQ(CUFFT(cufftExecC2R)(inverse, both.data(), both.data()), kSuccess);
  ExpectNear(ReadComplex<float>(spectra, kHalf * kBatch), wanted, 1e-6);
  for (int i = 0; i < kLength * kBatch; ++i) {
    const double scaled = values[i].real() * kLength;
    EXPECT_NEAR(reals.as<float>()[i], scaled, 1e-5);
    EXPECT_NEAR(both.as<float>()[i / kLength * 2 * kHalf + i % kLength], scaled, 1e-5);
  }
}

TEST_F(CufftResults, RealsInDoublePrecision) {
  const std::vector<int> lengths = {3, 7};
  cufftHandle forward = 0, inverse = 0;
  ASSERT_EQ(CUFFT(cufftPlan2d)(&forward, 3, 7, CUFFT_D2Z), kSuccess);
  ASSERT_EQ(CUFFT(cufftPlan2d)(&inverse, 3, 7, CUFFT_Z2D), kSuccess);
  const Values values = RealsOf(Drawn(21));
  const DeviceMemory reals(21 * sizeof(double)), spectra(12 * 2 * sizeof(double));
  for (int i = 0; i < 21; ++i) reals.as<double>()[i] = values[i].real();
  ASSERT_EQ(CUFFT(cufftExecD2Z)(forward, reals.data(), spectra.data()), kSuccess);
  ExpectNear(ReadComplex<double>(spectra, 12),
             HalfOf(Transformed(values, lengths, CUFFT_FORWARD), 7), 1e-14);
  ASSERT_EQ(CUFFT(cufftExecZ2D)(inverse, spectra.data(), reals.data()), kSuccess);
  for (int i = 0; i < 21; ++i) EXPECT_NEAR(reals.as<double>()[i], 21 * values[i].real(), 1e-12);
}

// The input is the columns of a 4 x 3 matrix (stride 3, distance 1); the output is rows.
TEST_F(CufftResults, StridesAndDistances) {
  int n[] = {4}, embed[] = {4};
  long long n64[] = {4}, embed64[] = {4};
  cufftHandle plans[2] = {};
  ASSERT_EQ(CUFFT(cufftPlanMany)(&plans[0], 1, n, embed, 3, 1, embed, 1, 4, CUFFT_C2C, 3),
            kSuccess);
  ASSERT_EQ(CUFFT(cufftCreate)(&plans[1]), kSuccess);
  ASSERT_EQ(CUFFT(cufftMakePlanMany64)(plans[1], 1, n64, embed64, 3, 1, embed64, 1, 4, CUFFT_C2C, 3,
                                       nullptr),
            kSuccess);
  const Values matrix = Drawn(12);
  Values wanted;
  for (int column = 0; column < 3; ++column) {
    Values values;
    for (int row = 0; row < 4; ++row) values.push_back(matrix[3 * row + column]);
    for (const Complex& value : Transformed(values, {4}, CUFFT_FORWARD)) wanted.push_back(value);
  }
  const DeviceMemory in(12 * 2 * sizeof(float)), out(12 * 2 * sizeof(float));
  WriteComplex<float>(matrix, in);
  for (const cufftHandle plan : plans) {
    ASSERT_EQ(CUFFT(cufftExecC2C)(plan, in.data(), out.data(), CUFFT_FORWARD), kSuccess);
    ExpectNear(ReadComplex<float>(out, 12), wanted, 1e-6);
    EXPECT_EQ(CUFFT(cufftExecC2C)(plan, in.data(), in.data(), CUFFT_FORWARD), kInvalidValue)
        << "unlike strides in place";
  }
}

// If one of the embeds is null, strides and distances have no effect.
TEST_F(CufftResults, NoEmbedIsPacked) {
  int n[] = {5}, embed[] = {5};
  cufftHandle plan = 0;
  ASSERT_EQ(CUFFT(cufftCreate)(&plan), kSuccess);
  ASSERT_EQ(
      CUFFT(cufftMakePlanMany)(plan, 1, n, nullptr, 77, 99, embed, 0, 0, CUFFT_Z2Z, 1, nullptr),
      kSuccess);
  CheckComplex<double>(plan, {5});
}

// Tests 12 points. In half precision cuFFT itself has only powers of two.
template <typename Storage, typename Store, typename Load>
void CheckNarrow(int type, double tolerance, const Store& store, const Load& load) {
  long long n[] = {12};
  cufftHandle plan = 0;
  size_t bytes = 0;
  ASSERT_EQ(CUFFT(cufftCreate)(&plan), kSuccess);
  ASSERT_EQ(CUFFT(cufftXtMakePlanMany)(plan, 1, n, nullptr, 1, 12, type, nullptr, 1, 12, type, 1,
                                       &bytes, type),
            kSuccess);
  const Values values = Drawn(12);
  const DeviceMemory in(24 * sizeof(Storage)), out(24 * sizeof(Storage));
  for (int i = 0; i < 12; ++i) {
    in.as<Storage>()[2 * i] = store(static_cast<float>(values[i].real()));
    in.as<Storage>()[2 * i + 1] = store(static_cast<float>(values[i].imag()));
  }
  ASSERT_EQ(CUFFT(cufftXtExec)(plan, in.data(), out.data(), CUFFT_INVERSE), kSuccess);
  Values got;
  for (int i = 0; i < 12; ++i) {
    got.push_back({load(out.as<Storage>()[2 * i]), load(out.as<Storage>()[2 * i + 1])});
  }
  ExpectNear(got, Transformed(values, {12}, CUFFT_INVERSE), tolerance);
}

TEST_F(CufftResults, HalfAndBfloat16OfAnyLength) {
  CheckNarrow<Half>(
      CUFFT_C_16F, 2e-3, [](float value) { return FloatToHalf(value); },
      [](Half value) { return HalfToFloat(value); });
  CheckNarrow<Bfloat16>(
      CUFFT_C_16BF, 2e-2, [](float value) { return Bfloat16(value); },
      [](Bfloat16 value) { return float{value}; });
}

// 2^14 points in double precision take two kernels and, in place, a work area.
TEST_F(CufftResults, WorkAreasAreGivenOrOwned) {
  constexpr int kLength = 1 << 14;
  cufftHandle owned = 0, given = 0;
  size_t bytes = 0, estimate = 0, told = 0;
  ASSERT_EQ(CUFFT(cufftCreate)(&given), kSuccess);
  ASSERT_EQ(CUFFT(cufftSetAutoAllocation)(given, 0), kSuccess);
  ASSERT_EQ(CUFFT(cufftMakePlan1d)(given, kLength, CUFFT_Z2Z, 1, &bytes), kSuccess);
  ASSERT_GT(bytes, 0u);
  EXPECT_EQ(CUFFT(cufftEstimate1d)(kLength, CUFFT_Z2Z, 1, &estimate), kSuccess);
  EXPECT_EQ(CUFFT(cufftGetSize1d)(given, kLength, CUFFT_Z2Z, 1, &told), kSuccess);
  EXPECT_EQ(estimate, bytes);
  EXPECT_EQ(told, bytes);
  Values impulse(kLength);
  impulse[1] = 1;
  const DeviceMemory data(kLength * 2 * sizeof(double)), area(bytes);
  WriteComplex<double>(impulse, data);
  EXPECT_EQ(CUFFT(cufftExecZ2Z)(given, data.data(), data.data(), CUFFT_FORWARD), kNoWorkspace);
  const auto expect_spectrum = [&] {
    const Values spectrum = ReadComplex<double>(data, kLength);
    const double angle = -2 * std::acos(-1.0) * 5 / kLength;
    EXPECT_LE(std::abs(spectrum[5] - std::polar(1.0, angle)), 1e-14);
    EXPECT_LE(std::abs(spectrum[kLength / 2] + 1.0), 1e-14);
  };
  void* areas[] = {area.data()};
  ASSERT_EQ(CUFFT(cufftXtSetWorkArea)(given, areas), kSuccess);
  ASSERT_EQ(CUFFT(cufftExecZ2Z)(given, data.data(), data.data(), CUFFT_FORWARD), kSuccess);
  expect_spectrum();

  const size_t before = Allocations();
  ASSERT_EQ(CUFFT(cufftPlan1d)(&owned, kLength, CUFFT_Z2Z, 1), kSuccess);
  EXPECT_EQ(Allocations(), before + 1) << "tables are there, the area is new";
  WriteComplex<double>(impulse, data);
  ASSERT_EQ(CUFFT(cufftExecZ2Z)(owned, data.data(), data.data(), CUFFT_FORWARD), kSuccess);
  expect_spectrum();
  ASSERT_EQ(CUFFT(cufftSetWorkArea)(owned, area.data()), kSuccess);
  EXPECT_EQ(Allocations(), before) << "the area is given back";
  WriteComplex<double>(impulse, data);
  ASSERT_EQ(CUFFT(cufftExecZ2Z)(owned, data.data(), data.data(), CUFFT_FORWARD), kSuccess);
  expect_spectrum();
  EXPECT_EQ(CUFFT(cufftDestroy)(owned), kSuccess);
  EXPECT_EQ(CUFFT(cufftDestroy)(given), kSuccess);
}

}  // namespace
}  // namespace fft::testing
