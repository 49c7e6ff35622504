#include "inspector/server/http/json_body.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"
#include "inspector/server/http/problem_details.h"

namespace fft::inspector {
namespace {

constexpr size_t kMaxShown = 60;  // letters of a refused value that are shown

absl::Status BadJson(const std::string& message) {
  return WithHttpStatus(400, absl::InvalidArgumentError(message));
}

struct Size {
  int depth = 0;    // the deepest nesting of brackets
  int members = 0;  // members of all objects
  int values = 0;   // about the number of values in all lists and objects
};

// Counts brackets, members and values outside of strings. The text need not be valid JSON.
Size Measure(const std::string& text) {
  Size size;
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      size.depth = std::max(size.depth, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    } else if (c == ':') {
      ++size.members;
    } else if (c == ',') {
      ++size.values;
    }
  }
  return size;
}

}  // namespace

absl::StatusOr<Json> ParseJsonObject(const std::string& body) {
  if (body.empty()) return Json::object();
  const Size size = Measure(body);
  if (size.depth > kMaxJsonDepth) {
    return BadJson(absl::StrCat("JSON nested deeper than ", kMaxJsonDepth, " levels"));
  }
  // The limit bounds the time of look-ups, since ordered objects find a member in linear time.
  if (size.members > kMaxJsonMembers) {
    return BadJson(absl::StrCat("JSON with more than ", kMaxJsonMembers, " members"));
  }
  // The limit bounds memory, since a value can take twenty times as much memory as its text.
  if (size.values > kMaxJsonValues) {
    return BadJson(absl::StrCat("JSON with more than ", kMaxJsonValues, " values"));
  }
  try {
    Json json = Json::parse(body);
    if (!json.is_object()) return BadJson("the body must be a JSON object");
    return json;
  } catch (const Json::parse_error& error) {
    return BadJson(absl::StrCat("the body is not JSON at byte ", error.byte));
  } catch (const Json::exception&) {
    return BadJson("the body holds a number out of range");
  }
}

absl::Status CheckMembers(const Json& json, const std::string& where,
                          std::initializer_list<const char*> known) {
  for (const auto& member : json.items()) {
    bool found = false;
    for (const char* name : known) found = found || member.key() == name;
    if (!found) {
      return InvalidField(absl::StrCat(where, member.key().substr(0, kMaxShown)), "unknown",
                          known.size() == 0 ? "no members" : absl::StrJoin(known, ", "));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<int> IntMember(const Json& value, const std::string& name, int low, int high) {
  if (!value.is_number_integer() || value.get<int64_t>() < low || value.get<int64_t>() > high) {
    return InvalidField(name, value.dump(-1, ' ', true).substr(0, kMaxShown),
                        absl::StrCat("whole numbers from ", low, " to ", high));
  }
  return value.get<int>();
}

absl::StatusOr<bool> BoolMember(const Json& value, const std::string& name) {
  if (!value.is_boolean()) return InvalidField(name, value.type_name(), "true, false");
  return value.get<bool>();
}

absl::StatusOr<std::string> StringMember(const Json& value, const std::string& name) {
  if (!value.is_string()) return InvalidField(name, value.type_name(), "a string");
  return value.get<std::string>();
}

}  // namespace fft::inspector
