#include "fft/exec/open_device.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/machine/model.h"
#include "fft/rtc/device_registry.h"

namespace fft {
namespace {

absl::StatusOr<std::optional<int64_t>> BytesOf(const char* field, const std::string& kibibytes) {
  constexpr int64_t kMost = int64_t{1} << 30;
  if (kibibytes.empty()) return std::optional<int64_t>();
  int64_t count = 0;
  if (!absl::SimpleAtoi(kibibytes, &count) || count < 0 || count > kMost) {
    return InvalidField(field, kibibytes, absl::StrCat("0 to ", kMost));
  }
  return std::optional<int64_t>(count << 10);
}

// Bandwidths that differ by a smaller share than this count as equal.
constexpr double kSameBandwidth = 0.02;

// Lowers `value` to `told`, unless `told` is 0.
template <typename T, typename Told>
void LimitTo(Told told, T* value) {
  if (told > 0) *value = std::min<T>(*value, static_cast<T>(told));
}

// Returns the bandwidth of the known machine that has about the bandwidth `told`; `told` if there
// is none. Prices are fitted, and shipped decisions are made, with the bandwidths of known
// machines.
double KnownBandwidth(const Target& entry, double told) {
  for (const Target& machine : MachinesOf(entry)) {
    if (std::abs(told / machine.bandwidth_gbs - 1) <= kSameBandwidth) return machine.bandwidth_gbs;
  }
  return told;
}

// Replaces properties of the entry's machine by those of the device.
void TakeFacts(const rtc::DeviceProperties& properties, Target* target) {
  LimitTo(properties.shared_bytes_per_block, &target->lds_bytes);
  LimitTo(properties.max_threads_per_block, &target->max_threads);
  LimitTo(properties.threads_per_multiprocessor / target->wavefront, &target->max_waves);
  if (properties.compute_units > 0) target->compute_units = properties.compute_units;
  if (properties.bandwidth_gbs > 0) {
    target->bandwidth_gbs = KnownBandwidth(*target, properties.bandwidth_gbs);
  }
  // The second cache holds the data between the kernels of a relay, and prefetched data. The limits
  // of both shrink with the cache.
  const int64_t cache = target->l2_bytes;
  LimitTo(properties.l2_bytes, &target->l2_bytes);
  for (int64_t* share : {&target->relay_bytes, &target->ahead_bytes}) {
    *share =
        static_cast<int64_t>(static_cast<double>(*share) * static_cast<double>(target->l2_bytes) /
                             static_cast<double>(cache));
  }
}

absl::StatusOr<bool> EarlyLaunches(const std::string& text) {
  if (text.empty() || text == "1") return true;
  if (text == "0") return false;
  return InvalidField("early_launches", text, "1 or 0");
}

}  // namespace

absl::StatusOr<Target> TargetOf(const std::string& arch, const rtc::DeviceProperties& properties,
                                const ContextOptions& options) {
  FFT_ASSIGN_OR_RETURN(Target target, TargetForArch(arch));
  TakeFacts(properties, &target);
  FFT_ASSIGN_OR_RETURN(const bool early, EarlyLaunches(options.early_launches));
  target.launches_early = early && target.launches_early;
  FFT_ASSIGN_OR_RETURN(const auto relay_bytes, BytesOf("relay_kib", options.relay_kib));
  if (relay_bytes && target.dialect == Dialect::kCuda) target.relay_bytes = *relay_bytes;
  return target;
}

absl::StatusOr<OpenedDevice> OpenDeviceFor(const ContextOptions& options) {
  rtc::DeviceOptions device_options;
  device_options.hip.library = options.hip_library;
  device_options.cuda.library = options.cuda_library;
  FFT_ASSIGN_OR_RETURN(device_options.host.piece_bytes,
                       BytesOf("host_cache_kib", options.host_cache_kib));
  OpenedDevice opened;
  FFT_ASSIGN_OR_RETURN(opened.device, rtc::OpenDevice(options.device, device_options));
  FFT_ASSIGN_OR_RETURN(opened.target,
                       TargetOf(opened.device->arch(), opened.device->properties(), options));
  return opened;
}

}  // namespace fft
