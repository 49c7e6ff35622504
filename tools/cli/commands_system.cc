// Commands about this machine: devices, targets, env, version.
#include "fft/base/json.h"
#include "fft/base/options.h"
#include "fft/core/target.h"
#include "fft/fft_c.h"
#include "fft/rtc/device_registry.h"
#include "tools/cli/commands.h"
#include "tools/cli/system_text.h"

namespace fft::cli {
namespace {

Json ToJson(const rtc::DeviceListing& device) {
  const rtc::DeviceProperties& p = device.properties;
  return {{"device", device.selector},
          {"kind", rtc::DeviceKindName(device.kind)},
          {"name", device.name},
          {"arch", device.arch},
          {"multiprocessors", p.multiprocessors},
          {"memory_bytes", p.memory_bytes},
          {"shared_bytes_per_block", p.shared_bytes_per_block},
          {"l2_bytes", p.l2_bytes},
          {"wavefront", p.wavefront},
          {"max_threads_per_block", p.max_threads_per_block}};
}

}  // namespace

absl::Status RunDevices(const Flags& flags, std::ostream& out) {
  rtc::DeviceOptions options;
  const ContextOptions environment = ReadEnvironment();
  options.hip.library = environment.hip_library;
  options.cuda.library = environment.cuda_library;
  const std::vector<rtc::DeviceKindListing> kinds = rtc::ListDevices(options);
  if (!flags.Has("json")) {
    out << DevicesText(kinds);
    return absl::OkStatus();
  }
  Json devices = Json::array(), missing = Json::array();
  for (const rtc::DeviceKindListing& kind : kinds) {
    for (const rtc::DeviceListing& device : kind.devices) devices.push_back(ToJson(device));
    if (kind.devices.empty()) {
      missing.push_back({{"kind", rtc::DeviceKindName(kind.kind)},
                         {"reason", std::string(kind.status.message())}});
    }
  }
  out << Json({{"devices", devices}, {"missing", missing}}).dump(2) << "\n";
  return absl::OkStatus();
}

absl::Status RunTargets(const Flags& flags, std::ostream& out) {
  if (!flags.Has("json")) {
    out << TargetsText(Targets());
    return absl::OkStatus();
  }
  Json targets = Json::array();
  for (const Target& target : Targets()) targets.push_back(fft::ToJson(target));
  out << targets.dump(2) << "\n";
  return absl::OkStatus();
}

absl::Status RunEnv(const Flags&, std::ostream& out) {
  out << EnvironmentText(EnvironmentVariables(), ReadEnvironment());
  return absl::OkStatus();
}

absl::Status RunVersion(const Flags&, std::ostream& out) {
  out << "fft " << fft_version() << "\n";
  return absl::OkStatus();
}

}  // namespace fft::cli
