// The kernel of a product with matrices over channels (fft/plan/schemes/chain_layer.cc).
#ifndef FFT_CHOICE_KINDS_CHANNELS_H_
#define FFT_CHOICE_KINDS_CHANNELS_H_

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// Chooses map, shape and price. The results of a workgroup share what it reads: those of several
// elements of the batch share the matrices, those of several channels the elements of the input.
absl::StatusOr<KernelChoice> ChooseChannels(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_CHANNELS_H_
