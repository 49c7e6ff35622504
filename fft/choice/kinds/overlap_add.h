// The kernel that adds frames which overlap (fft/plan/schemes/overlap_add.cc).
#ifndef FFT_CHOICE_KINDS_OVERLAP_ADD_H_
#define FFT_CHOICE_KINDS_OVERLAP_ADD_H_

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// Chooses map, shape and price. Each thread computes one sample.
absl::StatusOr<KernelChoice> ChooseOverlapAdd(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_OVERLAP_ADD_H_
