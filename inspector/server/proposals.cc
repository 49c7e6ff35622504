#include "inspector/server/proposals.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "inspector/server/problem_details.h"

namespace fft::inspector {
namespace {

constexpr char kPayload[] = "fft.inspector/proposal";
constexpr size_t kMaxTries = 24;              // of values that a message lists
constexpr int64_t kMostProposed = 1ll << 40;  // of a number that is searched for
constexpr size_t kMostWord = 60;              // letters of a name that is compared

// Changes of one letter that turn `a` into `b`.
size_t Distance(const std::string& a, const std::string& b) {
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

// "output.strides[1]" as a pointer into `body`: below "problem" unless the body itself has the
// first member, or could have.
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

// One field of one body, with what its values make of the check.
class Field {
 public:
  Field(std::string name, const Json& body, const BodyCheck& check)
      : name_(std::move(name)), body_(body), check_(check), at_(PointerTo(name_, body)) {}

  // Whether the field is taken with this value; others may be refused still.
  bool Takes(const Json& value) const {
    try {
      Json changed = body_;
      changed[at_] = value;
      const absl::Status status = check_(changed);
      return status.ok() ||
             (absl::IsInvalidArgument(status) && FieldAtFault(Text(status)) != name_);
    } catch (const Json::exception&) {
      return false;  // there is no such place in this body
    }
  }

  // The least number from `low` that the field takes, if greater ones are taken too.
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
  static std::string Text(const absl::Status& status) { return std::string(status.message()); }

  const std::string name_;
  const Json& body_;
  const BodyCheck& check_;
  const Json::json_pointer at_;
};

// What stands behind "allowed: " in a message of InvalidField.
std::string AllowedPart(const std::string& message) {
  const size_t at = message.find("; allowed: ");
  return at == std::string::npos ? "" : message.substr(at + 11);
}

std::vector<int64_t> NumbersIn(const std::string& text) {
  std::vector<int64_t> numbers;
  for (const auto& word : absl::StrSplit(text, absl::ByAnyChar(" ,:;^"), absl::SkipEmpty())) {
    int64_t number = 0;
    if (absl::SimpleAtoi(word, &number)) numbers.push_back(number);
  }
  return numbers;
}

Json Propose(const Field& field, const std::string& allowed) {
  const std::optional<Json> given = field.Given();
  std::vector<std::string> names = absl::StrSplit(allowed, ", ");
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

// A token with the distance of one side changed, since its text is what people have.
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
    const bool same = FieldAtFault(std::string(status.message())) == field;
    return same ? absl::InvalidArgumentError("output.distance is refused") : status;
  };
  const Json body = {{"output", {{"distance", 0}}}};
  const auto least = Field("output.distance", body, same_name).LeastFrom(1);
  return least.has_value() ? Json(*least) : Json(nullptr);
}

}  // namespace

absl::Status WithProposal(absl::Status status, const Json& body, const BodyCheck& check) {
  const std::string message(status.message());
  const std::string field = FieldAtFault(message);
  if (!absl::IsInvalidArgument(status) || field.empty() || !body.is_object()) return status;
  const std::string allowed = AllowedPart(message);
  Json proposal;
  if (absl::StrContains(message, " is unknown; ")) {
    const std::string name = field.substr(field.rfind('.') + 1);
    const std::string nearest = NearestName(name, absl::StrSplit(allowed, ", "));
    if (!nearest.empty()) proposal = nearest;
  } else if (absl::EndsWith(field, "put.distance") && body.contains("token") &&
             body["token"].is_string()) {
    proposal = ProposeToken(body["token"].get<std::string>(), field, check);
  } else {
    proposal = Propose(Field(field, body, check), allowed);
  }
  if (!proposal.is_null()) {
    status.SetPayload(kPayload, absl::Cord(proposal.dump(-1, ' ', true)));
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
