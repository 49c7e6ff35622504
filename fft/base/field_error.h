// What is wrong with a field, as data that an error carries beside its message.
#ifndef FFT_BASE_FIELD_ERROR_H_
#define FFT_BASE_FIELD_ERROR_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace fft {

// The arguments of InvalidField, cut where its message cuts them.
struct FieldError {
  std::string field;    // "lengths[0]"
  std::string value;    // "0"
  std::string allowed;  // "at least 1"
};

// Attaches `field` to an error, as InvalidField does. Line ends in the name become spaces.
void SetFieldError(const FieldError& field, absl::Status* status);
// What an error of InvalidField says of a field; nothing for other errors.
std::optional<FieldError> FieldErrorOf(const absl::Status& status);

// The error `status` of a field within the value of field `where`, as InvalidArgument. Its message
// and its field's name begin with the text of `where` and ": ".
absl::Status Within(absl::string_view where, const absl::Status& status);

}  // namespace fft

#endif  // FFT_BASE_FIELD_ERROR_H_
