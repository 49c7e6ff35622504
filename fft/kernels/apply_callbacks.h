// Which kernels of a plan call the user's callbacks.
#ifndef FFT_KERNELS_APPLY_CALLBACKS_H_
#define FFT_KERNELS_APPLY_CALLBACKS_H_

#include <vector>

#include "fft/core/callbacks.h"
#include "fft/kernels/lower_plan.h"

namespace fft::kernels {

// The kernels of a plan (LowerPlan of `candidate`) with callbacks. The load callback is in the
// first kernel, the only one that reads what the user put into the input. The store callback is in
// the last kernel, which writes the result. A chain's function of frequency is in the kernel that
// reads the spectra, as that kernel's load callback. Between these kernels the user's buffers may
// hold intermediate values, which no callback sees.
std::vector<PlannedKernel> ApplyCallbacks(std::vector<PlannedKernel> kernels,
                                          const Problem& problem, const Candidate& candidate,
                                          const Callbacks& callbacks);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_APPLY_CALLBACKS_H_
