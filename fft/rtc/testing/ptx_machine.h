// Runs PTX on this processor, one thread after the other up to the next barrier.

#ifndef FFT_RTC_TESTING_PTX_MACHINE_H_
#define FFT_RTC_TESTING_PTX_MACHINE_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "fft/rtc/testing/ptx_module.h"

namespace fft::rtc {

struct PtxLaunch {
  uint32_t blocks = 1;
  uint32_t threads = 1;
  int64_t dynamic_shared_bytes = 0;
  // args[i] points to the value of the i-th parameter.
  void* const* args = nullptr;
  // Whether global memory has `bytes` bytes from an address on.
  std::function<bool(uint64_t address, int64_t bytes)> is_memory;
};

// Runs the launch. kInvalidArgument names the line of an access that reaches out of its memory or
// is not aligned to its size, of a register that is read before it is written, or of a barrier that
// not all threads reach. Launches that the kernel's bounds do not allow are kInvalidArgument too.
absl::Status RunPtx(const PtxModule& module, const PtxLaunch& launch);

}  // namespace fft::rtc

#endif  // FFT_RTC_TESTING_PTX_MACHINE_H_
