// NVIDIA GPUs through the CUDA driver, loaded at run time.
//
// The device works in the GPU's primary context, so pointers and streams of the CUDA runtime API
// and those of this device are interchangeable. Calls leave the thread's current context as they
// found it.

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

// Opens a GPU. kUnavailable as for CountCudaDevices; kInvalidArgument if `index` is not below the
// number of GPUs.
absl::StatusOr<std::unique_ptr<Device>> OpenCudaDevice(int index,
                                                       const CudaDeviceOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_CUDA_DEVICE_H_
