// Rows that a longer convolution filters.
#ifndef FFT_PLAN_SCHEMES_FILTER_H_
#define FFT_PLAN_SCHEMES_FILTER_H_

#include "fft/plan/scheme.h"

namespace fft {

extern const Scheme kFilterScheme;

// The leaf that filters what `request` transforms: parts of rows that hold spectra.
PlanNode FilterLeaf(const TransformRequest& request);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_FILTER_H_
