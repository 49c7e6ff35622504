#include "fft/base/status.h"

#include "absl/strings/str_cat.h"
#include "fft/base/field_error.h"

namespace fft {
namespace {

constexpr size_t kLongest = 80;

// The text as a message shows it: at most kLongest bytes, cut between characters of UTF-8.
std::string Shown(const std::string& text) {
  if (text.size() <= kLongest) return text;
  size_t end = kLongest;
  while (end > kLongest - 4 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return absl::StrCat(text.substr(0, end), "... (", text.size(), " bytes)");
}

}  // namespace

absl::Status InvalidField(const std::string& field, const std::string& value,
                          const std::string& allowed) {
  const std::string name = Shown(field), shown = Shown(value);
  absl::Status status =
      absl::InvalidArgumentError(absl::StrCat(name, " is ", shown, "; allowed: ", allowed));
  SetFieldError({name, shown, allowed}, &status);
  return status;
}

}  // namespace fft
