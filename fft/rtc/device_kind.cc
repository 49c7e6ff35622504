#include "fft/rtc/device_kind.h"

#include "absl/strings/numbers.h"

namespace fft::rtc {

std::optional<DeviceSelector> ParseDeviceSelector(absl::string_view text) {
  const size_t colon = text.find(':');
  DeviceSelector selector{std::string(text.substr(0, colon))};
  if (colon == absl::string_view::npos) return selector;
  const bool is_index =
      absl::SimpleAtoi(text.substr(colon + 1), &selector.index) && selector.index >= 0;
  if (!is_index || selector.kind == DeviceKindName(DeviceKind::kHost)) return std::nullopt;
  return selector;
}

}  // namespace fft::rtc
