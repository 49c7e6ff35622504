// The compiler that a Context uses: in this process, in helper processes, or both.
//
// One compile per processor runs at a time. hipRTC compiles one kernel at a time per process, so
// one of its compiles runs in this process and the others in helpers. The host compiler runs as a
// new process for every kernel, and NVRTC compiles from several threads. By default these two need
// no helper, except for the trial of an unknown LLVM (llvm_trial.h). If a helper fails in any way,
// the kernel is compiled in this process instead.

#ifndef FFT_RTC_HELPER_PARALLEL_COMPILER_H_
#define FFT_RTC_HELPER_PARALLEL_COMPILER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/base/log.h"
#include "fft/base/options.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/compiler_factory.h"
#include "fft/rtc/device_kind.h"
#include "fft/rtc/helper/helper_compiler.h"
#include "fft/rtc/helper/llvm_trial.h"

namespace fft::rtc {

enum class CompileMode {
  kAuto,       // kBoth for HIP if there is more than one processor, else kInProcess
  kInProcess,  // no helper
  kHelper,     // only helpers: no crash of a compiler reaches this process
  kBoth,       // in this process, and in helpers while it is busy
};

// "auto", "process", "helper" or "both"; kInvalidArgument for anything else.
absl::StatusOr<CompileMode> ParseCompileMode(absl::string_view text);

struct ParallelCompilerOptions {
  CompileMode mode = CompileMode::kAuto;
  CompilerOptions compilers;
  HelperOptions helper;
  std::shared_ptr<const LlvmProofs> proofs;  // keeps passed trials; null: none are kept
};

// The options that the environment asks for. InvalidArgument for an unknown mode. Faults of helpers
// are reported to `log`.
absl::StatusOr<ParallelCompilerOptions> CompilerOptionsFrom(const ContextOptions& environment,
                                                            const LogSink& log);

// The compiler for a kind of device. kUnavailable if there is none in that mode. With kHelper,
// compiles that a helper could not do are kUnavailable.
absl::StatusOr<std::unique_ptr<Compiler>> MakeParallelCompiler(
    DeviceKind kind, const ParallelCompilerOptions& options = {});

// The compiler, in this process, for tools that compile for machines other than this one. It does
// not use a CUDA driver, whose results depend on the machine.
absl::StatusOr<std::unique_ptr<Compiler>> MakeToolCompiler(absl::string_view arch,
                                                           const ContextOptions& environment);

}  // namespace fft::rtc

#endif  // FFT_RTC_HELPER_PARALLEL_COMPILER_H_
