// 2D transforms by rows and transposes.
#ifndef FFT_CORE_SCHEMES_ROW_TRANSPOSE_2D_H_
#define FFT_CORE_SCHEMES_ROW_TRANSPOSE_2D_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kRowTranspose2dScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_ROW_TRANSPOSE_2D_H_
