// How a kernel looks up the rotations of a large transform.
#ifndef FFT_CHOICE_LARGE_TWIDDLES_H_
#define FFT_CHOICE_LARGE_TWIDDLES_H_

#include <cstdint>

#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// The facts of a kernel by which its large twiddles are chosen.
struct LargeTwiddleUse {
  int64_t length = 0;  // N
  int loop = 0;        // as TwiddleSteps
  int axis = 0;
  Precision precision = Precision::kSingle;
  int64_t lds_bytes = 0;  // of the kernel's tile
};

// The fewest look-ups in tables of a few thousand entries in global memory.
TwiddleSteps GlobalSteps(const LargeTwiddleUse& use);

// The split with the fewest look-ups whose tables stay in the data cache beside the data. Where all
// tables are too large for that, there are three look-ups in small tables, which LDS holds if the
// tile leaves room.
TwiddleSteps StepsFor(const LargeTwiddleUse& use, const Target& target);

// Bytes of LDS for the copies of the tables.
int64_t TableLdsBytes(const TwiddleSteps& twiddle, Precision precision);

}  // namespace fft

#endif  // FFT_CHOICE_LARGE_TWIDDLES_H_
