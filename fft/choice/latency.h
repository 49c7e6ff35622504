// The times that kernels take at least, however little they have to do.
//
// A price assumes that memory bounds the kernel. Short kernels are bound by latency: they take at
// least these seconds, less what the launch hides.
#ifndef FFT_CHOICE_LATENCY_H_
#define FFT_CHOICE_LATENCY_H_

#include <cstdint>

#include "fft/core/convolution.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/machine/model.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {

// Seconds of the butterflies of long primes, each of which one thread computes.
double ButterflySeconds(const KernelShape& shape, const LatencyWeights& weights);

// The workgroups of a convolution in one kernel.
struct ConvolutionGroups {
  Convolution kind{};
  const KernelShape& shape;
  Precision precision = Precision::kSingle;
  int line_passes = 0;  // passes that make its lines, beside the shape's there and back
  int64_t count = 1;
};

// Seconds from the first load of a workgroup to its last store, with nothing else on its compute
// unit. They are the sum of two parts: the work that a thread does step by step, and the way of the
// points through LDS, for which the workgroups of a unit take turns. 0 where a unit always has
// another workgroup to run.
double ConvolutionSeconds(const ConvolutionGroups& groups, const Target& target);

}  // namespace fft

#endif  // FFT_CHOICE_LATENCY_H_
