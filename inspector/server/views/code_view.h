// What compilers make of kernels: registers, spills, LDS, size, log and machine code.
#ifndef INSPECTOR_SERVER_VIEWS_CODE_VIEW_H_
#define INSPECTOR_SERVER_VIEWS_CODE_VIEW_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"
#include "fft/base/json.h"
#include "fft/base/options.h"
#include "fft/core/target.h"
#include "fft/kernels/lower_plan.h"
#include "fft/rtc/compiler.h"
#include "fft/rtc/device_kind.h"

namespace fft::inspector {

// Compiles kernels for any target whose compiler is installed, without a device. Each kernel is
// compiled once. Thread safe.
class KernelCompiler {
 public:
  explicit KernelCompiler(const ContextOptions& environment) : environment_(environment) {}

  // {name, target, compiler, version, compile_ms, code_bytes, log, statistics, machine_code, ...}.
  // `statistics` holds what fft/rtc/objects/code_object_stats.h reads from the code. It is null,
  // with `statistics_reason`, if the code has no statistics, as in a host library. `machine_code`
  // is the listing of the instructions, or null with `machine_code_reason`. `machine_code_lines`
  // has the source's line for each line of the listing, or is empty. Unavailable if the compiler is
  // not installed.
  absl::StatusOr<Json> Compile(const kernels::PlannedKernel& kernel, const Target& target);

  // The stored result of Compile, or NotFound.
  absl::StatusOr<Json> Compiled(const kernels::PlannedKernel& kernel, const Target& target);

 private:
  absl::StatusOr<rtc::Compiler*> CompilerFor(const Target& target);

  const ContextOptions environment_;
  std::mutex mutex_;  // guards all below
  std::map<rtc::DeviceKind, std::unique_ptr<rtc::Compiler>> compilers_;
  std::map<std::string, Json> compiled_;  // by target and kernel
  size_t kept_bytes_ = 0;                 // bytes of machine code in compiled_
};

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_VIEWS_CODE_VIEW_H_
