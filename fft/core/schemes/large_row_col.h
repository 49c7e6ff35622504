// Large 1D transforms by a transposing column kernel and a column transform in place.
#ifndef FFT_CORE_SCHEMES_LARGE_ROW_COL_H_
#define FFT_CORE_SCHEMES_LARGE_ROW_COL_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kLargeRowColScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_LARGE_ROW_COL_H_
