#include "fft/rtc/compiler_factory.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "fft/base/status.h"
#include "fft/rtc/hip/amd_compilers.h"

namespace fft::rtc {

absl::StatusOr<std::unique_ptr<Compiler>> MakeCompiler(DeviceKind kind,
                                                       const CompilerOptions& options) {
  switch (kind) {
    case DeviceKind::kHip:
      return MakeAmdCompilers(options.hiprtc);
    case DeviceKind::kCuda:
      return MakeCudaCompilers(options.cuda);
    case DeviceKind::kHost:
      return MakeHostCompilers(options.host_language, options.host, options.llvm);
  }
  return absl::InternalError("unknown kind of device");
}

absl::StatusOr<DeviceKind> KindOfArch(absl::string_view arch) {
  if (arch == "host") return DeviceKind::kHost;
  if (absl::StartsWith(arch, "gfx")) return DeviceKind::kHip;
  if (absl::StartsWith(arch, "sm_")) return DeviceKind::kCuda;
  return InvalidField("arch", std::string(arch), "gfx..., sm_... or host");
}

}  // namespace fft::rtc
