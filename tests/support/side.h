// One side of a problem, that is, its input or its output, as elements in memory.
//
// In canonical order the elements of a side are packed and row-major. The loops are the slowest
// dimensions, then comes the batch. Values in canonical order are a vector of reals: one number per
// element of a real side, two (real, imaginary) per element of a complex side.
#ifndef TESTS_SUPPORT_SIDE_H_
#define TESTS_SUPPORT_SIDE_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "fft/core/problem.h"

namespace fft::testing {

struct Side {
  ArrayFormat format = ArrayFormat::kComplexInterleaved;
  Precision precision = Precision::kSingle;
  std::vector<int64_t> lengths;  // slowest first: loops, batch, lengths
  std::vector<int64_t> strides;  // in elements, in the same order
  std::array<int64_t, 2> offsets = {0, 0};

  int planes() const { return IsPlanar(format) ? 2 : 1; }
  int components() const { return format == ArrayFormat::kReal ? 1 : 2; }
  int64_t volume() const;               // elements of all batches
  int64_t PlaneBytes(int plane) const;  // from the beginning of the array to its last element
};

// Return the sides of a completed problem.
Side InputSide(const Problem& problem);
Side OutputSide(const Problem& problem);

// Calls visit(canonical index, offset in memory) for each element. The offset counts elements and
// does not include the side's own offset.
template <typename Visitor>
void ForEachElement(const Side& side, Visitor&& visit) {
  const size_t rank = side.lengths.size();
  std::vector<int64_t> index(rank, 0);
  const int64_t inner = side.lengths[rank - 1], step = side.strides[rank - 1];
  int64_t base = 0;
  for (int64_t n = 0, volume = side.volume(); n < volume;) {
    for (int64_t i = 0; i < inner; ++i) visit(n++, base + i * step);
    for (size_t d = rank - 1; d-- > 0;) {
      base += side.strides[d];
      if (++index[d] < side.lengths[d]) break;
      base -= side.strides[d] * side.lengths[d];
      index[d] = 0;
    }
  }
}

// Memory of one side, or of both sides of an in-place problem: one block of bytes per plane, with
// guards before and after, filled with a pattern. The pattern is a large number in every precision,
// so a kernel that reads outside the elements spoils its result.
class Planes {
 public:
  static constexpr uint8_t kPattern = 0x5A;
  static constexpr int64_t kGuardBytes = 4096;

  explicit Planes(const std::vector<Side>& sides);

  int count() const { return static_cast<int>(blocks_.size()); }
  // The whole block of a plane, with its guards.
  std::vector<uint8_t>& block(int plane) { return blocks_[plane]; }
  const std::vector<uint8_t>& block(int plane) const { return blocks_[plane]; }
  // Element 0 of the array.
  uint8_t* data(int plane) { return blocks_[plane].data() + kGuardBytes; }
  const uint8_t* data(int plane) const { return blocks_[plane].data() + kGuardBytes; }

  friend bool operator==(const Planes&, const Planes&) = default;

 private:
  std::vector<std::vector<uint8_t>> blocks_;
};

// Rounds values in canonical order to the side's precision and stores them in memory.
template <typename Real>
void Scatter(const Side& side, const std::vector<Real>& values, Planes* planes);

// Returns the values in memory in canonical order.
template <typename Real>
std::vector<Real> Gather(const Side& side, const Planes& planes);

// Overwrites the side's elements with the pattern.
void Erase(const Side& side, Planes* planes);

// Overwrites the memory from the side's lowest element to its highest element, with the gaps, with
// the pattern.
void EraseExtent(const Side& side, Planes* planes);

// Returns the place of the first byte that differs from the pattern, such as "plane 0, byte 132 of
// the array (before its first element)"; empty if all bytes have the pattern.
std::string FindForeignByte(const Planes& planes);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_SIDE_H_
