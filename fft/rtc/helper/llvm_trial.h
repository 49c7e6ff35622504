// The trial of a libLLVM that the project's tests do not know, in a helper.
//
// An error that LLVM finds fatal ends the process that it runs in. So an unknown release first
// compiles a kernel in a helper, and only if that ends well in this process. The result is a kernel
// like others: the cache keeps it, and one trial serves all processes with that cache.

#ifndef FFT_RTC_HELPER_LLVM_TRIAL_H_
#define FFT_RTC_HELPER_LLVM_TRIAL_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/helper/helper_compiler.h"
#include "fft/rtc/host/host_compilers.h"

namespace fft::rtc {

class KernelCache;

// The kernel of a trial, and where passed trials are kept. The owner of the cache fills this in
// before a kernel is compiled; the cache outlives the compilers that ask.
struct LlvmProofs {
  KernelCache* cache = nullptr;
  std::string generator_version;  // of the cache's other kernels
  // A kernel that asks much of LLVM. Empty: a loop of a few instructions.
  std::function<absl::StatusOr<CompileRequest>()> kernel;
};

struct LlvmTrialOptions {
  HostCompilerOptions host;
  LlvmOptions llvm;
  HelperOptions helper;
  std::shared_ptr<const LlvmProofs> proofs;  // null: nothing is kept
};

// A function for LlvmOptions::trial. It gives kUnavailable, which the helper's log is told too, if
// the library fails or there is no helper.
std::function<absl::Status(const std::string& library, const std::string& version)> LlvmTrial(
    LlvmTrialOptions options);

}  // namespace fft::rtc

#endif  // FFT_RTC_HELPER_LLVM_TRIAL_H_
