// The kinds of device that kernels run on.

#ifndef FFT_RTC_DEVICE_KIND_H_
#define FFT_RTC_DEVICE_KIND_H_

#include <string>

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

}  // namespace fft::rtc

#endif  // FFT_RTC_DEVICE_KIND_H_
