// Where the elements of one edge of the plan lie in memory.
//
// Every edge between two kernels has a canonical space: its elements are numbered 0..M-1 in packed
// row-major order of the data's natural shape (batch slowest). The index maps of kernels have
// strides in that space. A Layout places canonical positions in memory. It writes the position as a
// number in mixed radix (one digit per LayoutDigit, fastest first), and each digit has a stride:
//
//   position p = sum d_k * w_k,  w_k = product of the lengths of faster digits
//   address    = offset + sum d_k * stride_k
//
// A negative stride steps down from the offset. Packed data, user strides, user gaps and padding
// are all layouts. A kernel may split the dimensions differently from the kernel before it: the
// layout gives exact strides for the dims of either kernel, or refuses them. For example, a padded
// array has the digits {262144:1}{4096:262208}. In this layout a dim of 512 steps with canonical
// stride 512 has the memory stride 512, and a dim of 4096 steps with canonical stride 262144 has
// the memory stride 262208.
#ifndef FFT_CORE_LAYOUT_H_
#define FFT_CORE_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fft/base/json_fwd.h"

namespace fft {

struct LayoutDigit {
  int64_t length = 1;
  int64_t stride = 1;  // elements
  friend bool operator==(const LayoutDigit&, const LayoutDigit&) = default;
};

class Layout {
 public:
  Layout() = default;
  // Takes digits fastest first. Drops digits of length 1 and joins neighbours that step like one
  // digit, so that equal layouts compare equal.
  explicit Layout(const std::vector<LayoutDigit>& digits, int64_t offset = 0);

  static Layout Packed(int64_t volume);

  // The memory stride of a loop of `length` steps of `canonical_stride`; nullopt if the loop has no
  // single stride, because it crosses digits.
  std::optional<int64_t> MapStride(int64_t canonical_stride, int64_t length) const;

  // How many steps of `canonical_stride` from a digit's first element stay within the digit; 0 if
  // the stride is no multiple of a digit's weight. A loop whose length divides this number has a
  // single stride.
  int64_t StepsWithinDigit(int64_t canonical_stride) const;

  // The memory address of a canonical position.
  int64_t Address(int64_t position) const;

  int64_t volume() const;  // the number of elements
  // The smallest address of an element (the offset, if no stride is negative), and 1 + the largest
  // address.
  int64_t begin() const;
  int64_t end() const;
  int64_t extent() const { return end() - begin(); }
  int64_t offset() const { return offset_; }
  bool has_gaps() const { return extent() != volume(); }
  const std::vector<LayoutDigit>& digits() const { return digits_; }

  friend bool operator==(const Layout&, const Layout&) = default;

 private:
  std::vector<LayoutDigit> digits_;  // fastest first
  int64_t offset_ = 0;               // elements
};

std::string ToString(const Layout& layout);  // "{262144:1}{4096:262208}"
Json ToJson(const Layout& layout);

}  // namespace fft

#endif  // FFT_CORE_LAYOUT_H_
