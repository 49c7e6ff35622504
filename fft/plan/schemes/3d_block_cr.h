// 3D transforms by three turning column kernels.
#ifndef FFT_PLAN_SCHEMES_3D_BLOCK_CR_H_
#define FFT_PLAN_SCHEMES_3D_BLOCK_CR_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme k3dBlockCrScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_3D_BLOCK_CR_H_
