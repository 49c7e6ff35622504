// What kernels cost on a CPU.
//
// On a CPU arithmetic counts as much as memory. The time of a kernel's passes is the time that they
// take on data in the cache. Data that the second cache does not hold adds the time of moving it.
// Arithmetic hides a part of this added time.
#ifndef FFT_CHOICE_HOST_PRICES_H_
#define FFT_CHOICE_HOST_PRICES_H_

#include "fft/choice/kernel_prices.h"

namespace fft {

const KernelPrices& HostPrices();

}  // namespace fft

#endif  // FFT_CHOICE_HOST_PRICES_H_
