#include "fft/dist/box.h"

#include <algorithm>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/base/status.h"

namespace fft::dist {
namespace {

std::string Name(const std::string& field, size_t i) { return absl::StrCat(field, "[", i, "]"); }

absl::Status CheckInside(const std::string& field, const Box& box,
                         const std::vector<int64_t>& lengths) {
  if (box.lower.size() != lengths.size() || box.upper.size() != lengths.size()) {
    return InvalidField(field,
                        absl::StrCat(box.lower.size(), " lower and ", box.upper.size(), " upper"),
                        absl::StrCat(lengths.size(), " of each, one an axis"));
  }
  if (box.empty()) return absl::OkStatus();
  for (size_t d = 0; d < lengths.size(); ++d) {
    if (box.lower[d] >= 0 && box.upper[d] <= lengths[d]) continue;
    return InvalidField(field, ToString(box),
                        absl::StrCat("indices 0 to ", lengths[d] - 1, " of axis ", d));
  }
  return absl::OkStatus();
}

// Returns the error of two boxes that share an index, if there are any. Only boxes that overlap
// along the first axis are compared.
absl::Status CheckApart(const std::string& field, const std::vector<Box>& boxes) {
  std::vector<size_t> order;
  for (size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].empty()) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(boxes[a].lower, a) < std::pair(boxes[b].lower, b);
  });
  for (size_t i = 0; i < order.size(); ++i) {
    const Box& a = boxes[order[i]];
    for (size_t j = i + 1; j < order.size(); ++j) {
      const Box& b = boxes[order[j]];
      if (b.lower[0] >= a.upper[0]) break;
      if (Intersection(a, b).empty()) continue;
      return InvalidField(
          Name(field, order[j]), ToString(b),
          absl::StrCat("boxes that share no index; ", Name(field, order[i]), " is ", ToString(a)));
    }
  }
  return absl::OkStatus();
}

}  // namespace

bool Box::empty() const {
  for (size_t d = 0; d < lower.size(); ++d) {
    if (upper[d] <= lower[d]) return true;
  }
  return false;
}

int64_t Box::volume() const {
  if (empty()) return 0;
  int64_t volume = 1;
  for (int d = 0; d < axes(); ++d) volume *= length(d);
  return volume;
}

Box Whole(const std::vector<int64_t>& lengths) {
  return {std::vector<int64_t>(lengths.size(), 0), lengths};
}

Box Intersection(const Box& a, const Box& b) {
  Box box = a;
  for (size_t d = 0; d < box.lower.size(); ++d) {
    box.lower[d] = std::max(a.lower[d], b.lower[d]);
    box.upper[d] = std::min(a.upper[d], b.upper[d]);
  }
  return box;
}

int64_t SharedVolume(const Box& a, const Box& b) {
  int64_t volume = 1;
  for (size_t d = 0; d < a.lower.size(); ++d) {
    const int64_t length = std::min(a.upper[d], b.upper[d]) - std::max(a.lower[d], b.lower[d]);
    if (length <= 0) return 0;
    volume *= length;
  }
  return volume;
}

std::vector<int64_t> PackedStrides(const Box& box, const std::vector<int>& order) {
  std::vector<int64_t> strides(box.lower.size(), 0);
  int64_t step = 1;
  for (size_t i = order.size(); i-- > 0;) {
    strides[order[i]] = step;
    step *= std::max<int64_t>(1, box.length(order[i]));
  }
  return strides;
}

std::vector<int> NaturalOrder(int axes) {
  std::vector<int> order(axes);
  std::iota(order.begin(), order.end(), 0);
  return order;
}

int64_t OffsetIn(const Box& whole, const std::vector<int64_t>& strides, const Box& part) {
  int64_t offset = 0;
  for (size_t d = 0; d < strides.size(); ++d)
    offset += (part.lower[d] - whole.lower[d]) * strides[d];
  return offset;
}

absl::Status CheckTiling(const std::string& field, const std::vector<Box>& boxes,
                         const std::vector<int64_t>& lengths) {
  const int64_t volume = Whole(lengths).volume();
  int64_t held = 0;
  for (size_t i = 0; i < boxes.size(); ++i) {
    FFT_RETURN_IF_ERROR(CheckInside(Name(field, i), boxes[i], lengths));
    // If boxes share indices, the sum of their volumes may not fit 64 bits.
    held = std::min(held + boxes[i].volume(), volume + 1);
  }
  FFT_RETURN_IF_ERROR(CheckApart(field, boxes));
  if (held == volume) return absl::OkStatus();
  return InvalidField(field, absl::StrCat(held, " elements in all boxes"),
                      absl::StrCat(volume, ": every index in one box"));
}

std::string ToString(const Box& box) {
  std::string text;
  for (int d = 0; d < box.axes(); ++d) {
    absl::StrAppend(&text, d == 0 ? "" : " x ", "[", box.lower[d], ",", box.upper[d], ")");
  }
  return text;
}

Json ToJson(const Box& box) { return {{"lower", box.lower}, {"upper", box.upper}}; }

}  // namespace fft::dist
