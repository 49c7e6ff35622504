#include "tools/cli/target_choice.h"

#include <memory>

#include "fft/base/options.h"
#include "fft/base/status.h"
#include "fft/rtc/device_registry.h"

namespace fft::cli {

absl::StatusOr<Target> ChooseTarget(const Flags& flags) {
  if (flags.Has("target")) return FindTarget(flags.Get("target"));
  const EnvironmentOptions environment = ReadEnvironment();
  rtc::DeviceOptions options;
  options.hip.library = environment.hip_library;
  FFT_ASSIGN_OR_RETURN(const std::unique_ptr<rtc::Device> device,
                       rtc::OpenDevice(environment.device, options));
  return TargetForArch(device->arch());
}

absl::StatusOr<PlanDescription> PlanToken(const Flags& flags) {
  FFT_ASSIGN_OR_RETURN(const Problem problem, ParseToken(flags.positional()[0]));
  FFT_ASSIGN_OR_RETURN(const Target target, ChooseTarget(flags));
  return DescribePlan(problem, target, {}, nullptr);
}

}  // namespace fft::cli
