// Conversions of the data along an axis: real, Hermitian, complex.
#ifndef FFT_PLAN_SCHEMES_CONVERT_H_
#define FFT_PLAN_SCHEMES_CONVERT_H_

#include "fft/plan/scheme.h"

namespace fft {

// The request for a conversion of `axis`, repeated over `loops`, from the data `in_side` to the
// data `out_side`. Its other members come from the request `around`.
TransformRequest Conversion(const TransformRequest& around, const Dim& axis, const Dims& loops,
                            AxisSide in_side, AxisSide out_side);

// The leaf of a request for a conversion.
PlanNode ConversionLeaf(const TransformRequest& request);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_CONVERT_H_
