// Tells whether two of the user's arrays share memory. Arrays may lie in each other's gaps, so
// their elements are compared, and not only their begins and ends.
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

  // An array without bytes.
  ByteShape() = default;
  // The bytes of the layout's elements, with `offset` in place of the layout's offset. Strides may
  // be negative.
  ByteShape(const Layout& layout, int64_t offset, int64_t element_bytes);
  // `bytes` bytes without gaps.
  static ByteShape Dense(int64_t bytes);

  // Whether an element of this array at `base` and an element of `other` at `other_base` share a
  // byte. Allocates nothing. Gives up and returns false if the search takes too long. This never
  // happens if the strides are nested: each is at least the extent of the dims with smaller
  // strides.
  bool Shares(uintptr_t base, const ByteShape& other, uintptr_t other_base) const;
  // Whether one array ends before the other begins. Both have at least one byte. Because addresses
  // wrap at 2^64, the answer may be false for arrays that are apart, but it is never true for
  // arrays that overlap.
  bool IsApart(uintptr_t base, const ByteShape& other, uintptr_t other_base) const {
    const uint64_t extent = static_cast<uint64_t>(extent_);
    const uint64_t other_extent = static_cast<uint64_t>(other.extent_);
    const uint64_t distance =
        other_base + static_cast<uint64_t>(other.first_) - base - static_cast<uint64_t>(first_);
    return distance - extent <= uint64_t{0} - extent - other_extent;
  }
  // The bytes from the first byte of the first element to the last byte of the last element.
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
