#include "fft/base/half.h"

#include <cmath>
#include <cstring>

namespace fft {

float HalfToFloat(Half half) {
  const int exponent = (half.bits >> 10) & 31;
  const int mantissa = half.bits & 1023;
  float magnitude;
  if (exponent == 31) {
    magnitude = mantissa == 0 ? INFINITY : NAN;
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(mantissa), -24);
  } else {
    magnitude = std::ldexp(static_cast<float>(1024 + mantissa), exponent - 25);
  }
  return (half.bits & 0x8000) != 0 ? -magnitude : magnitude;
}

Half FloatToHalf(float value) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const float magnitude = std::fabs(value);
  if (std::isnan(value)) return {static_cast<uint16_t>(sign | 0x7E00)};
  // nearbyint rounds ties to even in the default mode.
  if (magnitude < std::ldexp(1.0f, -14)) {
    // A subnormal that rounds up to 1024 steps gets the bits of the smallest normal number.
    return {static_cast<uint16_t>(sign + std::lround(std::nearbyint(std::ldexp(magnitude, 24))))};
  }
  int exponent;
  const float fraction = std::frexp(magnitude, &exponent);  // in [0.5, 1)
  if (std::isinf(magnitude) || exponent > 17) return {static_cast<uint16_t>(sign | 0x7C00)};
  const long steps = std::lround(std::nearbyint(std::ldexp(fraction, 11)));  // 1024..2048
  const long bits = (static_cast<long>(exponent + 13) << 10) + steps;
  return {static_cast<uint16_t>(sign + (bits >= 0x7C00 ? 0x7C00 : bits))};
}

}  // namespace fft
