// What Bluestein's schemes in several kernels have in common: rows of M points, between a
// conversion from the request's n points and a conversion back to them.
#ifndef FFT_PLAN_SCHEMES_CONVOLVED_ROWS_H_
#define FFT_PLAN_SCHEMES_CONVOLVED_ROWS_H_

#include <cstdint>

#include "fft/plan/scheme.h"

namespace fft {

// The loops of a request and, last, its axis, twice: `given` with the request's strides, and
// `packed` with the strides of packed rows of `length` elements, in the order of the input.
// `in_side` and `out_side` say what the given axis holds. If the request goes from a spectrum to
// reals that are pairs, the points of the given axis are pairs, which the conversion into rows
// makes.
struct ConvolvedRows {
  int64_t length = 0;
  Dims given, packed;
  AxisSide in_side, out_side;
};
ConvolvedRows PackConvolvedRows(const TransformRequest& request, int64_t length);

// The number of points of the transform that the request's convolution computes.
int64_t ConvolvedPoints(const TransformRequest& request);

// Seconds that the conversion into rows takes beyond its price if it makes pairs of a spectrum and
// lanes are elements of vectors: it reads the spectrum twice, in strides and backwards. Else 0.
double PairsSeconds(const TransformRequest& request, const Target& target);

// Dims with the lengths of `lengths`, the input strides of `in` and the output strides of `out`.
Dims Between(const Dims& lengths, const Dims& in, const Dims& out);

// The request for a conversion along the last dim of `dims`, repeated over the others.
TransformRequest ConversionOver(const TransformRequest& around, Dims dims, AxisSide in_side,
                                AxisSide out_side);

// The requests for the conversions before and after the convolution.
TransformRequest IntoRows(const TransformRequest& around, const ConvolvedRows& rows);
TransformRequest OutOfRows(const TransformRequest& around, const ConvolvedRows& rows);

// Whether the request needs no convolution in several kernels: the best scheme so far is a
// convolution in one kernel, or splits the length into small factors.
bool NeedsNoLongConvolution(const TransformRequest& request, SchemeKind best);

// Why no convolution in several kernels takes the request; empty if one may.
std::string RefuseConvolvedRows(const TransformRequest& request);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_CONVOLVED_ROWS_H_
