// The bits of IEEE 754 binary16, for data that is stored in half precision.
#ifndef FFT_BASE_HALF_H_
#define FFT_BASE_HALF_H_

#include <cstdint>

namespace fft {

struct Half {
  uint16_t bits = 0;
};

float HalfToFloat(Half half);

// Rounds to nearest, ties to even; too large values become infinite.
Half FloatToHalf(float value);

}  // namespace fft

#endif  // FFT_BASE_HALF_H_
