// The cheapest shape of a kernel on a GPU: part of fft/shapes/kernel_shape.cc.
#ifndef FFT_SHAPES_KERNEL_SHAPE_LIST_H_
#define FFT_SHAPES_KERNEL_SHAPE_LIST_H_

#include "fft/core/target.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/kernel_split.h"

namespace fft {

// The cheapest shape by ShapePrice (fft/shapes/shape_price.h). It has at most as many passes as the
// split of SplitThreads, or one more in place. Each factor is tried as the first one, with several
// numbers of threads, tiles, exchanges and stagings. On targets without measured shapes, `fitting`
// is taken unless the cheapest shape is clearly cheaper.
KernelShape CheapestShape(const KernelShapeRequest& request, const ThreadSplit& split,
                          const KernelShape& fitting, const Target& target);

}  // namespace fft

#endif  // FFT_SHAPES_KERNEL_SHAPE_LIST_H_
