// The kinds of device that kernels run on.

#ifndef FFT_RTC_DEVICE_KIND_H_
#define FFT_RTC_DEVICE_KIND_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace fft::rtc {

enum class DeviceKind { kHip, kCuda, kHost };

// "hip", "cuda" or "host".
inline std::string DeviceKindName(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::kHip:
      return "hip";
    case DeviceKind::kCuda:
      return "cuda";
    case DeviceKind::kHost:
      return "host";
  }
  return "unknown";
}

// A device by its kind's name and its number: "cuda:1". Without a number it is the kind's first
// device.
struct DeviceSelector {
  std::string kind;
  int index = 0;
};

// The device that a text selects. Returns nothing if the part behind the colon is no number from 0
// on, or if a host has a number. Does not check whether there is such a kind.
std::optional<DeviceSelector> ParseDeviceSelector(absl::string_view text);

}  // namespace fft::rtc

#endif  // FFT_RTC_DEVICE_KIND_H_
