// What kernels cost on a CPU.
//
// On a CPU arithmetic counts as much as memory. The time of a kernel's passes is that of data in
// the cache. Data that the second cache does not hold add the time of moving them, a part of which
// arithmetic hides.
#ifndef FFT_CHOICE_HOST_PRICES_H_
#define FFT_CHOICE_HOST_PRICES_H_

#include "fft/choice/kernel_prices.h"

namespace fft {

const KernelPrices& HostPrices();

}  // namespace fft

#endif  // FFT_CHOICE_HOST_PRICES_H_
