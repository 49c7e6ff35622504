// IEEE 754 binary16, as bits, for data that is stored in half precision.
#ifndef TESTS_SUPPORT_HALF_H_
#define TESTS_SUPPORT_HALF_H_

#include <cstdint>

namespace fft::testing {

struct Half {
  uint16_t bits = 0;
};

float HalfToFloat(Half half);

// Rounds to nearest, ties to even; too large values become infinite.
Half FloatToHalf(float value);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_HALF_H_
