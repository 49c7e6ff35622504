#include "inspector/server/http/proposals.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
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
#include "absl/strings/strip.h"
#include "fft/base/field_error.h"
#include "fft/base/status.h"
#include "fft/shapes/asked_shape.h"
#include "inspector/server/http/problem_details.h"

namespace fft::inspector {
namespace {

constexpr char kPayload[] = "fft.inspector/proposal";
constexpr size_t kMaxTries = 24;              // the most values of a message that are tried
constexpr size_t kMaxPlans = 4;               // the most plans that are made to try values
constexpr int64_t kMostProposed = 1ll << 40;  // the largest number that is tried
constexpr size_t kMostWord = 60;              // the most letters of a compared name

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

// A field of a body. It asks the check about other values of the field.
class Field {
 public:
  Field(std::string name, const Json& body, const BodyCheck& check)
      : name_(std::move(name)), body_(body), check_(check), at_(PointerTo(name_, body)) {}

  // Whether the check accepts this value of the field. It may still refuse other fields.
  bool Takes(const Json& value) const {
    try {
      Json changed = body_;
      changed[at_] = value;
      const absl::Status status = check_(changed);
      if (status.ok()) return true;
      const std::string fault = FieldAtFault(status);
      return absl::IsInvalidArgument(status) && fault != name_ &&
             !absl::StartsWith(fault, name_ + ".") && !absl::StartsWith(fault, name_ + "[");
    } catch (const Json::exception&) {
      return false;  // the body has no such member
    }
  }

  // The least number from `low` that the field accepts, if it also accepts larger numbers.
  std::optional<int64_t> LeastFrom(int64_t low) const {
    int64_t high = std::max<int64_t>(low, 1);
    for (; !Takes(high); high *= 2) {
      if (high > kMostProposed) return std::nullopt;
    }
    for (int64_t refused = std::max<int64_t>(low, 1) - 1; high - refused > 1;) {
      const int64_t middle = refused + (high - refused) / 2;
      (Takes(middle) ? high : refused) = middle;
    }
    return high;
  }

  std::optional<Json> Given() const {
    return body_.contains(at_) ? std::optional<Json>(body_[at_]) : std::nullopt;
  }

 private:
  const std::string name_;
  const Json& body_;
  const BodyCheck& check_;
  const Json::json_pointer at_;
};

std::vector<int64_t> NumbersIn(const std::string& text) {
  std::vector<int64_t> numbers;
  for (const auto& word : absl::StrSplit(text, absl::ByAnyChar(" ,:;^"), absl::SkipEmpty())) {
    int64_t number = 0;
    if (absl::SimpleAtoi(word, &number)) numbers.push_back(number);
  }
  return numbers;
}

// The values that an error's text lists: "CI or CP for complex_forward" lists two.
std::vector<std::string> NamesIn(const std::string& allowed) {
  std::vector<std::string> names;
  const std::string text = absl::StrReplaceAll(allowed, {{" or ", ", "}});
  for (const std::string& part : std::vector<std::string>(absl::StrSplit(text, ", "))) {
    names.push_back(part.substr(0, part.find(' ')));
  }
  return names;
}

// A list that the field accepts in place of a faulty one. An empty list means packed strides.
Json ProposeList(const Field& field, const std::string& allowed) {
  if (field.Takes(Json::array())) return Json::array();
  if (field.Takes(Json::array({0}))) return Json::array({0});
  // `allowed` is, for example, "a list of 2 numbers of ranks, one a length, whose product is 4".
  const std::vector<std::string> words = absl::StrSplit(allowed, ' ');
  int64_t count = 0, product = 0;
  if (words.size() < 5 || !absl::SimpleAtoi(words[3], &count) ||
      !absl::SimpleAtoi(words.back(), &product) || count < 1 || count > 8) {
    return nullptr;
  }
  Json list = Json::array();
  for (int64_t i = 0; i < count; ++i) list.push_back(i == 0 ? product : 1);
  return field.Takes(list) ? list : Json();
}

Json Propose(const Field& field, const std::string& allowed) {
  const std::optional<Json> given = field.Given();
  if (given.has_value() && given->is_array()) return ProposeList(field, allowed);
  if (allowed == "a number" && field.Takes(1)) return 1;
  std::vector<std::string> names = NamesIn(allowed);
  if (given.has_value() && given->is_string() && names.size() > 1) {
    const std::string word = given->get<std::string>().substr(0, kMostWord);
    std::stable_sort(names.begin(), names.end(), [&](const auto& a, const auto& b) {
      return Distance(word, a) < Distance(word, b);
    });
  }
  if (names.size() > kMaxTries) names.resize(kMaxTries);
  if (names.size() > 1) {
    for (const std::string& name : names) {
      if (name.size() <= kMostWord && field.Takes(name)) return name;
    }
  }
  if (names == std::vector<std::string>{"true", "false"})
    return field.Takes(false) ? Json(false) : Json();
  std::vector<int64_t> numbers = NumbersIn(allowed);
  const double wanted = given.has_value() && given->is_number() ? given->get<double>() : 0;
  std::stable_sort(numbers.begin(), numbers.end(), [&](int64_t a, int64_t b) {
    return std::abs(a - wanted) < std::abs(b - wanted);
  });
  for (const int64_t number : numbers) {
    if (field.Takes(number)) return number;
  }
  if (given.has_value() && given->is_number_integer()) {
    const int64_t low = std::clamp<int64_t>(given->get<int64_t>(), 1, kMostProposed);
    if (const auto least = field.LeastFrom(low); least.has_value()) return *least;
  }
  return nullptr;
}

// A token with another distance of one side. Clients that send a token get a token as proposal.
Json ProposeToken(const std::string& token, const std::string& field, const BodyCheck& check) {
  const std::string part = field == "output.distance" ? "_odist_" : "_idist_";
  const size_t at = token.find(part);
  if (at == std::string::npos) return nullptr;
  const size_t begin = at + part.size();
  const size_t end = std::min(token.find('_', begin), token.size());
  const auto with = [&](int64_t distance) {
    return absl::StrCat(token.substr(0, begin), distance, token.substr(end));
  };
  const BodyCheck of_distance = [&](const Json& body) {
    return check(Json{{"token", with(body["output"]["distance"].get<int64_t>())}});
  };
  const BodyCheck same_name = [&](const Json& body) {
    const absl::Status status = of_distance(body);
    const bool same = FieldAtFault(status) == field;
    return same ? InvalidField("output.distance", "refused", "others") : status;
  };
  const Json body = {{"output", {{"distance", 0}}}};
  const auto least = Field("output.distance", body, same_name).LeastFrom(1);
  return least.has_value() ? Json(*least) : Json(nullptr);
}

// The token with packed strides in place of one side's refused strides.
Json ProposeStrides(const std::string& token, const std::string& field, const BodyCheck& check) {
  const std::vector<std::string> parts = absl::StrSplit(token, '_');
  const auto name =
      std::find(parts.begin(), parts.end(), field == "output.strides" ? "ostride" : "istride");
  const auto length = std::find(parts.begin(), parts.end(), "len");
  if (name == parts.end() || length == parts.end()) return nullptr;
  std::vector<int64_t> strides;
  int64_t number = 0;
  for (auto part = length + 1; part != parts.end() && absl::SimpleAtoi(*part, &number); ++part) {
    strides.push_back(number);
  }
  if (strides.empty() || parts.end() - name <= std::ssize(strides)) return nullptr;
  int64_t stride = 1;
  for (auto it = strides.rbegin(); it != strides.rend(); ++it) stride *= std::exchange(*it, stride);
  std::vector<std::string> changed = parts;
  const size_t at = name - parts.begin() + 1;
  for (size_t i = 0; i < strides.size(); ++i) changed[at + i] = absl::StrCat(strides[i]);
  const absl::Status status = check(Json{{"token", absl::StrJoin(changed, "_")}});
  const bool taken = status.ok() || FieldAtFault(status) != field;
  return taken ? Json(strides) : Json();
}

// The token with its faulty part, such as "token part 5 (precision)", replaced by the nearest
// allowed value.
Json ProposePart(const std::string& token, const FieldError& error, const BodyCheck& check) {
  const std::vector<std::string> words = absl::StrSplit(error.field, ' ');
  size_t part = 0;
  std::vector<std::string> parts = absl::StrSplit(token, '_');
  if (words.size() < 3 || !absl::SimpleAtoi(words[2], &part) || part < 1 || part > parts.size()) {
    return nullptr;
  }
  const std::string nearest = NearestName(parts[part - 1], NamesIn(error.allowed));
  if (nearest.empty()) return nullptr;
  parts[part - 1] = nearest;
  const std::string changed = absl::StrJoin(parts, "_");
  return check(Json{{"token", changed}}).ok() ? Json(changed) : Json();
}

// The text of shapes with its faulty word replaced by the nearest allowed word.
Json ProposeShapes(const Field& field, const FieldError& error) {
  const std::optional<Json> given = field.Given();
  if (!given.has_value() || !given->is_string()) return nullptr;
  const std::string nearest = NearestName(error.value, NamesIn(error.allowed));
  if (error.value.empty() || nearest.empty()) return nullptr;
  const std::string text = absl::StrReplaceAll(given->get<std::string>(), {{error.value, nearest}});
  return field.Takes(text) ? Json(text) : Json();
}

struct Range {
  int64_t least;
  int64_t most;
};

// The range of numbers that a text such as "0 to 7" or "whole numbers from 1" allows. Nullopt if
// the text says anything else.
std::optional<Range> RangeIn(absl::string_view allowed) {
  const bool has_word = absl::ConsumePrefix(&allowed, "whole numbers from ");
  const std::vector<std::string> ends = absl::StrSplit(allowed, " to ");
  Range range = {0, std::numeric_limits<int64_t>::max()};
  if (ends.size() > 2 || (ends.size() == 1 && !has_word)) return std::nullopt;
  if (!absl::SimpleAtoi(ends.front(), &range.least)) return std::nullopt;
  if (ends.size() > 1 && !absl::SimpleAtoi(ends.back(), &range.most)) return std::nullopt;
  return range;
}

// The allowed value that is nearest to the faulty one.
Json NearestAllowed(const FieldError& error) {
  if (const std::optional<Range> range = RangeIn(error.allowed)) {
    int64_t number = range->least;
    (void)absl::SimpleAtoi(error.value, &number);
    return range->most < range->least ? Json()
                                      : Json(std::clamp(number, range->least, range->most));
  }
  const std::vector<std::string> names = NamesIn(error.allowed);
  const std::string nearest = names.size() > 1 ? NearestName(error.value, names) : "";
  return nearest.empty() ? Json() : Json(nearest);
}

// The body with another value of an option. The option may be a member within a shape's text, such
// as "options.shapes[0].threads". Null if the body lacks the option.
Json WithOption(const Json& body, const std::string& field, const Json& value) {
  Json changed = body;
  const std::vector<std::string> path = absl::StrSplit(field, absl::ByAnyChar(".[]"));
  if (path[1] != "shapes") {
    const Json::json_pointer at = PointerTo(field, body);
    if (!body.contains(at)) return nullptr;
    changed[at] = value;
    return changed;
  }
  // `path` is {"options", "shapes", "0", "", "threads"}.
  const Json given = body["options"].value("shapes", Json());
  size_t index = 0;
  if (path.size() != 5 || !given.is_string() || !absl::SimpleAtoi(path[2], &index)) return nullptr;
  absl::StatusOr<std::vector<AskedShape>> shapes = ParseAskedShapes(given.get<std::string>());
  if (!shapes.ok() || index >= shapes->size()) return nullptr;
  const std::string text = ToString((*shapes)[index]);
  const size_t begin = text.find(absl::StrCat(path[4], "="));
  if (begin == std::string::npos) return nullptr;
  const size_t end = std::min(text.find(',', begin), text.size());
  const std::string word = value.is_string() ? value.get<std::string>() : value.dump();
  auto mended =
      ParseAskedShapes(absl::StrCat(text.substr(0, begin), path[4], "=", word, text.substr(end)));
  if (!mended.ok() || mended->size() != 1) return nullptr;
  (*shapes)[index] = mended->front();
  changed["options"]["shapes"] = ToString(*shapes);
  return changed;
}

void Attach(const Json& proposal, absl::Status* status) {
  if (proposal.is_null()) return;
  status->SetPayload(kPayload, absl::Cord(proposal.dump(-1, ' ', true)));
}

}  // namespace

absl::Status WithProposal(absl::Status status, const Json& body, const BodyCheck& check) {
  const std::string field = FieldAtFault(status);
  if (!absl::IsInvalidArgument(status) || field.empty() || !body.is_object()) return status;
  const FieldError error = *FieldErrorOf(status);
  const Json member = body.value("token", Json());
  const std::string token = member.is_string() ? member.get<std::string>() : std::string();
  Json proposal;
  if (error.value == "unknown") {
    const std::string name = field.substr(field.rfind('.') + 1);
    const std::string nearest = NearestName(name, absl::StrSplit(error.allowed, ", "));
    if (!nearest.empty()) proposal = nearest;
  } else if (field == "token" && error.field != "token") {
    proposal = ProposePart(token, error, check);
  } else if (absl::EndsWith(field, "put.distance") && !token.empty()) {
    proposal = ProposeToken(token, field, check);
  } else if (absl::EndsWith(field, "put.strides") && !token.empty()) {
    proposal = ProposeStrides(token, field, check);
  } else if (absl::StartsWith(field, "options.shapes")) {
    proposal = ProposeShapes(Field("options.shapes", body, check), error);
  } else {
    proposal = Propose(Field(field, body, check), error.allowed);
  }
  Attach(proposal, &status);
  return status;
}

absl::Status WithPlannedProposal(absl::Status status, const Json& body, const BodyCheck& plans) {
  const std::string field = FieldAtFault(status);
  const bool is_given = body.contains("options") && absl::StartsWith(field, "options.");
  if (!absl::IsInvalidArgument(status) || !is_given) return status;
  const FieldError error = *FieldErrorOf(status);
  std::vector<Json> values = {NearestAllowed(error)};
  for (const int64_t number : NumbersIn(error.allowed)) values.push_back(number);
  if (values.size() > kMaxPlans) values.resize(kMaxPlans);
  for (const Json& value : values) {
    if (value.is_null()) continue;
    const Json changed = WithOption(body, field, value);
    if (changed.is_null() || !plans(changed).ok()) continue;
    Attach(value, &status);
    break;
  }
  return status;
}

absl::Status WithProposalOfText(absl::Status status) {
  const std::optional<FieldError> error = FieldErrorOf(status);
  // Options are left out because only planning tells whether they suit a problem. Parts of values
  // are left out too.
  if (!error.has_value() || absl::StartsWith(error->field, "options.")) return status;
  if (error->field == FieldAtFault(status) && ProposalOf(status).is_null()) {
    Attach(NearestAllowed(*error), &status);
  }
  return status;
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
