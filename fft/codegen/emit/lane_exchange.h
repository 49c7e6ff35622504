// Rows of elements, one a lane, against vectors of lanes, one an element: the shuffles between.
#ifndef FFT_CODEGEN_EMIT_LANE_EXCHANGE_H_
#define FFT_CODEGEN_EMIT_LANE_EXCHANGE_H_

#include <array>
#include <vector>

namespace fft::codegen {

// Vectors whose numbers differ in `vector_bit` alone make two new ones, by masks over the elements
// of both: those of the second follow the first's.
struct ExchangeStage {
  int vector_bit = 0;
  std::array<std::vector<int>, 2> masks;
};

// `count` vectors of `width` lanes, vector j with element j of each lane, and the same as rows of
// `count` consecutive elements, several of which share a vector. `width` and `count` are powers of
// two.
//
// log2(count) stages, as few as there can be. Processors move elements within 16 bytes, and whole
// 16 bytes, more cheaply than single elements anywhere, so nearly all stages do only that; hence
// the order in which rows share vectors.
class LaneExchange {
 public:
  LaneExchange(int width, int count, int element_bytes);

  // The lane whose row is part number `part` of vector number `vector`.
  int LaneOfRow(int vector, int part) const;
  // From vectors of lanes to rows.
  const std::vector<ExchangeStage>& StoreStages() const { return store_; }
  // From rows to vectors of lanes.
  const std::vector<ExchangeStage>& LoadStages() const { return load_; }

 private:
  // Which bit of an element's place before a stage each bit of its place after it is: the bits of
  // the position in a vector, then the vector's.
  using BitMap = std::vector<int>;

  BitMap SwapOf(int position_bit) const;
  void Append(int vector_bit, const BitMap& bits);
  ExchangeStage StageOf(int vector_bit, const BitMap& bits) const;

  const int position_bits_, element_bits_;
  std::vector<ExchangeStage> store_, load_;
  // What of an element's lane or number each bit says, as rows: bit b of the lane as b, bit e of
  // the number as -1 - e.
  std::vector<int> position_, vector_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_EMIT_LANE_EXCHANGE_H_
