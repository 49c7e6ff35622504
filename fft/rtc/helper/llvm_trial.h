// The trial, in a helper, of a libLLVM that the project's tests do not cover.
//
// An error that LLVM finds fatal ends the process. So an unknown release first compiles a kernel in
// a helper, and serves this process only if that succeeds. The compiled kernel is kept in the cache
// like others, so one trial serves all processes with that cache.

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

// The kernel of a trial, and the cache that keeps passed trials. The owner of the cache fills this
// in before a kernel is compiled; the cache outlives the compilers that ask.
struct LlvmProofs {
  KernelCache* cache = nullptr;
  std::string generator_version;  // the version in the keys of the cache's other kernels
  // A kernel that uses much of LLVM. If empty, a loop of a few instructions takes its place.
  std::function<absl::StatusOr<CompileRequest>()> kernel;
};

struct LlvmTrialOptions {
  HostCompilerOptions host;
  LlvmOptions llvm;
  HelperOptions helper;
  std::shared_ptr<const LlvmProofs> proofs;  // null: nothing is kept
};

// A function for LlvmOptions::trial. It gives kUnavailable if the library fails or there is no
// helper, and then writes the reason to the log of `helper`.
std::function<absl::Status(const std::string& library, const std::string& version)> LlvmTrial(
    LlvmTrialOptions options);

}  // namespace fft::rtc

#endif  // FFT_RTC_HELPER_LLVM_TRIAL_H_
