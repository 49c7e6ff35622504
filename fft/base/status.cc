#include "fft/base/status.h"

#include "absl/strings/str_cat.h"

namespace fft {

absl::Status InvalidField(const std::string& field, const std::string& value,
                          const std::string& allowed) {
  return absl::InvalidArgumentError(absl::StrCat(field, " is ", value, "; allowed: ", allowed));
}

}  // namespace fft
