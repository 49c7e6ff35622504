#include "fft/exec/overlap.h"

#include <algorithm>
#include <array>

#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/core/layout.h"

namespace fft {
namespace {

using Wide = __int128;

// The contribution of one stride to the distance of two elements: a multiple of the stride, from
// stride * low to stride * high.
struct Term {
  Wide stride = 0;
  Wide low = 0;
  Wide high = 0;
};

Wide FloorDivide(Wide a, Wide b) { return a / b - (a % b < 0 ? 1 : 0); }
Wide CeilDivide(Wide a, Wide b) { return -FloorDivide(-a, b); }

// Searches for one multiple per term, so that the sum of the multiples lies within bounds.
class SumSearch {
 public:
  void Add(int64_t stride, int64_t low, int64_t high) {
    for (int i = 0; i < count_; ++i) {
      if (terms_[i].stride != stride) continue;
      terms_[i].low += low;
      terms_[i].high += high;
      return;
    }
    terms_[count_++] = {stride, low, high};
  }

  bool Finds(Wide least, Wide most) {
    std::sort(terms_.begin(), terms_.begin() + count_,
              [](const Term& a, const Term& b) { return a.stride > b.stride; });
    Wide low = 0, high = 0;
    for (int i = count_ - 1; i >= 0; --i) {
      low_[i] = low += terms_[i].stride * terms_[i].low;
      high_[i] = high += terms_[i].stride * terms_[i].high;
    }
    return FindsFrom(0, least, most);
  }

 private:
  static constexpr int kMostTerms = 2 * ByteShape::kMostDigits;
  static constexpr int kMostVisits = 20000;

  // Searches the terms from `i` on. The largest strides come first, because only few multiples of a
  // large stride leave a rest that the other strides can reach.
  bool FindsFrom(int i, Wide least, Wide most) {
    if (i == count_) return least <= 0 && 0 <= most;
    if (high_[i] < least || most < low_[i] || ++visits_ > kMostVisits) return false;
    const Term& term = terms_[i];
    const Wide rest_low = i + 1 < count_ ? low_[i + 1] : 0;
    const Wide rest_high = i + 1 < count_ ? high_[i + 1] : 0;
    const Wide from = std::max(term.low, CeilDivide(least - rest_high, term.stride));
    const Wide to = std::min(term.high, FloorDivide(most - rest_low, term.stride));
    for (Wide k = from; k <= to && visits_ <= kMostVisits; ++k) {
      if (FindsFrom(i + 1, least - k * term.stride, most - k * term.stride)) return true;
    }
    return false;
  }

  std::array<Term, kMostTerms> terms_;
  std::array<Wide, kMostTerms> low_;  // [i]: the least sum of the terms from i on
  std::array<Wide, kMostTerms> high_;
  int count_ = 0;
  int visits_ = 0;
};

}  // namespace

ByteShape::ByteShape(const Layout& layout, int64_t offset, int64_t element_bytes)
    : first_((offset - layout.offset() + layout.begin()) * element_bytes),
      element_bytes_(element_bytes),
      extent_(layout.extent() * element_bytes) {
  FFT_CHECK(layout.digits().size() <= kMostDigits);
  for (const LayoutDigit& digit : layout.digits()) {
    digit_[digits_++] = {digit.length, Magnitude(digit.stride) * element_bytes};
  }
}

ByteShape ByteShape::Dense(int64_t bytes) {
  return bytes == 0 ? ByteShape() : ByteShape(Layout::Packed(bytes), 0, 1);
}

bool ByteShape::Shares(uintptr_t base, const ByteShape& other, uintptr_t other_base) const {
  if (extent_ == 0 || other.extent_ == 0) return false;
  if (IsApart(base, other, other_base)) return false;
  SumSearch search;
  for (int i = 0; i < digits_; ++i) search.Add(digit_[i].stride, 0, digit_[i].length - 1);
  for (int i = 0; i < other.digits_; ++i) {
    search.Add(other.digit_[i].stride, 1 - other.digit_[i].length, 0);
  }
  // Two elements share a byte if their distance lies between these bounds.
  const Wide start = Wide{base} + first_ - other_base - other.first_;
  return search.Finds(1 - element_bytes_ - start, other.element_bytes_ - 1 - start);
}

}  // namespace fft
