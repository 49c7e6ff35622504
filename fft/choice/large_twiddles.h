// How a kernel looks up the rotations of a large transform.
#ifndef FFT_CHOICE_LARGE_TWIDDLES_H_
#define FFT_CHOICE_LARGE_TWIDDLES_H_

#include <cstdint>
#include <vector>

#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// What the choice of a kernel's large twiddles depends on.
struct LargeTwiddleUse {
  int64_t length = 0;      // N of the rotations exp(-+2 pi i j k / N)
  std::vector<int> loops;  // as TwiddleSteps::loops
  int axis = 0;
  Precision precision = Precision::kSingle;
  int64_t lds_bytes = 0;  // that the kernel's tile takes
};

// The split into the fewest look-ups, in tables of a few thousand entries in global memory.
TwiddleSteps GlobalSteps(const LargeTwiddleUse& use);

// GlobalSteps if its tables stay in the data cache beside the data. Otherwise the split into three
// look-ups in small tables in LDS, or GlobalSteps if the tile leaves LDS no room for these tables.
TwiddleSteps StepsFor(const LargeTwiddleUse& use, const Target& target);

// The bytes of LDS that copies of the tables take.
int64_t TableLdsBytes(const TwiddleSteps& twiddle, Precision precision);

}  // namespace fft

#endif  // FFT_CHOICE_LARGE_TWIDDLES_H_
