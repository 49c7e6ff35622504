// The kernel of a product with matrices over channels (fft/plan/schemes/chain_layer.cc).
#ifndef FFT_CHOICE_KINDS_CHANNELS_H_
#define FFT_CHOICE_KINDS_CHANNELS_H_

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

// Chooses map, shape and price. A workgroup uses what it reads for several results: a matrix for
// several elements of the batch, an element of the input for several channels.
absl::StatusOr<KernelChoice> ChooseChannels(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_CHANNELS_H_
