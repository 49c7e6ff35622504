// Real-to-real transforms of one axis by a Fourier transform between two maps of reals.
#ifndef FFT_PLAN_SCHEMES_REAL_TO_REAL_H_
#define FFT_PLAN_SCHEMES_REAL_TO_REAL_H_

#include "fft/plan/scheme.h"

namespace fft {

// The leaf of `scheme` that loads and stores the reals of the request by the maps of the request's
// kind.
PlanNode RealAxisLeaf(SchemeKind scheme, const TransformRequest& request, RealPoints points);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_REAL_TO_REAL_H_
