// Chooses the compiler that serves a kind of device.

#ifndef FFT_RTC_COMPILER_FACTORY_H_
#define FFT_RTC_COMPILER_FACTORY_H_

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/cuda/cuda_compilers.h"
#include "fft/rtc/device_kind.h"
#include "fft/rtc/hip/hiprtc_compiler.h"
#include "fft/rtc/host/host_compiler.h"
#include "fft/rtc/host/host_compilers.h"

namespace fft::rtc {

struct CompilerOptions {
  HiprtcOptions hiprtc;
  CudaCompilerOptions cuda;
  HostCompilerOptions host;
  HostLanguage host_language = HostLanguage::kCpp;
  LlvmOptions llvm;
};

// The compiler for a kind of device. kUnavailable if it is not installed here.
absl::StatusOr<std::unique_ptr<Compiler>> MakeCompiler(DeviceKind kind,
                                                       const CompilerOptions& options = {});

// The kind of device that an architecture name belongs to: "gfx..." is HIP, "sm_..." is CUDA,
// "host" is the host. kInvalidArgument for any other name.
absl::StatusOr<DeviceKind> KindOfArch(absl::string_view arch);

}  // namespace fft::rtc

#endif  // FFT_RTC_COMPILER_FACTORY_H_
