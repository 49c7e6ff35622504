#include "fft/core/ranges.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"

namespace fft {

absl::Status CheckRanges(const std::string& field, const Ranges& ranges,
                         const std::vector<int64_t>& lengths) {
  if (ranges.empty()) return absl::OkStatus();
  if (ranges.size() != lengths.size()) {
    return InvalidField(field, absl::StrCat("a list of ", ranges.size()),
                        absl::StrCat(lengths.size(), " ranges, one per length, or none"));
  }
  for (size_t i = 0; i < ranges.size(); ++i) {
    const auto& [first, count] = ranges[i];
    const std::string name = absl::StrCat(field, "[", i, "]");
    if (first < 0 || first >= lengths[i]) {
      return InvalidField(name + ".first", absl::StrCat(first),
                          absl::StrCat("0 to ", lengths[i] - 1));
    }
    if (count < 1 || count > lengths[i]) {
      return InvalidField(name + ".count", absl::StrCat(count), absl::StrCat("1 to ", lengths[i]));
    }
  }
  return absl::OkStatus();
}

Ranges WithoutWhole(const Ranges& ranges, const std::vector<int64_t>& lengths) {
  if (ranges.size() != lengths.size()) return ranges;
  for (size_t i = 0; i < ranges.size(); ++i) {
    if (ranges[i] != Range{0, lengths[i]}) return ranges;
  }
  return {};
}

std::vector<int64_t> PositionsInWhole(const Ranges& ranges, const std::vector<int64_t>& lengths) {
  std::vector<int64_t> positions = {0};
  for (size_t axis = 0; axis < lengths.size(); ++axis) {
    const Range range = ranges.empty() ? Range{0, lengths[axis]} : ranges[axis];
    std::vector<int64_t> finer;
    for (int64_t position : positions) {
      for (int64_t i = 0; i < range.count; ++i) {
        finer.push_back(position * lengths[axis] + (range.first + i) % lengths[axis]);
      }
    }
    positions = std::move(finer);
  }
  return positions;
}

std::string ToString(const Ranges& ranges) {
  return absl::StrJoin(ranges, " ", [](std::string* out, const Range& range) {
    absl::StrAppend(out, range.first, ":", range.count);
  });
}

}  // namespace fft
