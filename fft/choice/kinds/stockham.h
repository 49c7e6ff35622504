// The kernel of a Stockham leaf. A workgroup holds the whole transform of a row.
#ifndef FFT_CHOICE_KINDS_STOCKHAM_H_
#define FFT_CHOICE_KINDS_STOCKHAM_H_

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

absl::StatusOr<KernelChoice> ChooseStockham(const KernelRequest& request);

// OK if the target has a kernel whatever the memory strides are, else the reason.
absl::Status StockhamFits(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_STOCKHAM_H_
