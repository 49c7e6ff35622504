// The factors between the two transforms of a line that is split over ranks, as a load callback.
#ifndef FFT_DIST_LINE_TWIDDLES_H_
#define FFT_DIST_LINE_TWIDDLES_H_

#include <string>

#include "fft/dist/plan.h"

namespace fft::dist {

// The source text of the callback for a stage with `line` > 0. The callback reads a LineTable.
std::string LineCallback(const LocalTransform& stage);

// The data for the callback's `user`: where the stage's data lies in the line, and roots of unity.
std::string LineTable(const LocalTransform& stage);

}  // namespace fft::dist

#endif  // FFT_DIST_LINE_TWIDDLES_H_
