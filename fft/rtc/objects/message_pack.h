// Reads MessagePack, the encoding of AMD's code object metadata, from untrusted bytes.

#ifndef FFT_RTC_OBJECTS_MESSAGE_PACK_H_
#define FFT_RTC_OBJECTS_MESSAGE_PACK_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace fft::rtc {

// A cursor over a sequence of values. Every read returns nothing, and leaves the cursor where it
// was, if the next value is of another kind or does not end inside the bytes.
class MessagePackReader {
 public:
  explicit MessagePackReader(absl::string_view bytes) : bytes_(bytes) {}

  // The number of key-value pairs, or of elements, that follow.
  std::optional<uint32_t> ReadMapSize();
  std::optional<uint32_t> ReadArraySize();
  std::optional<absl::string_view> ReadText();
  // The next integer. Integers beyond int64_t read as nothing.
  std::optional<int64_t> ReadInteger();

  // Skips the next value with everything in it. False at the end of the bytes, in malformed ones,
  // and in values nested deeper than 64.
  bool Skip();

 private:
  struct Head;
  std::optional<Head> ReadHead() const;
  bool SkipNested(int depth);

  absl::string_view bytes_;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_OBJECTS_MESSAGE_PACK_H_
