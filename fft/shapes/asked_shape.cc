#include "fft/shapes/asked_shape.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"
#include "fft/shapes/kernel_shape.h"
#include "fft/shapes/shape_members.h"

namespace fft {
namespace {

constexpr const char* kField = "shape";

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
  for (const ShapeMember& member : ShapeMembers()) {
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
  const absl::Span<const ShapeMember> members = ShapeMembers();
  return std::all_of(members.begin(), members.end(), [&](const ShapeMember& member) {
    const std::string wanted = member.text(wish);
    return wanted.empty() || wanted == member.text(is);
  });
}

bool StagedOf(const KernelShape& shape) { return shape.staging == Staging::kLoadAndStore; }

}  // namespace fft
