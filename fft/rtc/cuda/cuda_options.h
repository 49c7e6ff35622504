// The options that say which CUDA driver is used.

#ifndef FFT_RTC_CUDA_CUDA_OPTIONS_H_
#define FFT_RTC_CUDA_CUDA_OPTIONS_H_

#include <string>

namespace fft::rtc {

struct CudaDeviceOptions {
  // Path of the driver library; empty looks for libcuda.so.1.
  std::string library;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_CUDA_OPTIONS_H_
