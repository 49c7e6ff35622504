// Which NVIDIA GPU the calling thread uses. It serves interfaces whose callers do not name one.

#ifndef FFT_RTC_CUDA_CURRENT_DEVICE_H_
#define FFT_RTC_CUDA_CURRENT_DEVICE_H_

#include "absl/status/statusor.h"
#include "fft/rtc/cuda/cuda_options.h"

namespace fft::rtc {

// The GPU of the calling thread's current context, or 0 if the thread has none. kUnavailable if the
// driver is not installed or the machine has no NVIDIA GPU.
absl::StatusOr<int> CurrentCudaDevice(const CudaDeviceOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_CURRENT_DEVICE_H_
