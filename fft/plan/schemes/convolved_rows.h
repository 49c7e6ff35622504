// The common part of the schemes that make a convolution with a chirp in several kernels: rows of M
// points, between a conversion from the request's n points and one back to them.
#ifndef FFT_PLAN_SCHEMES_CONVOLVED_ROWS_H_
#define FFT_PLAN_SCHEMES_CONVOLVED_ROWS_H_

#include <cstdint>

#include "fft/plan/scheme.h"

namespace fft {

// Axis and loops of a request in one list, the axis last. `packed` has them with the strides of
// rows of `length` elements along the axis, in the order of the input. The sides are those of the
// data along the given axis. Where the request goes from a spectrum to reals that are pairs of
// neighbours, the given axis has pairs as its points, and the conversion into rows makes them.
struct ConvolvedRows {
  int64_t length = 0;
  Dims given, packed;
  AxisSide in_side, out_side;
};
ConvolvedRows PackConvolvedRows(const TransformRequest& request, int64_t length);

// Points of the transform that a request's convolution computes.
int64_t ConvolvedPoints(const TransformRequest& request);

// Seconds that the price of the conversion into rows leaves out where lanes are elements of
// vectors: to make pairs of a spectrum, its columns read the spectrum twice, in strides and
// backwards.
double PairsSeconds(const TransformRequest& request, const Target& target);

// Dims of `lengths` from the input strides of one list to the output strides of another.
Dims Between(const Dims& lengths, const Dims& in, const Dims& out);

// The conversion over `dims`, the axis last.
TransformRequest ConversionOver(const TransformRequest& around, Dims dims, AxisSide in_side,
                                AxisSide out_side);

// The conversions around the convolution.
TransformRequest IntoRows(const TransformRequest& around, const ConvolvedRows& rows);
TransformRequest OutOfRows(const TransformRequest& around, const ConvolvedRows& rows);

// Whether the request is not worth a long convolution: a workgroup holds its convolution, or its
// length has passes of its own.
bool NeedsNoLongConvolution(const TransformRequest& request, SchemeKind best);

// Why no convolution takes the request in several kernels; empty: one may.
std::string RefuseConvolvedRows(const TransformRequest& request);

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_CONVOLVED_ROWS_H_
