// Reads a line of LLVM's intermediate representation word by word.
#ifndef FFT_RTC_HOST_IR_CURSOR_H_
#define FFT_RTC_HOST_IR_CURSOR_H_

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace fft::rtc {

// Reads words of a line from left to right. A word consists of letters, digits and "%@._-"; any
// other character is a word by itself.
class IrCursor {
 public:
  explicit IrCursor(absl::string_view line) : rest_(line) { SkipSpace(); }

  bool AtEnd() const { return rest_.empty(); }

  absl::string_view Peek() const { return rest_.substr(0, WordLength()); }

  absl::string_view Next() {
    const absl::string_view word = Peek();
    rest_.remove_prefix(word.size());
    SkipSpace();
    return word;
  }

  // Whether the next word is `word`, which is then read.
  bool Take(absl::string_view word) {
    if (Peek() != word) return false;
    Next();
    return true;
  }

  // Moves behind the next word that begins with `head`; false if there is none.
  bool SkipTo(char head) {
    while (!AtEnd() && rest_[0] != head) Next();
    return !AtEnd();
  }

 private:
  static bool IsPart(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || absl::StrContains("%@._-", c);
  }
  size_t WordLength() const {
    if (rest_.empty()) return 0;
    size_t length = 0;
    while (length < rest_.size() && IsPart(rest_[length])) ++length;
    return std::max<size_t>(length, 1);
  }
  void SkipSpace() { rest_ = absl::StripLeadingAsciiWhitespace(rest_); }

  absl::string_view rest_;
};

}  // namespace fft::rtc

#endif  // FFT_RTC_HOST_IR_CURSOR_H_
