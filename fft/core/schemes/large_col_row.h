// Large 1D transforms by a column kernel and a transform that transposes.
#ifndef FFT_CORE_SCHEMES_LARGE_COL_ROW_H_
#define FFT_CORE_SCHEMES_LARGE_COL_ROW_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kLargeColRowScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_LARGE_COL_ROW_H_
