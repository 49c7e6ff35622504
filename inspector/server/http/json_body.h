// Request bodies as JSON, within limits.
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

// The object in `body`; an empty body counts as {}. Errors carry HTTP status 400 and say at which
// byte the text stops being JSON.
absl::StatusOr<Json> ParseJsonObject(const std::string& body);

// Refuses members of an object that are not `known`, by the name that `where` and theirs make.
absl::Status CheckMembers(const Json& json, const std::string& where,
                          std::initializer_list<const char*> known);

// The number in a value, from `low` to `high`; the refusal calls it `name`.
absl::StatusOr<int> IntMember(const Json& value, const std::string& name, int low, int high);
absl::StatusOr<bool> BoolMember(const Json& value, const std::string& name);
absl::StatusOr<std::string> StringMember(const Json& value, const std::string& name);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_HTTP_JSON_BODY_H_
