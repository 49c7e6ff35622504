// What kernels cost on a CPU.
//
// On a CPU arithmetic counts as much as memory. A kernel's passes take their time where data are in
// cache. Data beyond the second cache add the time of moving them, a part of which arithmetic
// hides.
#ifndef FFT_CHOICE_HOST_PRICES_H_
#define FFT_CHOICE_HOST_PRICES_H_

#include "fft/choice/kernel_prices.h"

namespace fft {

const KernelPrices& HostPrices();

}  // namespace fft

#endif  // FFT_CHOICE_HOST_PRICES_H_
