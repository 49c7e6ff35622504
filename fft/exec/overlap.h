// Tells whether two arrays of the user's share memory. The answer is exact, since arrays may lie in
// each other's gaps.
#ifndef FFT_EXEC_OVERLAP_H_
#define FFT_EXEC_OVERLAP_H_

#include <array>
#include <cstdint>

#include "fft/core/layout.h"
#include "fft/core/problem.h"

namespace fft {

// The bytes of an array's elements, counted from the pointer that the user gives.
class ByteShape {
 public:
  // The most digits that the layout of one side of a problem has.
  static constexpr int kMostDigits = kMostLengths + 1 + kMostLoops;

  // No bytes.
  ByteShape() = default;
  // The bytes of elements where the layout places them, but with `offset` in place of the layout's
  // own. Strides may go either way.
  ByteShape(const Layout& layout, int64_t offset, int64_t element_bytes);
  // Bytes without gaps.
  static ByteShape Dense(int64_t bytes);

  // Whether an element of this array at `base` and one of the other at `other_base` have a byte in
  // common. Allocates nothing. Where an entangled layout would take long, it gives up and returns
  // false. That never happens where of any two strides one contains the other.
  bool Shares(uintptr_t base, const ByteShape& other, uintptr_t other_base) const;
  // Whether one array ends before the other begins; each has a byte at least. Addresses wrap at
  // 2^64, so the answer may be false for arrays that are apart. It is never true for others.
  bool IsApart(uintptr_t base, const ByteShape& other, uintptr_t other_base) const {
    const uint64_t extent = static_cast<uint64_t>(extent_);
    const uint64_t other_extent = static_cast<uint64_t>(other.extent_);
    const uint64_t distance =
        other_base + static_cast<uint64_t>(other.first_) - base - static_cast<uint64_t>(first_);
    return distance - extent <= uint64_t{0} - extent - other_extent;
  }
  // Bytes from the first element's first byte to the last element's last one.
  int64_t extent() const { return extent_; }

 private:
  struct Digit {
    int64_t length = 1;
    int64_t stride = 0;  // bytes
  };

  int64_t first_ = 0;
  int64_t element_bytes_ = 0;
  int64_t extent_ = 0;
  int digits_ = 0;
  std::array<Digit, kMostDigits> digit_;
};

}  // namespace fft

#endif  // FFT_EXEC_OVERLAP_H_
