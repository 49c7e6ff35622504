// Conversions between what an axis holds before and after: real, Hermitian, complex.
#ifndef FFT_PLAN_SCHEMES_CONVERT_H_
#define FFT_PLAN_SCHEMES_CONVERT_H_

#include "fft/plan/scheme.h"

namespace fft {

// The request for a conversion of `axis` over `loops`.
TransformRequest Conversion(const TransformRequest& around, const Dim& axis, const Dims& loops,
                            AxisSide in_side, AxisSide out_side);

// The leaf that such a request becomes.
PlanNode ConversionLeaf(const TransformRequest& request);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_CONVERT_H_
