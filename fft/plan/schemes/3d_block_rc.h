// 3D transforms by three turning row kernels.
#ifndef FFT_PLAN_SCHEMES_3D_BLOCK_RC_H_
#define FFT_PLAN_SCHEMES_3D_BLOCK_RC_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme k3dBlockRcScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_3D_BLOCK_RC_H_
