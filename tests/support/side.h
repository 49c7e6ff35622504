// One side of a problem (what it reads, or what it writes) as elements in memory.
//
// The canonical order of a side is packed and row-major with loops slowest, then the batch. Values
// in canonical order are vectors of a reference type: one number per element of a real side, two
// (real, imaginary) per element of a complex one.
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
  std::vector<int64_t> lengths;  // slowest first, loops and the batch before them
  std::vector<int64_t> strides;  // elements, likewise
  std::array<int64_t, 2> offsets = {0, 0};

  int planes() const { return IsPlanar(format) ? 2 : 1; }
  int components() const { return format == ArrayFormat::kReal ? 1 : 2; }
  int64_t volume() const;               // elements of all batches
  int64_t PlaneBytes(int plane) const;  // from the array's begin to the last element reached
};

// The sides of a completed problem.
Side InputSide(const Problem& problem);
Side OutputSide(const Problem& problem);

// Calls visit(canonical index, memory offset in elements without the side's own offset).
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
// guards before and after, filled with a pattern. The pattern's bytes read as large numbers in
// every precision, so that a kernel that reads where it should not spoils its result.
class Planes {
 public:
  static constexpr uint8_t kPattern = 0x5A;
  static constexpr int64_t kGuardBytes = 4096;

  explicit Planes(const std::vector<Side>& sides);

  int count() const { return static_cast<int>(blocks_.size()); }
  // Whole blocks, guards included.
  std::vector<uint8_t>& block(int plane) { return blocks_[plane]; }
  const std::vector<uint8_t>& block(int plane) const { return blocks_[plane]; }
  // Element 0 of the array.
  uint8_t* data(int plane) { return blocks_[plane].data() + kGuardBytes; }
  const uint8_t* data(int plane) const { return blocks_[plane].data() + kGuardBytes; }

  friend bool operator==(const Planes&, const Planes&) = default;

 private:
  std::vector<std::vector<uint8_t>> blocks_;
};

// Rounds canonical values to the side's precision and puts them into memory.
template <typename Real>
void Scatter(const Side& side, const std::vector<Real>& values, Planes* planes);

// Values in canonical order.
template <typename Real>
std::vector<Real> Gather(const Side& side, const Planes& planes);

// Puts the pattern back where the side's elements are.
void Erase(const Side& side, Planes* planes);

// Puts the pattern back over everything from the lowest of the side's elements to the highest, gaps
// included.
void EraseExtent(const Side& side, Planes* planes);

// The place of the first byte that is not the pattern: "plane 0, byte 132 of the array (before its
// first element)"; empty when there is none.
std::string FindForeignByte(const Planes& planes);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_SIDE_H_
