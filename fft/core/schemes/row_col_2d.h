// 2D transforms by rows and columns.
#ifndef FFT_CORE_SCHEMES_ROW_COL_2D_H_
#define FFT_CORE_SCHEMES_ROW_COL_2D_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kRowCol2dScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_ROW_COL_2D_H_
