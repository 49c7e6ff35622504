// 3D transforms by three transposes and rows.
#ifndef FFT_CORE_SCHEMES_TRANSPOSE_ROW_3D_H_
#define FFT_CORE_SCHEMES_TRANSPOSE_ROW_3D_H_

#include "fft/core/scheme.h"

namespace fft {

extern const Scheme kTransposeRow3dScheme;

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_TRANSPOSE_ROW_3D_H_
