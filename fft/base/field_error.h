// What is wrong with a field, as data that an error carries beside its message.
#ifndef FFT_BASE_FIELD_ERROR_H_
#define FFT_BASE_FIELD_ERROR_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace fft {

// The arguments of InvalidField. Long texts are cut as they are in the error's message.
struct FieldError {
  std::string field;    // "lengths[0]"
  std::string value;    // "0"
  std::string allowed;  // "at least 1"
};

// Attaches `field` to an error, as InvalidField does. Line ends in the name become spaces.
void SetFieldError(const FieldError& field, absl::Status* status);
// Returns the field of an error of InvalidField; nullopt for other errors.
std::optional<FieldError> FieldErrorOf(const absl::Status& status);

// Returns an InvalidArgument error for the error `status` inside the value of field `where`. The
// text of `where` and ": " precede its message and its field's name.
absl::Status Within(absl::string_view where, const absl::Status& status);

}  // namespace fft

#endif  // FFT_BASE_FIELD_ERROR_H_
