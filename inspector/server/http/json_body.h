// Reads request bodies as JSON, within limits of size.
#ifndef INSPECTOR_SERVER_HTTP_JSON_BODY_H_
#define INSPECTOR_SERVER_HTTP_JSON_BODY_H_

#include <initializer_list>
#include <string>

#include "absl/status/statusor.h"
#include "fft/base/json.h"

namespace fft::inspector {

inline constexpr int kMaxJsonDepth = 32;
inline constexpr int kMaxJsonMembers = 1000;
inline constexpr int kMaxJsonValues = 10000;

// The JSON object in `body`. An empty body is read as {}. Errors have HTTP status 400 and state the
// byte at which the text is not JSON.
absl::StatusOr<Json> ParseJsonObject(const std::string& body);

// Refuses members that are not `known`. The error names a member by `where` and the member's name.
absl::Status CheckMembers(const Json& json, const std::string& where,
                          std::initializer_list<const char*> known);

// The whole number in a value, from `low` to `high`. The refusal calls the value `name`.
absl::StatusOr<int> IntMember(const Json& value, const std::string& name, int low, int high);
absl::StatusOr<bool> BoolMember(const Json& value, const std::string& name);
absl::StatusOr<std::string> StringMember(const Json& value, const std::string& name);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_JSON_BODY_H_
