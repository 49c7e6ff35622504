#include "fft/rtc/device_registry.h"

#include <functional>
#include <optional>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "fft/base/status.h"

namespace fft::rtc {
namespace {

constexpr absl::string_view kSelectors = "auto, hip, hip:N, cuda, cuda:N, host or host:N";

// One entry per kind, in the order in which "auto" tries them.
struct Backend {
  DeviceKind kind;
  absl::StatusOr<int> (*count)(const DeviceOptions&);
  absl::StatusOr<std::unique_ptr<Device>> (*open)(int index, const DeviceOptions&);
};

constexpr Backend kBackends[] = {
    {DeviceKind::kHip, [](const DeviceOptions& o) { return CountHipDevices(o.hip); },
     [](int index, const DeviceOptions& o) { return OpenHipDevice(index, o.hip); }},
    {DeviceKind::kCuda, [](const DeviceOptions& o) { return CountCudaDevices(o.cuda); },
     [](int index, const DeviceOptions& o) { return OpenCudaDevice(index, o.cuda); }},
    {DeviceKind::kHost, [](const DeviceOptions&) { return absl::StatusOr<int>(1); },
     [](int, const DeviceOptions& o) { return OpenHostDevice(o.host); }},
};

// The threads that "host:4" asks for.
std::optional<int> HostThreads(absl::string_view selector) {
  int threads = 0;
  if (!absl::ConsumePrefix(&selector, "host:") || !absl::SimpleAtoi(selector, &threads)) {
    return std::nullopt;
  }
  return threads > 0 ? std::optional<int>(threads) : std::nullopt;
}

std::string SelectorOf(DeviceKind kind, int index) {
  if (kind == DeviceKind::kHost) return "host";
  return absl::StrCat(DeviceKindName(kind), ":", index);
}

DeviceKindListing ListBackend(const Backend& backend, const DeviceOptions& options) {
  DeviceKindListing listing;
  listing.kind = backend.kind;
  const absl::StatusOr<int> count = backend.count(options);
  listing.status = count.status();
  for (int i = 0; count.ok() && i < *count; ++i) {
    const auto device = backend.open(i, options);
    if (!device.ok()) {
      listing.status = device.status();
      continue;
    }
    listing.devices.push_back({SelectorOf(backend.kind, i), backend.kind, (*device)->name(),
                               (*device)->arch(), (*device)->properties()});
  }
  return listing;
}

absl::StatusOr<std::unique_ptr<Device>> OpenAny(const DeviceOptions& options) {
  std::vector<std::string> reasons;
  for (const Backend& backend : kBackends) {
    auto device = backend.open(0, options);
    if (device.ok()) return device;
    reasons.push_back(absl::StrCat(DeviceKindName(backend.kind), ": ", device.status().message()));
  }
  return absl::UnavailableError(absl::StrCat("no device: ", absl::StrJoin(reasons, "; ")));
}

}  // namespace

std::vector<DeviceKindListing> ListDevices(const DeviceOptions& options) {
  std::vector<DeviceKindListing> listings;
  for (const Backend& backend : kBackends) listings.push_back(ListBackend(backend, options));
  return listings;
}

absl::StatusOr<std::unique_ptr<Device>> OpenDevice(absl::string_view selector,
                                                   const DeviceOptions& options) {
  if (selector == "auto") return OpenAny(options);
  if (const std::optional<int> threads = HostThreads(selector)) {
    HostDeviceOptions host = options.host;
    host.threads = *threads;
    return OpenHostDevice(host);
  }
  const std::optional<DeviceSelector> wanted = ParseDeviceSelector(selector);
  for (const Backend& backend : kBackends) {
    if (wanted && wanted->kind == DeviceKindName(backend.kind)) {
      return backend.open(wanted->index, options);
    }
  }
  return InvalidField("device", std::string(selector), std::string(kSelectors));
}

}  // namespace fft::rtc
