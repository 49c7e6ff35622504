// bfloat16, a format for stored data: the upper 16 bits of a float.
#ifndef FFT_BASE_BFLOAT16_H_
#define FFT_BASE_BFLOAT16_H_

#include <bit>
#include <cmath>
#include <cstdint>

namespace fft {

struct Bfloat16 {
  uint16_t bits = 0;

  Bfloat16() = default;
  // Rounds to nearest, ties to even; too large values become infinite.
  explicit Bfloat16(float value) {
    const uint32_t wide = std::bit_cast<uint32_t>(value);
    const uint32_t rounded = wide + 0x7FFF + (wide >> 16 & 1);
    bits = static_cast<uint16_t>((std::isnan(value) ? wide | 0x400000 : rounded) >> 16);
  }
  operator float() const {  // NOLINT: converts implicitly, as numbers do
    return std::bit_cast<float>(uint32_t{bits} << 16);
  }
};

}  // namespace fft

#endif  // FFT_BASE_BFLOAT16_H_
