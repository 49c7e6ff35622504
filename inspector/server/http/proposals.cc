#include "inspector/server/http/proposals.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "fft/base/field_error.h"
#include "inspector/server/http/problem_details.h"

namespace fft::inspector {
namespace {

constexpr char kPayload[] = "fft.inspector/proposal";
constexpr size_t kMaxTries = 24;              // the most values that are tried
constexpr size_t kMaxPlans = 4;               // the most plans that are made to try values
constexpr int64_t kMostProposed = 1ll << 40;  // the largest number that is tried
constexpr size_t kMostWord = 60;              // the most letters of a compared name

using Takes = std::function<bool(const Json& value)>;

// A name that other libraries give to one of this library's values.
struct OtherName {
  const char* other;
  const char* name;
};

constexpr OtherName kOtherNames[] = {
    {"bf16", "bfloat16"}, {"fp16", "half"},  {"f16", "half"},       {"float16", "half"},
    {"fp32", "single"},   {"f32", "single"}, {"float", "single"},   {"float32", "single"},
    {"fp64", "double"},   {"f64", "double"}, {"float64", "double"},
};

// The number of letters that must be changed, added or removed to turn `a` into `b`. It is 0 if `a`
// is another library's name for `b`.
size_t Distance(const std::string& a, const std::string& b) {
  for (const OtherName& known : kOtherNames) {
    if (b == known.name && absl::EqualsIgnoreCase(a, known.other)) return 0;
  }
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t corner = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t changed = corner + (std::tolower(a[i - 1]) == std::tolower(b[j - 1]) ? 0 : 1);
      corner = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

// The JSON pointer of a field such as "output.strides[1]" in `body`. The field is below "problem"
// unless the body itself has, or may have, its first member.
Json::json_pointer PointerTo(const std::string& field, const Json& body) {
  std::string pointer;
  for (char c : field) {
    if (c == '.' || c == '[') pointer += '/';
    if (c != '.' && c != '[' && c != ']') pointer += c;
  }
  const std::string first = pointer.substr(0, pointer.find('/'));
  const bool below = body.contains("problem") && body["problem"].is_object() &&
                     first != "options" && first != "target" && first != "token" &&
                     first != "problem";
  return Json::json_pointer(absl::StrCat(below ? "/problem/" : "/", pointer));
}

// A text as JSON: a number if it is one, otherwise a string.
Json ValueOf(const std::string& text) {
  int64_t number = 0;
  return absl::SimpleAtoi(text, &number) ? Json(number) : Json(text);
}

// The lists to try in place of one that is refused. Empty strides mean packed strides, and a grid
// may have all ranks along its first axis.
std::vector<Json> Lists(const std::vector<int64_t>& numbers) {
  std::vector<Json> lists = {Json::array(), Json::array({0})};
  for (const int64_t count : numbers) {
    for (const int64_t first : numbers) {
      if (count < 1 || count > 8) continue;
      lists.emplace_back(std::vector<int64_t>(count, 1));
      lists.back()[0] = first;
    }
  }
  return lists;
}

// The values to try in place of `given`. They are the words and numbers that the error allows, the
// nearest first.
std::vector<Json> Alternatives(const std::string& allowed, const Json& given) {
  std::vector<std::string> words;
  std::vector<int64_t> numbers;
  for (const std::string& word : std::vector<std::string>(
           absl::StrSplit(allowed, absl::ByAnyChar(" ,:;^\"()"), absl::SkipEmpty()))) {
    const Json value = ValueOf(word);
    if (value.is_number()) numbers.push_back(value.get<int64_t>());
    if (value.is_string() && word.size() <= kMostWord) words.push_back(word);
  }
  if (given.is_array()) return Lists(numbers);
  if (given.is_string()) {
    const std::string name = given.get<std::string>().substr(0, kMostWord);
    std::stable_sort(words.begin(), words.end(), [&](const auto& a, const auto& b) {
      return Distance(name, a) < Distance(name, b);
    });
  }
  const double wanted = given.is_number() ? given.get<double>() : 0;
  std::stable_sort(numbers.begin(), numbers.end(), [&](int64_t a, int64_t b) {
    return std::abs(a - wanted) < std::abs(b - wanted);
  });
  std::vector<Json> values(numbers.begin(), numbers.end());
  const auto place = given.is_number() ? values.end() : values.begin();
  values.insert(place, words.begin(), words.end());
  if (values.size() > kMaxTries) values.resize(kMaxTries);
  if (absl::StrContains(allowed, "false")) values.emplace_back(false);
  return values;
}

// The first value that is taken, or null.
Json FirstTaken(const std::vector<Json>& values, const Takes& takes) {
  const auto taken = std::find_if(values.begin(), values.end(), takes);
  return taken == values.end() ? Json() : *taken;
}

// The least number from `low` on that is taken, or null. It assumes that greater numbers are taken
// too.
Json LeastFrom(int64_t low, const Takes& takes) {
  int64_t high = std::max<int64_t>(low, 1);
  for (; !takes(high); high *= 2) {
    if (high > kMostProposed) return nullptr;
  }
  for (int64_t refused = std::max<int64_t>(low, 1) - 1; high - refused > 1;) {
    const int64_t middle = refused + (high - refused) / 2;
    (takes(middle) ? high : refused) = middle;
  }
  return high;
}

// `text` with another value in place of the word `old`. If the text has the field's name, `old`
// must follow it. Null if the text does not have the word.
Json WithWord(const std::string& text, const std::string& field, const std::string& old,
              const Json& value) {
  const auto is_end = [&](size_t at) {
    return at >= text.size() ||
           absl::string_view("_:,;=").find(text[at]) != absl::string_view::npos;
  };
  const size_t name = text.find(field.substr(field.rfind('.') + 1) + "=");
  size_t at = text.rfind(old);
  if (name == std::string::npos) {
    while (at != std::string::npos && at > 0 && !(is_end(at - 1) && is_end(at + old.size()))) {
      at = text.rfind(old, at - 1);
    }
  } else {
    at = text.find(old, name);
  }
  if (old.empty() || at == std::string::npos || !is_end(at + old.size())) return nullptr;
  const std::string word = value.is_array() ? absl::StrJoin(value.get<std::vector<int64_t>>(), "_")
                           : value.is_string() ? value.get<std::string>()
                                               : value.dump();
  return text.substr(0, at) + word + text.substr(at + old.size());
}

// The packed strides of the lengths in a token.
std::vector<int64_t> PackedStrides(const std::string& token) {
  const std::vector<std::string> parts = absl::StrSplit(token, '_');
  const auto length = std::find(parts.begin(), parts.end(), "len");
  std::vector<int64_t> strides;
  int64_t number = 0;
  for (auto part = length; part != parts.end() && ++part != parts.end();) {
    if (!absl::SimpleAtoi(*part, &number)) break;
    strides.push_back(number);
  }
  int64_t stride = 1;
  for (auto it = strides.rbegin(); it != strides.rend(); ++it) stride *= std::exchange(*it, stride);
  return strides;
}

// `body` with another value for the faulty field. The field may be a word of the token or of the
// shapes. Null if the body has no place for it.
Json WithValue(const Json& body, const FieldError& error, const std::string& field,
               const Json& value) {
  const bool of_shapes = absl::StartsWith(field, "options.shapes");
  const bool of_token = body.contains("token") && body["token"].is_string() &&
                        (field == "token" || absl::StrContains(field, "put."));
  Json changed = body;
  if (!of_shapes && !of_token) {
    changed[PointerTo(field, body)] = value;
    return changed;
  }
  const Json::json_pointer at(of_shapes ? "/options/shapes" : "/token");
  if (!body.contains(at) || !body[at].is_string()) return nullptr;
  const std::string& text = body[at].get_ref<const std::string&>();
  // A word is not replaced by a whole token.
  changed[at] = text == error.value ? value : WithWord(text, field, error.value, value);
  return changed[at].is_null() ? Json() : changed;
}

// Whether a check with this status takes the field. The check may refuse other fields.
bool TakesField(const absl::Status& status, const std::string& field) {
  if (status.ok()) return true;
  const std::string fault = FieldAtFault(status);
  // A token that cannot be read does not show whether the field is valid.
  return absl::IsInvalidArgument(status) && fault != field && fault != "token" &&
         !absl::StartsWith(fault, field + ".") && !absl::StartsWith(fault, field + "[");
}

absl::Status Attach(const Json& proposal, absl::Status status) {
  if (!proposal.is_null()) {
    status.SetPayload(kPayload, absl::Cord(proposal.dump(-1, ' ', true)));
  }
  return status;
}

// The known name that is nearest to an unknown one, or null.
Json NearestOf(const FieldError& error) {
  const std::string name = error.field.substr(error.field.rfind('.') + 1);
  const std::string nearest = NearestName(name, absl::StrSplit(error.allowed, ", "));
  return nearest.empty() ? Json() : Json(nearest);
}

// The value of the faulty field in `body`, or null.
Json GivenIn(const Json& body, const FieldError& error, const std::string& field) {
  const Json::json_pointer at = PointerTo(field, body);
  return body.contains(at) && field != "token" ? body[at] : ValueOf(error.value);
}

}  // namespace

absl::Status WithProposal(absl::Status status, const Json& body, const BodyCheck& check) {
  const std::string field = FieldAtFault(status);
  if (!absl::IsInvalidArgument(status) || field.empty() || !body.is_object()) return status;
  FieldError error = *FieldErrorOf(status);
  if (error.value == "unknown") return Attach(NearestOf(error), status);
  error.value = absl::StrReplaceAll(error.value, {{"\"", ""}});  // errors quote a part of a token
  const bool is_text = field == "token" || absl::StartsWith(field, "options.shapes");
  const Takes takes = [&](const Json& value) {
    try {
      const Json changed = WithValue(body, error, field, value);
      if (changed.is_null()) return false;
      const absl::Status again = check(changed);
      return is_text ? again.ok() : TakesField(again, field);
    } catch (const Json::exception&) {
      return false;  // the body has no such member
    }
  };
  const Json given = GivenIn(body, error, field);
  std::vector<Json> values = Alternatives(error.allowed, given);
  if (absl::StrContains(error.value, '_') && absl::EndsWith(field, "strides")) {
    values = {PackedStrides(body.value("token", std::string()))};
  }
  Json proposal = FirstTaken(values, takes);
  if (proposal.is_null() && !is_text && takes(1)) proposal = 1;
  if (proposal.is_null() && !is_text && given.is_number_integer()) {
    proposal = LeastFrom(std::clamp<int64_t>(given.get<int64_t>(), 1, kMostProposed), takes);
  }
  if (is_text && !proposal.is_null()) {
    proposal =
        WithValue(body, error, field,
                  proposal)[Json::json_pointer(field == "token" ? "/token" : "/options/shapes")];
  }
  return Attach(proposal, status);
}

absl::Status WithPlannedProposal(absl::Status status, const Json& body, const BodyCheck& plans) {
  const std::string field = FieldAtFault(status);
  const bool is_given = body.contains("options") && absl::StartsWith(field, "options.");
  if (!absl::IsInvalidArgument(status) || !is_given) return status;
  const FieldError error = *FieldErrorOf(status);
  std::vector<Json> values = Alternatives(error.allowed, ValueOf(error.value));
  if (values.size() > kMaxPlans) values.resize(kMaxPlans);
  return Attach(FirstTaken(values,
                           [&](const Json& value) {
                             const Json changed = WithValue(body, error, field, value);
                             return !changed.is_null() && plans(changed).ok();
                           }),
                status);
}

absl::Status WithParameter(absl::Status status, const ParameterCheck& check) {
  const std::optional<FieldError> error = FieldErrorOf(status);
  if (!error.has_value()) return status;
  if (error->value == "unknown") return Attach(NearestOf(*error), status);
  const Takes takes = [&](const Json& value) {
    return check(error->field, value.is_string() ? value.get<std::string>() : value.dump()).ok();
  };
  return Attach(FirstTaken(Alternatives(error->allowed, ValueOf(error->value)), takes), status);
}

Json ProposalOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kPayload);
  if (!payload.has_value()) return nullptr;
  return Json::parse(std::string(*payload), nullptr, false);
}

std::string NearestName(const std::string& name, const std::vector<std::string>& names) {
  std::string nearest;
  size_t best = std::max<size_t>(2, name.size() / 3) + 1;
  if (name.size() > kMostWord) return "";
  for (const std::string& known : names) {
    const size_t distance = known.size() > kMostWord ? best : Distance(name, known);
    if (distance >= best) continue;
    best = distance;
    nearest = known;
  }
  return nearest;
}

}  // namespace fft::inspector
