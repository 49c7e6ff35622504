#include "fft/shapes/kept_shapes.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "fft/base/status.h"

namespace fft {
namespace {

constexpr char kBetweenEntries[] = ";";
constexpr char kLine[] = "line", kPlane[] = "plane";
// The most points of a kernel. No list of radices has a larger product.
constexpr int64_t kMostPoints = int64_t{1} << 32;

template <typename Visitor>
void Visit(Visitor& visit, KernelShapeRequest& request) {
  visit(request.length, request.precision, request.tiling, request.count, request.converts,
        request.restores, request.twiddled, request.convolves, request.takes_pairs,
        request.turns_round, request.lines_per_transform, request.is_part, request.few);
}

template <typename Visitor>
void Visit(Visitor& visit, LdsLayout& lds) {
  visit(lds.point_step, lds.transform_step, lds.pad_every, lds.words);
}

template <typename Visitor>
void Visit(Visitor& visit, KernelShape& shape) {
  visit(shape.origin, shape.factors, shape.threads_per_transform, shape.transforms_per_group,
        shape.exchange, shape.staging, shape.is_persistent, shape.lds_bytes, shape.resident_groups,
        shape.registers, shape.copy_share);
  Visit(visit, shape.lds);
}

template <typename Visitor>
void Visit(Visitor& visit, PlaneShapeRequest& request) {
  visit(request.x_length, request.y_length, request.precision, request.count);
}

template <typename Visitor>
void Visit(Visitor& visit, PlaneShape& shape) {
  visit(shape.x_factors, shape.y_factors, shape.threads, shape.planes_per_group, shape.exchange,
        shape.lds_bytes, shape.resident_groups, shape.registers, shape.copy_share);
  Visit(visit, shape.lds);
}

class Writer {
 public:
  explicit Writer(std::string* text) : text_(*text) {}

  template <typename... Members>
  void operator()(Members&... members) {
    (Write(members), ...);
  }

 private:
  void Write(double value) { Write(std::bit_cast<int64_t>(value)); }
  void Write(const std::vector<int>& list) {
    Write(list.size());
    for (int value : list) Write(value);
  }
  template <typename Number>
  void Write(Number value) {
    absl::StrAppend(&text_, " ", static_cast<int64_t>(value));
  }

  std::string& text_;
};

// Reads what Writer writes. `ok` turns false at the first word that Writer does not write.
class Reader {
 public:
  explicit Reader(absl::string_view text) : text_(text) {}

  template <typename... Members>
  void operator()(Members&... members) {
    (Read(members), ...);
  }
  bool ok() const { return ok_; }
  bool is_at_end() const { return text_.empty(); }

 private:
  void Read(double& value) { value = std::bit_cast<double>(Next(std::numeric_limits<int64_t>())); }
  void Read(std::vector<int>& list) {
    int64_t size = Next(std::numeric_limits<int64_t>()), product = 1;
    for (list.clear(); ok_ && size > 0; --size) {
      Read(list.emplace_back());
      ok_ = ok_ && list.back() > 1 && (product *= list.back()) <= kMostPoints;
    }
  }
  template <typename Number>
  void Read(Number& value) {
    if constexpr (std::is_enum_v<Number>) {
      value = static_cast<Number>(Next(std::numeric_limits<std::underlying_type_t<Number>>()));
    } else {
      value = static_cast<Number>(Next(std::numeric_limits<Number>()));
    }
  }
  template <typename Limits>
  int64_t Next(Limits limits) {
    int64_t value = 0;
    ok_ = ok_ && absl::ConsumePrefix(&text_, " ");
    const size_t end = std::min(text_.find(' '), text_.size());
    ok_ = ok_ && absl::SimpleAtoi(text_.substr(0, end), &value) && value >= limits.min() &&
          value <= limits.max() && absl::StrCat(value) == text_.substr(0, end);
    text_.remove_prefix(end);
    return ok_ ? value : 0;
  }

  absl::string_view text_;
  bool ok_ = true;
};

template <typename Request, typename Shape>
void Append(const char* kind, const std::vector<std::pair<Request, Shape>>& list,
            std::string* text) {
  for (auto [request, shape] : list) {
    absl::StrAppend(text, text->empty() ? "" : kBetweenEntries, kind);
    Writer writer(text);
    Visit(writer, request);
    Visit(writer, shape);
  }
}

template <typename Request, typename Shape>
bool ReadEntry(absl::string_view text, std::vector<std::pair<Request, Shape>>* list) {
  Reader reader(text);
  auto& [request, shape] = list->emplace_back();
  Visit(reader, request);
  Visit(reader, shape);
  return reader.ok() && reader.is_at_end();
}

}  // namespace

bool operator==(const KeptShapes& a, const KeptShapes& b) { return ToString(a) == ToString(b); }

std::string ToString(const KeptShapes& shapes) {
  std::string text;
  Append(kLine, shapes.lines, &text);
  Append(kPlane, shapes.planes, &text);
  return text;
}

absl::StatusOr<KeptShapes> ParseKeptShapes(absl::string_view text) {
  KeptShapes shapes;
  if (text.empty()) return shapes;
  for (absl::string_view entry : absl::StrSplit(text, kBetweenEntries)) {
    absl::string_view rest = entry;
    const bool is_read = absl::ConsumePrefix(&rest, kLine)    ? ReadEntry(rest, &shapes.lines)
                         : absl::ConsumePrefix(&rest, kPlane) ? ReadEntry(rest, &shapes.planes)
                                                              : false;
    if (!is_read) {
      return InvalidField("shape", std::string(entry),
                          absl::StrCat("\"", kLine, "\" or \"", kPlane, "\" and its numbers"));
    }
  }
  return shapes;
}

}  // namespace fft
