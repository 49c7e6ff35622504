// The kernels of convolutions. A Bluestein or Rader leaf computes the transform of each row as a
// cyclic convolution. A filter leaf convolves rows within a longer convolution or a chain.
#ifndef FFT_CHOICE_KINDS_CONVOLUTION_H_
#define FFT_CHOICE_KINDS_CONVOLUTION_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/core/convolution.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// The kind of kernel that computes this kind of convolution.
KernelKind KindOf(Convolution convolution);

// The kernel of the request's leaf, whose convolution has the length PlanNode::convolution.
absl::StatusOr<KernelChoice> ChooseConvolution(const KernelRequest& request);
absl::Status ConvolutionFits(const KernelRequest& request);

// Lengths from `least` to 2 * `least` with prime factors 2, 3, 5 and 7, ascending. No two of them
// differ only by a power of two.
std::vector<int64_t> SmoothLengths(int64_t least);

// The lengths that a convolution for n points may have, or why there is none.
absl::StatusOr<std::vector<int64_t>> ConvolutionLengths(Convolution kind, int64_t n);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_CONVOLUTION_H_
