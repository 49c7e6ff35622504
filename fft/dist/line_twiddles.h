// If a line (a transform of one dimension) is split over ranks, it becomes two transforms. A load
// callback multiplies by the twiddles between the two.
#ifndef FFT_DIST_LINE_TWIDDLES_H_
#define FFT_DIST_LINE_TWIDDLES_H_

#include <string>

#include "fft/dist/plan.h"

namespace fft::dist {

// The source text of the callback, for a stage with `line` > 0. The callback reads a LineTable.
std::string LineCallback(const LocalTransform& stage);

// The data that the callback gets as `user`: the position of the stage's data in the line, and
// roots of unity.
std::string LineTable(const LocalTransform& stage);

}  // namespace fft::dist

#endif  // FFT_DIST_LINE_TWIDDLES_H_
