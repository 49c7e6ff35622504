#include "fft/rtc/cuda/sm_architecture.h"

#include "absl/strings/ascii.h"
#include "absl/strings/strip.h"

namespace fft::rtc {

std::optional<SmArchitecture> ParseSmArchitecture(absl::string_view name) {
  if (!absl::ConsumePrefix(&name, "sm_")) return std::nullopt;
  SmArchitecture architecture;
  if (!name.empty() && (name.back() == 'a' || name.back() == 'f')) {
    architecture.feature = name.back();
    name.remove_suffix(1);
  }
  if (name.size() < 2 || name.size() > 3 || name[0] == '0') return std::nullopt;
  for (const char digit : name) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(digit))) return std::nullopt;
    architecture.number = 10 * architecture.number + (digit - '0');
  }
  return architecture;
}

}  // namespace fft::rtc
