// Compiles PTX for NVIDIA GPUs with the compiler in the CUDA driver: no toolkit is needed.

#ifndef FFT_RTC_CUDA_PTX_COMPILER_H_
#define FFT_RTC_CUDA_PTX_COMPILER_H_

#include <memory>

#include "absl/status/statusor.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/cuda/cuda_options.h"

namespace fft::rtc {

struct PtxOptions {
  CudaDeviceOptions driver;
  // The GPU whose context the driver compiles in. The code is for the architecture of the request.
  int device = 0;
};

// Makes the compiler. Its code objects are cubins, which the driver loads as they are. Its log has
// the registers and spills. It compiles from several threads. kUnavailable if there is no driver or
// no GPU, kInvalidArgument if there is no GPU of that number. If the driver comes without its
// compiler, compiles are kUnavailable.
absl::StatusOr<std::unique_ptr<Compiler>> MakePtxCompiler(const PtxOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_CUDA_PTX_COMPILER_H_
