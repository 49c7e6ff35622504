// What kernels cost on a GPU. Memory bounds them, or latency if they have little to do.
#ifndef FFT_CHOICE_GPU_PRICES_H_
#define FFT_CHOICE_GPU_PRICES_H_

#include "fft/choice/kernel_prices.h"

namespace fft {

const KernelPrices& GpuPrices();

}  // namespace fft

#endif  // FFT_CHOICE_GPU_PRICES_H_
