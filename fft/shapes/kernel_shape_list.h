// The cheapest shape of a kernel on a GPU: part of fft/shapes/kernel_shape.cc.
#ifndef FFT_SHAPES_KERNEL_SHAPE_LIST_H_
#define FFT_SHAPES_KERNEL_SHAPE_LIST_H_

#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/kernel_split.h"

namespace fft {

// The cheapest shape by ShapePrice (fft/shapes/shape_price.h). It is SplitThreads' shape or one
// with no more passes, or one pass more where it works in place. Every factor is tried first in
// turn, with several threads, tiles, exchanges and ways through LDS. On targets without measured
// shapes a shape that is only a little cheaper gives way to `fitting`.
KernelShape CheapestShape(const KernelShapeRequest& request, const ThreadSplit& split,
                          const KernelShape& fitting, const Target& target);

}  // namespace fft

#endif  // FFT_SHAPES_KERNEL_SHAPE_LIST_H_
