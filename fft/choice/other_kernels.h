// The other kernels that a step could run.
#ifndef FFT_CHOICE_OTHER_KERNELS_H_
#define FFT_CHOICE_OTHER_KERNELS_H_

#include <cstddef>
#include <vector>

#include "fft/choice/request.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// Up to `most` kernels of other shapes for a request whose kernel is `chosen`, cheapest first by
// KernelChoice::price. Empty for kinds of kernels that have only one shape. The request's memo is
// not used.
std::vector<KernelChoice> OtherKernels(const KernelRequest& request, const KernelChoice& chosen,
                                       size_t most);

}  // namespace fft

#endif  // FFT_CHOICE_OTHER_KERNELS_H_
