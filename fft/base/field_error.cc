#include "fft/base/field_error.h"

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace fft {
namespace {

constexpr char kPayload[] = "fft.field";  // the payload's name; its text begins with the field

}  // namespace

void SetFieldError(const FieldError& field, absl::Status* status) {
  // The value comes from the caller and may have line ends, so it stands last.
  status->SetPayload(kPayload,
                     absl::Cord(absl::StrCat(absl::StrReplaceAll(field.field, {{"\n", " "}}), "\n",
                                             field.allowed, "\n", field.value)));
}

std::optional<FieldError> FieldErrorOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kPayload);
  if (!payload.has_value()) return std::nullopt;
  const std::string text(*payload);
  const size_t first = text.find('\n');
  const size_t second = text.find('\n', first + 1);
  if (first == std::string::npos || second == std::string::npos) return std::nullopt;
  return FieldError{.field = text.substr(0, first),
                    .value = text.substr(second + 1),
                    .allowed = text.substr(first + 1, second - first - 1)};
}

absl::Status Within(absl::string_view where, const absl::Status& status) {
  absl::Status error = absl::InvalidArgumentError(absl::StrCat(where, ": ", status.message()));
  if (const auto payload = status.GetPayload(kPayload); payload.has_value()) {
    error.SetPayload(kPayload, absl::Cord(absl::StrCat(where, ": ", std::string(*payload))));
  }
  return error;
}

}  // namespace fft
