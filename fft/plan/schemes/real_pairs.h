// Transforms of an even number of reals as transforms of half as many complex numbers.
#ifndef FFT_PLAN_SCHEMES_REAL_PAIRS_H_
#define FFT_PLAN_SCHEMES_REAL_PAIRS_H_

#include "fft/plan/scheme.h"

namespace fft {

// Whether the reals of a real transform are pairs of neighbours along the last axis.
bool HoldsPairs(const TransformRequest& request);

// A transform of reals whose real side is seen as pairs: the last axis has half the length, and
// every other stride of the real side is halved.
TransformRequest PairUp(const TransformRequest& request);

// The leaf of `scheme` that transforms the pairs and stores, or loads, the spectrum of the reals.
PlanNode PairsLeaf(SchemeKind scheme, const TransformRequest& request);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_REAL_PAIRS_H_
