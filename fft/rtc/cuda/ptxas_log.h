// The log of NVIDIA's assembler, in NVRTC, nvJitLink and the driver alike.

#ifndef FFT_RTC_CUDA_PTXAS_LOG_H_
#define FFT_RTC_CUDA_PTXAS_LOG_H_

#include <string>

namespace fft::rtc {

// The log without empty ends and without the lines with times, which differ from run to run.
std::string StablePtxasLog(std::string log);

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_PTXAS_LOG_H_
