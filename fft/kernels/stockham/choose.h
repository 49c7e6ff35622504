// The kernel of a Stockham leaf: one workgroup-resident transform per row.
#ifndef FFT_KERNELS_STOCKHAM_CHOOSE_H_
#define FFT_KERNELS_STOCKHAM_CHOOSE_H_

#include "absl/status/statusor.h"
#include "fft/core/kernel_choice.h"
#include "fft/kernels/request.h"

namespace fft {

absl::StatusOr<KernelChoice> ChooseStockham(const KernelRequest& request);

// Whether there is a kernel whatever the memory strides turn out to be.
absl::Status StockhamFits(const KernelRequest& request);

}  // namespace fft

#endif  // FFT_KERNELS_STOCKHAM_CHOOSE_H_
