// The price of a kernel's shape, to compare it with other shapes of the same kernel: part of
// fft/shapes/kernel_shape_list.cc.
#ifndef FFT_SHAPES_SHAPE_PRICE_H_
#define FFT_SHAPES_SHAPE_PRICE_H_

#include <vector>

#include "fft/core/target.h"
#include "fft/machine/model.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {

// The logarithm of the time of a kernel of this shape on a GPU, without a term that all shapes of
// one request share. `extra` is ExtraWavefronts of its exchanges. The price is linear in the
// model's weights (docs/techniques/radices-and-threads.md).
double ShapePrice(const KernelShapeRequest& request, const KernelShape& shape, double extra,
                  const GpuModel& model, const Target& target);

// A lower bound of ShapePrice for shapes with the factors, threads, transforms, exchange and
// persistence of `shape`. `split_price` is their SplitPrice.
double LeastShapePrice(const KernelShapeRequest& request, const KernelShape& shape, double extra,
                       double split_price, const GpuModel& model, const Target& target);

// The part of ShapePrice that depends only on the ordered factors and on the threads.
double SplitPrice(const KernelShapeRequest& request, const std::vector<int>& factors, int threads,
                  const GpuModel& model);

}  // namespace fft

#endif  // FFT_SHAPES_SHAPE_PRICE_H_
