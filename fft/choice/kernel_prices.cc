#include "fft/choice/kernel_prices.h"

#include "fft/choice/gpu_prices.h"
#include "fft/choice/host_prices.h"
#include "fft/machine/machine.h"

namespace fft {

const KernelPrices& PricesOf(const Target& target) {
  return ForMachine(target, GpuPrices, HostPrices)();
}

}  // namespace fft
