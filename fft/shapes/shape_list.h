// The cheapest shape of a kernel on a GPU: part of fft/shapes/kernel_shape.cc.
#ifndef FFT_SHAPES_SHAPE_LIST_H_
#define FFT_SHAPES_SHAPE_LIST_H_

#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {

// The cheapest by ShapePrice (fft/shapes/shape_price.h) of a shape that fits and of others with no
// more passes: every factor first in turn, threads, tiles, exchanges and ways through LDS.
KernelShape CheapestShape(const KernelShapeRequest& request, const KernelShape& fitting,
                          const Target& target);

}  // namespace fft

#endif  // FFT_SHAPES_SHAPE_LIST_H_
