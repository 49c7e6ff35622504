// Places the arrays of a plan in a rank's own memory.
#ifndef FFT_DIST_WORK_ARRAYS_H_
#define FFT_DIST_WORK_ARRAYS_H_

#include <cstdint>
#include <vector>

#include "fft/dist/plan.h"

namespace fft::dist {

// Arrays start at multiples of this number of bytes.
constexpr int64_t kWorkAlignment = 256;
constexpr int64_t AlignedBytes(int64_t bytes) {
  return (bytes + kWorkAlignment - 1) / kWorkAlignment * kWorkAlignment;
}

// Sets the offsets of all arrays and returns the bytes that they take together. Arrays that no
// stage needs at the same time share bytes. With `is_direct` arrays share no bytes, because other
// ranks may write at any time.
int64_t PlaceWorkArrays(const std::vector<Stage>& stages, bool is_direct,
                        std::vector<WorkArray>* arrays);

}  // namespace fft::dist

#endif  // FFT_DIST_WORK_ARRAYS_H_
