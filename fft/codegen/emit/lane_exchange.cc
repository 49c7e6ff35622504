#include "fft/codegen/emit/lane_exchange.h"

#include <algorithm>
#include <utility>

#include "fft/base/int_math.h"

namespace fft::codegen {
namespace {

constexpr int kCheapBytes = 16;

}  // namespace

LaneExchange::LaneExchange(int width, int count, int element_bytes)
    : position_bits_(FloorLog2(width)), element_bits_(FloorLog2(count)) {
  for (int bit = 0; bit < position_bits_; ++bit) position_.push_back(bit);
  for (int bit = 0; bit < element_bits_; ++bit) vector_.push_back(-1 - bit);
  const int vector = position_bits_, top = position_bits_ - 1;
  const int cheap_bits = std::min(FloorLog2(kCheapBytes / element_bytes), position_bits_);
  const bool is_square = element_bits_ == position_bits_;
  for (int bit = 0; bit < element_bits_; ++bit) {
    BitMap bits = SwapOf(bit);
    if (bit == 0 && cheap_bits == 2) {  // interleaves the halves of 16 bytes
      bits[vector] = 1;
      bits[1] = 0;
    } else if (bit >= cheap_bits && is_square && top == cheap_bits + 1) {  // whole 16 bytes
      bits = SwapOf(top);
      bits[vector] = top - 1;
      bits[top - 1] = top;
    }
    Append(bit, bits);
  }
  if (!is_square) return;
  // A square is exchanged the same way in both directions, since its rows are the lanes of its
  // transpose.
  load_ = store_;
  for (int bit = 0; bit < element_bits_; ++bit) load_[bit].vector_bit = vector_[bit];
}

LaneExchange::BitMap LaneExchange::SwapOf(int position_bit) const {
  BitMap bits;
  for (int bit = 0; bit <= position_bits_; ++bit) bits.push_back(bit);
  std::swap(bits[position_bit], bits[position_bits_]);
  return bits;
}

void LaneExchange::Append(int vector_bit, const BitMap& bits) {
  store_.push_back(StageOf(vector_bit, bits));
  BitMap back(bits.size());
  for (size_t bit = 0; bit < bits.size(); ++bit) back[bits[bit]] = static_cast<int>(bit);
  load_.insert(load_.begin(), StageOf(vector_bit, back));
  std::vector<int> before = position_;
  before.push_back(vector_[vector_bit]);
  for (int bit = 0; bit < position_bits_; ++bit) position_[bit] = before[bits[bit]];
  vector_[vector_bit] = before[bits[position_bits_]];
}

ExchangeStage LaneExchange::StageOf(int vector_bit, const BitMap& bits) const {
  ExchangeStage stage;
  stage.vector_bit = vector_bit;
  for (int vector = 0; vector < 2; ++vector) {
    for (int position = 0; position < 1 << position_bits_; ++position) {
      const int to = position | vector << position_bits_;
      int from = 0;
      for (size_t bit = 0; bit < bits.size(); ++bit) from |= (to >> bit & 1) << bits[bit];
      stage.masks[vector].push_back(from);
    }
  }
  return stage;
}

int LaneExchange::LaneOfRow(int vector, int part) const {
  int lane = 0;
  for (int bit = 0; bit < element_bits_; ++bit) lane |= (vector >> bit & 1) << vector_[bit];
  for (int bit = element_bits_; bit < position_bits_; ++bit) {
    lane |= (part >> (bit - element_bits_) & 1) << position_[bit];
  }
  return lane;
}

}  // namespace fft::codegen
