#include "fft/codegen/interp/rounding.h"

#include <algorithm>
#include <cmath>

namespace fft::codegen {
namespace {

double RoundToHalf(double value) {
  constexpr int kMantissaBits = 11, kMinExponent = -13;
  constexpr double kLargest = 65504, kOverflow = 65520;
  if (!std::isfinite(value) || value == 0) return value;
  if (std::fabs(value) >= kOverflow) return std::copysign(INFINITY, value);
  int exponent = 0;
  std::frexp(value, &exponent);
  const int unit = (exponent < kMinExponent ? kMinExponent : exponent) - kMantissaBits;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
  return std::fabs(rounded) > kLargest ? std::copysign(kLargest, value) : rounded;
}

// The significand has seven stored bits, and exponents are a float's.
double RoundToBfloat16(double value) {
  constexpr int kMantissaBits = 8, kMinExponent = -125;
  constexpr double kLargest = 0x1.FEp127;
  if (!std::isfinite(value) || value == 0) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  const int unit = std::max(exponent, kMinExponent) - kMantissaBits;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -unit)), unit);
  return std::fabs(rounded) > kLargest ? std::copysign(INFINITY, value) : rounded;
}

}  // namespace

double RoundTo(Precision precision, double value) {
  switch (precision) {
    case Precision::kHalf:
      return RoundToHalf(value);
    case Precision::kBfloat16:
      return RoundToBfloat16(value);
    case Precision::kSingle:
      return static_cast<float>(value);
    case Precision::kDouble:
      return value;
  }
  return value;
}

double FusedMultiplyAdd(Precision precision, double a, double b, double c) {
  if (precision == Precision::kDouble) return std::fma(a, b, c);
  return std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c));
}

}  // namespace fft::codegen
