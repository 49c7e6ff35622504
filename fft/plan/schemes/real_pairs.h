// Real transforms of even length by a complex one of half the length.
#ifndef FFT_PLAN_SCHEMES_REAL_PAIRS_H_
#define FFT_PLAN_SCHEMES_REAL_PAIRS_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kRealPairsScheme;

// The spaces of a one-axis real transform of even length whose real side is seen as pairs: the
// axis has half the length, and every stride of the real side is halved.
TransformRequest PairUp(const TransformRequest& request);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_REAL_PAIRS_H_
