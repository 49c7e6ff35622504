// The cheapest shape of a kernel on a GPU: part of fft/shapes/kernel_shape.cc.
#ifndef FFT_SHAPES_SHAPE_LIST_H_
#define FFT_SHAPES_SHAPE_LIST_H_

#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/kernel_split.h"

namespace fft {

// The cheapest by ShapePrice (fft/shapes/shape_price.h) of SplitThreads' shape and of others with
// no more passes, or one more where that one works in place: every factor first in turn, threads,
// tiles, exchanges and ways through LDS. On targets without measured shapes what is cheaper by
// little gives way to the one that fits.
KernelShape CheapestShape(const KernelShapeRequest& request, const ThreadSplit& split,
                          const KernelShape& fitting, const Target& target);

}  // namespace fft

#endif  // FFT_SHAPES_SHAPE_LIST_H_
