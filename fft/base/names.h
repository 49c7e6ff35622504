// Finds a value of an enumeration by its name, the text that ToString returns for the value.
#ifndef FFT_BASE_NAMES_H_
#define FFT_BASE_NAMES_H_

#include <iterator>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"

namespace fft {

template <typename Values>
std::vector<std::string> NamesOf(const Values& values) {
  std::vector<std::string> names;
  for (const auto value : values) names.push_back(ToString(value));
  return names;
}

// Returns the element of `values` whose name is `name`. If there is none, an InvalidArgument error
// says that `field` is `name`, and lists the names allowed.
template <typename Values,
          typename Value = std::decay_t<decltype(*std::begin(std::declval<const Values&>()))>>
absl::StatusOr<Value> ParseName(const std::string& field, const std::string& name,
                                const Values& values) {
  for (const Value value : values) {
    if (ToString(value) == name) return value;
  }
  return InvalidField(field, name, absl::StrJoin(NamesOf(values), ", "));
}

}  // namespace fft

#endif  // FFT_BASE_NAMES_H_
