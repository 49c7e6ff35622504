// The shuffles that turn rows of elements, one row per lane, into vectors of lanes, one vector per
// element, and back.
#ifndef FFT_CODEGEN_EMIT_LANE_EXCHANGE_H_
#define FFT_CODEGEN_EMIT_LANE_EXCHANGE_H_

#include <array>
#include <vector>

namespace fft::codegen {

// One stage of shuffles. It takes every two vectors whose numbers differ only in bit `vector_bit`,
// and makes two new vectors of the two, with one mask for each. A mask numbers the second vector's
// elements after the first's.
struct ExchangeStage {
  int vector_bit = 0;
  std::array<std::vector<int>, 2> masks;
};

// Shuffles between two forms of the same elements. In the first form there are `count` vectors of
// `width` lanes, and vector j has element j of each lane. In the second form the `count` elements
// of a lane are consecutive, and vectors hold several lanes where count < width. `width` and
// `count` are powers of two.
//
// There are log2(count) stages, which is the least possible number. Processors are quickest at
// moving elements within 16 bytes, and at moving whole 16 bytes. The order in which rows share
// vectors is chosen so that nearly all stages do only this.
class LaneExchange {
 public:
  LaneExchange(int width, int count, int element_bytes);

  // The lane whose row is part number `part` of vector number `vector`.
  int LaneOfRow(int vector, int part) const;
  // The stages that turn vectors of lanes into rows.
  const std::vector<ExchangeStage>& StoreStages() const { return store_; }
  // The stages that turn rows into vectors of lanes.
  const std::vector<ExchangeStage>& LoadStages() const { return load_; }

 private:
  // For each bit of an element's place after a stage, the bit of its place before it. The bits of
  // the position in a vector come first, then the bits of the vector's number.
  using BitMap = std::vector<int>;

  BitMap SwapOf(int position_bit) const;
  void Append(int vector_bit, const BitMap& bits);
  ExchangeStage StageOf(int vector_bit, const BitMap& bits) const;

  const int position_bits_, element_bits_;
  std::vector<ExchangeStage> store_, load_;
  // The meaning of each bit of an element's place in the rows. The number b >= 0 stands for bit b
  // of the element's lane, and -1 - e stands for bit e of the element's number.
  std::vector<int> position_, vector_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_LANE_EXCHANGE_H_
