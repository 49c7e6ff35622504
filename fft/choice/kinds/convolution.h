// The kernel of a Bluestein or Rader leaf, which computes the transform of each row as a cyclic
// convolution. There is another kernel for rows that are filtered within a longer convolution.
#ifndef FFT_CHOICE_KINDS_CONVOLUTION_H_
#define FFT_CHOICE_KINDS_CONVOLUTION_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/core/convolution.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// The kernel kind of a convolution of this kind.
KernelKind KindOf(Convolution convolution);

// The kernel whose convolution has the length that the node says.
absl::StatusOr<KernelChoice> ChooseConvolution(const KernelRequest& request);
absl::Status ConvolutionFits(const KernelRequest& request);

// Ascending lengths from `least` to twice `least` whose prime factors are 2 to 7. There is one for
// each odd part.
std::vector<int64_t> SmoothLengths(int64_t least);

// The lengths that a convolution for n points may have, or why there is none.
absl::StatusOr<std::vector<int64_t>> ConvolutionLengths(Convolution kind, int64_t n);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_CONVOLUTION_H_
