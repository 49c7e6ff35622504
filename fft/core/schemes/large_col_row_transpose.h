// Large 1D transforms as columns, rows and an explicit transpose (L1D_CRT).
#ifndef FFT_CORE_SCHEMES_LARGE_COL_ROW_TRANSPOSE_H_
#define FFT_CORE_SCHEMES_LARGE_COL_ROW_TRANSPOSE_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kLargeColRowTransposeScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_LARGE_COL_ROW_TRANSPOSE_H_
