#include "fft/core/layout.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/base/status.h"

namespace fft {

Layout::Layout(const std::vector<LayoutDigit>& digits, int64_t offset) : offset_(offset) {
  for (const LayoutDigit& digit : digits) {
    FFT_CHECK(digit.length >= 1);
    if (digit.length == 1) continue;
    if (!digits_.empty() && digits_.back().stride * digits_.back().length == digit.stride) {
      digits_.back().length *= digit.length;
    } else {
      digits_.push_back(digit);
    }
  }
}

Layout Layout::Packed(int64_t volume) { return Layout({{volume, 1}}); }

std::optional<int64_t> Layout::MapStride(int64_t canonical_stride, int64_t length) const {
  if (length == 1) return 0;
  if (canonical_stride <= 0) return std::nullopt;
  int64_t weight = 1;  // the weight of `digit`
  for (const LayoutDigit& digit : digits_) {
    if (canonical_stride % weight != 0) return std::nullopt;
    const int64_t step = canonical_stride / weight;
    // Neighbouring digits never step like one digit (the constructor joins them). So a loop that
    // leaves its digit has no single stride.
    if (step < digit.length) {
      if (length > digit.length / step) return std::nullopt;
      return step * digit.stride;
    }
    weight *= digit.length;
  }
  return std::nullopt;
}

int64_t Layout::StepsWithinDigit(int64_t canonical_stride) const {
  int64_t weight = 1;
  for (const LayoutDigit& digit : digits_) {
    if (canonical_stride <= 0 || canonical_stride % weight != 0) return 0;
    const int64_t step = canonical_stride / weight;
    if (step < digit.length) return digit.length % step == 0 ? digit.length / step : 0;
    weight *= digit.length;
  }
  return 0;
}

int64_t Layout::Address(int64_t position) const {
  int64_t address = offset_;
  for (const LayoutDigit& digit : digits_) {
    address += position % digit.length * digit.stride;
    position /= digit.length;
  }
  FFT_CHECK(position == 0);
  return address;
}

int64_t Layout::volume() const {
  int64_t volume = 1;
  for (const LayoutDigit& digit : digits_) volume *= digit.length;
  return volume;
}

int64_t Layout::begin() const {
  int64_t first = offset_;
  for (const LayoutDigit& digit : digits_) {
    first += (digit.length - 1) * std::min<int64_t>(digit.stride, 0);
  }
  return first;
}

int64_t Layout::end() const {
  int64_t last = offset_;
  for (const LayoutDigit& digit : digits_) {
    last += (digit.length - 1) * std::max<int64_t>(digit.stride, 0);
  }
  return last + 1;
}

std::string ToString(const Layout& layout) {
  std::string text;
  for (const LayoutDigit& digit : layout.digits()) {
    absl::StrAppend(&text, "{", digit.length, ":", digit.stride, "}");
  }
  if (text.empty()) text = "{1:1}";
  if (layout.offset() != 0) absl::StrAppend(&text, "+", layout.offset());
  return text;
}

Json ToJson(const Layout& layout) {
  Json digits = Json::array();
  for (const LayoutDigit& digit : layout.digits()) {
    digits.push_back({{"length", digit.length}, {"stride", digit.stride}});
  }
  return {{"digits", std::move(digits)},
          {"offset", layout.offset()},
          {"volume", layout.volume()},
          {"extent", layout.extent()},
          {"has_gaps", layout.has_gaps()}};
}

}  // namespace fft
