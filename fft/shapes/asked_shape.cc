#include "fft/shapes/asked_shape.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "fft/base/names.h"
#include "fft/base/status.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/shape_members.h"

namespace fft {
namespace {

constexpr const char* kField = "shape";

// A count that the rest of the library accepts.
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

absl::StatusOr<AskedShape> ParseOne(absl::string_view text) {
  AskedShape shape;
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits(':', 1));
  if (!absl::SimpleAtoi(parts.first, &shape.length) || shape.length < 1) {
    return InvalidField(absl::StrCat(kField, ".length"), std::string(parts.first),
                        absl::StrCat("1 to ", std::numeric_limits<int64_t>::max()));
  }
  if (parts.second.empty()) {
    return InvalidField(kField, std::string(text),
                        "LENGTH:NAME=VALUE,.. as in 1024:factors=4x16x16");
  }
  std::set<absl::string_view> seen;
  for (absl::string_view member : absl::StrSplit(parts.second, ',')) {
    const std::pair<absl::string_view, absl::string_view> pair =
        absl::StrSplit(member, absl::MaxSplits('=', 1));
    if (!seen.insert(pair.first).second) {
      return InvalidField(kField, std::string(text),
                          absl::StrCat("\"", pair.first, "\" said once"));
    }
    if (pair.second.empty()) {
      return InvalidField(kField, std::string(text),
                          absl::StrCat("a value of \"", pair.first, "\", as in NAME=VALUE"));
    }
    FFT_RETURN_IF_ERROR(SetMember(pair.first, pair.second, &shape.wish));
  }
  return shape;
}

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

absl::StatusOr<std::vector<AskedShape>> ParseAskedShapes(absl::string_view text) {
  std::vector<AskedShape> shapes;
  for (absl::string_view one : absl::StrSplit(text, ';', absl::SkipWhitespace())) {
    FFT_ASSIGN_OR_RETURN(AskedShape shape, ParseOne(one));
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

std::string ToString(const AskedShape& shape) {
  std::vector<std::string> members;
  for (const ShapeMember& member : kMembers) {
    const std::string text = member.text(shape.wish);
    if (!text.empty()) members.push_back(absl::StrCat(member.name, "=", text));
  }
  return absl::StrCat(shape.length, ":", absl::StrJoin(members, ","));
}

std::string ToString(const std::vector<AskedShape>& shapes) {
  std::vector<std::string> words;
  for (const AskedShape& shape : shapes) words.push_back(ToString(shape));
  return absl::StrJoin(words, ";");
}

ShapeWish WishOf(const KernelShape& shape) {
  ShapeWish wish;
  wish.factors = shape.factors;
  wish.threads_per_transform = shape.threads_per_transform;
  wish.transforms_per_group = shape.transforms_per_group;
  wish.exchange = shape.exchange;
  wish.pad_every = shape.lds.pad_every;
  wish.resident_groups = shape.resident_groups;
  wish.staged = StagedOf(shape);
  if (shape.is_persistent) wish.persistent = true;
  return wish;
}

bool Grants(const KernelShape& shape, const ShapeWish& wish) {
  ShapeWish is = WishOf(shape);
  is.persistent = shape.is_persistent;
  return std::all_of(std::begin(kMembers), std::end(kMembers), [&](const ShapeMember& member) {
    const std::string wanted = member.text(wish);
    return wanted.empty() || wanted == member.text(is);
  });
}

bool StagedOf(const KernelShape& shape) { return shape.staging == Staging::kLoadAndStore; }

}  // namespace fft
