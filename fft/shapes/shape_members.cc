#include "fft/shapes/shape_members.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "fft/base/names.h"
#include "fft/base/status.h"

namespace fft {
namespace {

constexpr const char* kField = "shape";

// A count from 0 to the largest int. ShapeAsked checks it against the request.
absl::StatusOr<int> ParseCount(absl::string_view word, absl::string_view text) {
  int value = 0;
  if (absl::SimpleAtoi(text, &value) && value >= 0) return value;
  return InvalidField(absl::StrCat(kField, ".", word), std::string(text),
                      absl::StrCat("0 to ", std::numeric_limits<int>::max()));
}

absl::Status ReadFactors(absl::string_view name, absl::string_view text, ShapeWish* wish) {
  wish->factors.clear();
  for (absl::string_view part : absl::StrSplit(text, 'x')) {
    FFT_ASSIGN_OR_RETURN(const int factor, ParseCount(name, part));
    wish->factors.push_back(factor);
  }
  return absl::OkStatus();
}

template <int ShapeWish::*kMember>
absl::Status ReadNumber(absl::string_view name, absl::string_view text, ShapeWish* wish) {
  FFT_ASSIGN_OR_RETURN(wish->*kMember, ParseCount(name, text));
  return absl::OkStatus();
}

template <int ShapeWish::*kMember>
std::string NumberText(const ShapeWish& wish) {
  return wish.*kMember == 0 ? "" : absl::StrCat(wish.*kMember);
}

absl::Status ReadExchange(absl::string_view name, absl::string_view text, ShapeWish* wish) {
  FFT_ASSIGN_OR_RETURN(wish->exchange,
                       ParseName(absl::StrCat(kField, ".", name), std::string(text), kExchanges));
  return absl::OkStatus();
}

absl::Status ReadPadding(absl::string_view name, absl::string_view text, ShapeWish* wish) {
  FFT_ASSIGN_OR_RETURN(wish->pad_every, ParseCount(name, text));
  return absl::OkStatus();
}

template <std::optional<bool> ShapeWish::*kMember>
absl::Status ReadSwitch(absl::string_view name, absl::string_view text, ShapeWish* wish) {
  if (text != "0" && text != "1") {
    return InvalidField(absl::StrCat(kField, ".", name), std::string(text), "0, 1");
  }
  wish->*kMember = text == "1";
  return absl::OkStatus();
}

template <std::optional<bool> ShapeWish::*kMember>
std::string SwitchText(const ShapeWish& wish) {
  return wish.*kMember ? absl::StrCat(*(wish.*kMember) ? 1 : 0) : "";
}

constexpr ShapeMember kMembers[] = {
    {"factors", true, ReadFactors,
     [](const ShapeWish& wish) { return absl::StrJoin(wish.factors, "x"); }},
    {"threads", false, ReadNumber<&ShapeWish::threads_per_transform>,
     NumberText<&ShapeWish::threads_per_transform>},
    {"transforms", false, ReadNumber<&ShapeWish::transforms_per_group>,
     NumberText<&ShapeWish::transforms_per_group>},
    {"exchange", true, ReadExchange,
     [](const ShapeWish& wish) { return wish.exchange ? ToString(*wish.exchange) : ""; }},
    {"pad_every", false, ReadPadding,
     [](const ShapeWish& wish) { return wish.pad_every ? absl::StrCat(*wish.pad_every) : ""; }},
    {"resident_groups", false, ReadNumber<&ShapeWish::resident_groups>,
     NumberText<&ShapeWish::resident_groups>},
    {"staged", true, ReadSwitch<&ShapeWish::staged>, SwitchText<&ShapeWish::staged>},
    {"persistent", true, ReadSwitch<&ShapeWish::persistent>, SwitchText<&ShapeWish::persistent>},
};

}  // namespace

absl::Span<const ShapeMember> ShapeMembers() { return kMembers; }

const ShapeMember* FindShapeMember(absl::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kMembers), std::end(kMembers),
                   [name](const ShapeMember& member) { return member.name == name; });
  return found == std::end(kMembers) ? nullptr : found;
}

absl::Status SetMember(absl::string_view name, absl::string_view text, ShapeWish* wish) {
  if (const ShapeMember* const member = FindShapeMember(name)) {
    return member->read(name, text, wish);
  }
  const auto add_name = [](std::string* out, const ShapeMember& member) { *out += member.name; };
  return InvalidField(kField, std::string(name), absl::StrJoin(kMembers, ", ", add_name));
}

}  // namespace fft
