// The least times of kernels, which bound them if they have little to do.
//
// A price assumes that memory bounds the kernel. Short kernels are bound by latency instead. They
// take at least the seconds that the functions below return, less what the launch hides.
#ifndef FFT_CHOICE_LATENCY_H_
#define FFT_CHOICE_LATENCY_H_

#include <cstdint>

#include "fft/core/convolution.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/machine/model.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {

// The seconds that the butterflies of primes above 13 take. One thread computes each butterfly.
double ButterflySeconds(const KernelShape& shape, const LatencyWeights& weights);

// The workgroups of a convolution in one kernel.
struct ConvolutionGroups {
  Convolution kind{};
  const KernelShape& shape;
  Precision precision = Precision::kSingle;
  int line_passes = 0;  // passes that make the lines, besides the shape's passes forth and back
  int64_t count = 1;
};

// The seconds from the first load of a workgroup to its last store, with nothing else on its
// compute unit. They are the sum of two parts: the arithmetic that a thread does step by step, and
// the exchanges through LDS, for which the workgroups of a unit wait for each other. 0 if there are
// so many workgroups that a unit always has another one to run.
double ConvolutionSeconds(const ConvolutionGroups& groups, const Target& target);

}  // namespace fft

#endif  // FFT_CHOICE_LATENCY_H_
