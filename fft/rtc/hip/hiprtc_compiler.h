// Compiles HIP source for AMD GPUs with hipRTC, in process, loaded at run time.
//
// Some hipRTC releases abort the whole process when asked for an architecture that they do not
// know. So every architecture is checked before its first compile, against the list of the code
// object manager beneath hipRTC. If the list cannot be read, a child process compiles a one-line
// kernel: a helper if the caller has one, else a fork. The answer is kept for the compiler's life.
//
// Compiles of one process take turns: hipRTC is not safe to call from several threads.

#ifndef FFT_RTC_HIP_HIPRTC_COMPILER_H_
#define FFT_RTC_HIP_HIPRTC_COMPILER_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "fft/rtc/compiler.h"

namespace fft::rtc {

// How a HiprtcCompiler finds out whether an architecture is safe to ask for.
enum class ArchCheck {
  kListThenChild,  // the code object manager's list; a child process if there is no list
  kChild,          // always a child process
  kListOnly,       // the list, or no check: for processes whose crash does no harm
};

// Compiles a one-line kernel for an architecture in a place where a crash does no harm. False if
// the compiler refuses the architecture or crashes; an error if that cannot be found out.
using ArchProbe = std::function<absl::StatusOr<bool>(const std::string& arch)>;

// Whether hipRTC may come from the library of the HIP runtime, which opens devices as soon as it is
// loaded. In release 5.2 no other library has hipRTC.
enum class HipRuntime { kMayLoad, kNever };

struct HiprtcOptions {
  // Path of the library. If empty, libhiprtc.so is looked for under its usual names, and
  // libamdhip64.so too if the runtime may be loaded.
  std::string library;
  HipRuntime runtime = HipRuntime::kMayLoad;
  ArchCheck arch_check = ArchCheck::kListThenChild;
  // The probe in a child process. If the probe is empty or fails, a fork of this process takes its
  // place.
  ArchProbe probe;
  // How long the fork may take.
  absl::Duration check_timeout = absl::Seconds(60);
};

// The name that hipRTC gives a source for the code object manager beneath it.
inline constexpr char kComgrSource[] = "CompileSource";

// The log of a compile, in which the kernel's name replaces the path of the source file. The path
// holds a temporary folder, which differs from run to run.
std::string StableLog(std::string log, const std::string& kernel_name);

// The smallest kernel, which an ArchProbe compiles.
CompileRequest ProbeRequest(const std::string& arch);

// The error of the compiler named by `version`, which does not know the request's architecture.
absl::Status UnknownArch(const CompileRequest& request, const std::string& version);
// Whether a compile failed with the error of UnknownArch.
bool IsUnknownArch(const absl::Status& status);

// Makes the compiler. kUnavailable if no library is found or an entry point is missing from it.
absl::StatusOr<std::unique_ptr<Compiler>> MakeHiprtcCompiler(const HiprtcOptions& options = {});

}  // namespace fft::rtc

#endif  // FFT_RTC_HIP_HIPRTC_COMPILER_H_
