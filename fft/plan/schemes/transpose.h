// Leaves that move elements: requests of other schemes, never a transform's own plan.
#ifndef FFT_PLAN_SCHEMES_TRANSPOSE_H_
#define FFT_PLAN_SCHEMES_TRANSPOSE_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kTransposeScheme;
extern const Scheme kTransposeXyZScheme;
extern const Scheme kTransposeZXyScheme;

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_TRANSPOSE_H_
