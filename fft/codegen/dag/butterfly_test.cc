#include "fft/codegen/dag/butterfly.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "fft/codegen/ast/verify.h"
#include "fft/codegen/dag/root_of_unity.h"
#include "fft/codegen/interp/interpreter.h"
#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using Signal = std::vector<std::complex<double>>;

Signal TestSignal(int count) {
  Signal values;
  for (int i = 0; i < count; ++i) {
    values.emplace_back(std::sin(1.0 + 3.7 * i * i), std::cos(0.3 + 1.9 * i * i));
  }
  return values;
}

Signal NaiveDft(const Signal& in, ExponentSign sign) {
  const int n = static_cast<int>(in.size());
  Signal out;
  for (int k = 0; k < n; ++k) {
    std::complex<long double> sum = 0;
    for (int j = 0; j < n; ++j) {
      sum += std::complex<long double>(in[j]) * RootOfUnity(static_cast<int>(sign) * j * k, n);
    }
    out.emplace_back(static_cast<double>(sum.real()), static_cast<double>(sum.imag()));
  }
  return out;
}

// One thread computes one butterfly.
Kernel ButterflyKernel(int radix, ExponentSign sign, Precision precision) {
  Builder b("butterfly");
  const Ex in = b.Param("in", Type::ConstGlobal(Type::Complex(precision)));
  const Ex out = b.Param("out", Type::Global(Type::Complex(precision)));
  std::vector<ComplexEx> x;
  for (int j = 0; j < radix; ++j) {
    const Ex value = b.Let("x", Load(in, b.Int(j)));
    x.push_back({Re(value), Im(value)});
  }
  const std::vector<ComplexEx> y = EmitButterfly(b, sign, x);
  for (int k = 0; k < radix; ++k) b.Store(out, b.Int(k), MakeComplex(y[k].re, y[k].im));
  return b.Finish();
}

void ExpectIsDft(int radix, ExponentSign sign, Precision precision) {
  const Kernel kernel = ButterflyKernel(radix, sign, precision);
  ASSERT_TRUE(Verify(kernel).ok()) << Verify(kernel);
  Signal in = TestSignal(radix), out(in.size());
  const auto report = Interpret(kernel, 1, {View(in, precision), View(out, precision)});
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(report->ok());
  const Signal expected = NaiveDft(in, sign);
  double error = 0, norm = 0;
  for (int k = 0; k < radix; ++k) {
    error += std::norm(out[k] - expected[k]);
    norm += std::norm(expected[k]);
  }
  const double unit = precision == Precision::kSingle ? 0x1p-24 : 0x1p-53;
  EXPECT_LT(std::sqrt(error / norm), 1.5 * unit * std::sqrt(std::max(1.0, std::log2(radix))))
      << "radix " << radix;
}

TEST(ButterflyTest, EveryRadixIsADftInBothDirections) {
  for (int radix = 1; radix <= kMaxButterflyRadix; ++radix) {
    for (const ExponentSign sign : {ExponentSign::kMinus, ExponentSign::kPlus}) {
      ExpectIsDft(radix, sign, Precision::kSingle);
      ExpectIsDft(radix, sign, Precision::kDouble);
    }
  }
}

TEST(ButterflyTest, OperationCountsAreTheKnownOnes) {
  struct Row {
    int radix, adds, muls;
  };
  constexpr Row kKnown[] = {{2, 4, 0},    {3, 12, 4},   {4, 16, 0},    {5, 32, 12},
                            {6, 36, 8},   {7, 60, 36},  {8, 52, 4},    {9, 80, 40},
                            {10, 84, 24}, {12, 96, 16}, {15, 156, 56}, {16, 144, 24}};
  for (const Row& row : kKnown) {
    const OpCounts counts = CountOps(row.radix);
    EXPECT_LE(counts.adds, row.adds) << row.radix;
    EXPECT_LE(counts.muls, row.muls) << row.radix;
  }
}

TEST(ButterflyTest, FusedFormHasNoMoreInstructionsAndNoNegations) {
  for (int radix = kMinButterflyRadix; radix <= kMaxButterflyRadix; ++radix) {
    const OpCounts counts = CountOps(radix);
    EXPECT_EQ(CountFlops(radix), counts.adds + counts.muls) << radix;
    EXPECT_LE(counts.fused_adds + counts.fused_muls + counts.fused_fmas, counts.adds + counts.muls);
    EXPECT_EQ(counts.negs, 0) << radix;
    EXPECT_EQ(counts.fused_negs, 0) << radix;
  }
}

TEST(ButterflyTest, ComplexProducts) {
  Builder b("product");
  const Ex data = b.Param("data", Type::Global(Type::Complex(Precision::kDouble)));
  const Ex x = b.Let("x", Load(data, b.Int(0))), y = b.Let("y", Load(data, b.Int(1)));
  const ComplexEx p = MultiplyComplex(b, {Re(x), Im(x)}, {Re(y), Im(y)});
  const ComplexEx q = MultiplyConjugate(b, {Re(x), Im(x)}, {Re(y), Im(y)});
  b.Store(data, b.Int(2), MakeComplex(p.re, p.im));
  b.Store(data, b.Int(3), MakeComplex(q.re, q.im));
  Signal values = {{2, 3}, {5, -7}, {}, {}};
  const auto report = Interpret(b.Finish(), 1, {View(values, Precision::kDouble)});
  ASSERT_TRUE(report.ok() && report->ok());
  EXPECT_EQ(values[2], values[0] * values[1]);
  EXPECT_EQ(values[3], values[0] * std::conj(values[1]));
}

}  // namespace
}  // namespace fft::codegen
