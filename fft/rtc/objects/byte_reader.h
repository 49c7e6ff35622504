// Bounds-checked little-endian reads from untrusted bytes.

#ifndef FFT_RTC_OBJECTS_BYTE_READER_H_
#define FFT_RTC_OBJECTS_BYTE_READER_H_

#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>

#include "absl/strings/string_view.h"

namespace fft::rtc {

// The integer at `offset`; nothing if it does not lie wholly inside.
template <typename Integer>
std::optional<Integer> ReadAt(absl::string_view bytes, uint64_t offset) {
  static_assert(std::is_integral_v<Integer>);
  if (offset > bytes.size() || bytes.size() - offset < sizeof(Integer)) return std::nullopt;
  Integer value;
  std::memcpy(&value, bytes.data() + offset, sizeof(Integer));
  return value;
}

// `size` bytes from `offset`; nothing if they do not lie wholly inside.
inline std::optional<absl::string_view> SliceAt(absl::string_view bytes, uint64_t offset,
                                                uint64_t size) {
  if (offset > bytes.size() || bytes.size() - offset < size) return std::nullopt;
  return bytes.substr(offset, size);
}

// The zero-terminated text at `offset`; nothing if it does not end inside.
inline std::optional<absl::string_view> TextAt(absl::string_view bytes, uint64_t offset) {
  if (offset >= bytes.size()) return std::nullopt;
  const size_t end = bytes.find('\0', offset);
  if (end == absl::string_view::npos) return std::nullopt;
  return bytes.substr(offset, end - offset);
}

}  // namespace fft::rtc

#endif  // FFT_RTC_OBJECTS_BYTE_READER_H_
