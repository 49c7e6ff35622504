// NVIDIA GPUs through the CUDA driver, loaded at run time.
//
// Works in the device's primary context, so pointers and streams of the CUDA runtime API are
// interchangeable with those of this device. Calls leave the thread's current context as they found
// it.

#ifndef FFT_RTC_CUDA_CUDA_DEVICE_H_
#define FFT_RTC_CUDA_CUDA_DEVICE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "fft/rtc/cuda/cuda_options.h"
#include "fft/rtc/device.h"

namespace fft::rtc {

// The number of NVIDIA GPUs. kUnavailable if the driver is not installed or the machine has no
// NVIDIA GPU.
absl::StatusOr<int> CountCudaDevices(const CudaDeviceOptions& options = {});

// Opens a GPU. kUnavailable as above; kInvalidArgument if `index` is not below the number of GPUs.
absl::StatusOr<std::unique_ptr<Device>> OpenCudaDevice(int index,
                                                       const CudaDeviceOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_CUDA_DEVICE_H_
