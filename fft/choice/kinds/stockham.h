// The kernel of a Stockham leaf: one workgroup-resident transform per row.
#ifndef FFT_CHOICE_KINDS_STOCKHAM_H_
#define FFT_CHOICE_KINDS_STOCKHAM_H_

#include "absl/status/statusor.h"
#include "fft/choice/request.h"
#include "fft/tree/kernel_choice.h"

namespace fft {

absl::StatusOr<KernelChoice> ChooseStockham(const KernelRequest& request);

// OK if the target has a kernel for any memory strides, else the reason.
absl::Status StockhamFits(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_CHOICE_KINDS_STOCKHAM_H_
