// The log of NVIDIA's assembler, which NVRTC, nvJitLink and the driver all write.

#ifndef FFT_RTC_CUDA_PTXAS_LOG_H_
#define FFT_RTC_CUDA_PTXAS_LOG_H_

#include <string>

namespace fft::rtc {

// The log without blank lines at its ends, and without lines that hold times, which differ from run
// to run.
std::string StablePtxasLog(std::string log);

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_PTXAS_LOG_H_
