#include "fft/shapes/asked_shape.h"

#include <limits>
#include <set>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "fft/base/status.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {
namespace {

constexpr const char* kField = "shape";

// What the rest of the library takes as a count.
absl::StatusOr<int> ParseCount(absl::string_view word, absl::string_view text) {
  int value = 0;
  if (absl::SimpleAtoi(text, &value) && value >= 0) return value;
  return InvalidField(absl::StrCat(kField, ".", word), std::string(text),
                      absl::StrCat("0 to ", std::numeric_limits<int>::max()));
}

absl::StatusOr<Exchange> ParseExchange(absl::string_view text) {
  std::vector<std::string> names;
  for (Exchange exchange : kExchanges) {
    names.push_back(ToString(exchange));
    if (names.back() == text) return exchange;
  }
  return InvalidField(absl::StrCat(kField, ".exchange"), std::string(text),
                      absl::StrJoin(names, ", "));
}

absl::Status ReadMember(absl::string_view name, absl::string_view value, ShapeWish* wish) {
  if (name == "factors") {
    for (absl::string_view part : absl::StrSplit(value, 'x')) {
      FFT_ASSIGN_OR_RETURN(const int factor, ParseCount(name, part));
      wish->factors.push_back(factor);
    }
    return absl::OkStatus();
  }
  if (name == "exchange") {
    FFT_ASSIGN_OR_RETURN(wish->exchange, ParseExchange(value));
    return absl::OkStatus();
  }
  if (name == "pad_every") {
    FFT_ASSIGN_OR_RETURN(wish->pad_every, ParseCount(name, value));
    return absl::OkStatus();
  }
  if (name == "staged" || name == "persistent") {
    if (value != "0" && value != "1") {
      return InvalidField(absl::StrCat(kField, ".", name), std::string(value), "0, 1");
    }
    (name == "staged" ? wish->staged : wish->persistent) = value == "1";
    return absl::OkStatus();
  }
  int* const count = name == "threads"           ? &wish->threads_per_transform
                     : name == "transforms"      ? &wish->transforms_per_group
                     : name == "resident_groups" ? &wish->resident_groups
                                                 : nullptr;
  if (count == nullptr) {
    return InvalidField(
        kField, std::string(name),
        "factors, threads, transforms, exchange, pad_every, resident_groups, staged, persistent");
  }
  FFT_ASSIGN_OR_RETURN(*count, ParseCount(name, value));
  return absl::OkStatus();
}

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
    FFT_RETURN_IF_ERROR(ReadMember(pair.first, pair.second, &shape.wish));
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
  const ShapeWish& wish = shape.wish;
  std::vector<std::string> members;
  const auto add = [&members](const char* name, int value) {
    if (value != 0) members.push_back(absl::StrCat(name, "=", value));
  };
  if (!wish.factors.empty()) {
    members.push_back(absl::StrCat("factors=", absl::StrJoin(wish.factors, "x")));
  }
  add("threads", wish.threads_per_transform);
  add("transforms", wish.transforms_per_group);
  if (wish.exchange) members.push_back(absl::StrCat("exchange=", ToString(*wish.exchange)));
  if (wish.pad_every) members.push_back(absl::StrCat("pad_every=", *wish.pad_every));
  add("resident_groups", wish.resident_groups);
  if (wish.staged) members.push_back(absl::StrCat("staged=", *wish.staged ? 1 : 0));
  if (wish.persistent) members.push_back(absl::StrCat("persistent=", *wish.persistent ? 1 : 0));
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
  const ShapeWish is = WishOf(shape);
  return (wish.factors.empty() || wish.factors == is.factors) &&
         (wish.threads_per_transform == 0 ||
          wish.threads_per_transform == is.threads_per_transform) &&
         (wish.transforms_per_group == 0 || wish.transforms_per_group == is.transforms_per_group) &&
         wish.exchange.value_or(*is.exchange) == *is.exchange &&
         wish.pad_every.value_or(*is.pad_every) == *is.pad_every &&
         (wish.resident_groups == 0 || wish.resident_groups == is.resident_groups) &&
         wish.staged.value_or(*is.staged) == *is.staged &&
         wish.persistent.value_or(shape.is_persistent) == shape.is_persistent;
}

bool StagedOf(const KernelShape& shape) { return shape.staging == Staging::kLoadAndStore; }

}  // namespace fft
