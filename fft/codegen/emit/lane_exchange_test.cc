#include "fft/codegen/emit/lane_exchange.h"

#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace fft::codegen {
namespace {

using Vectors = std::vector<std::vector<int>>;

Vectors Exchanged(Vectors vectors, const std::vector<ExchangeStage>& stages) {
  for (const ExchangeStage& stage : stages) {
    Vectors next = vectors;
    for (size_t i = 0; i < vectors.size(); ++i) {
      const size_t other = i ^ (size_t{1} << stage.vector_bit);
      if (other < i) continue;
      std::vector<int> both = vectors[i];
      both.insert(both.end(), vectors[other].begin(), vectors[other].end());
      for (size_t at = 0; at < vectors[i].size(); ++at) {
        next[i][at] = both[stage.masks[0][at]];
        next[other][at] = both[stage.masks[1][at]];
      }
    }
    vectors = std::move(next);
  }
  return vectors;
}

int Element(int lane, int number) { return 100 * lane + number; }

Vectors Lanes(int width, int count) {
  Vectors vectors(count, std::vector<int>(width));
  for (int number = 0; number < count; ++number) {
    for (int lane = 0; lane < width; ++lane) vectors[number][lane] = Element(lane, number);
  }
  return vectors;
}

Vectors Rows(const LaneExchange& exchange, int width, int count) {
  Vectors vectors(count, std::vector<int>(width));
  for (int at = 0; at < width * count; ++at) {
    const int vector = at / width, part = at % width / count;
    vectors[vector][at % width] = Element(exchange.LaneOfRow(vector, part), at % count);
  }
  return vectors;
}

TEST(LaneExchange, RowsAndLanesBecomeEachOther) {
  for (const int bytes : {4, 8}) {
    for (int width = 4; width <= 16; width *= 2) {
      for (int count = 2; count <= width; count *= 2) {
        SCOPED_TRACE(testing::Message() << width << " lanes of " << count << " x " << bytes);
        const LaneExchange exchange(width, count, bytes);
        EXPECT_EQ(Exchanged(Lanes(width, count), exchange.StoreStages()),
                  Rows(exchange, width, count));
        EXPECT_EQ(Exchanged(Rows(exchange, width, count), exchange.LoadStages()),
                  Lanes(width, count));
      }
    }
  }
}

TEST(LaneExchange, EveryRowHasALane) {
  for (int count = 2; count <= 16; count *= 2) {
    const LaneExchange exchange(16, count, 4);
    std::vector<int> found(16, 0);
    for (int vector = 0; vector < count; ++vector) {
      for (int part = 0; part < 16 / count; ++part) ++found[exchange.LaneOfRow(vector, part)];
    }
    EXPECT_EQ(found, std::vector<int>(16, 1)) << count;
  }
}

// Whether a stage is cheap: it moves elements only within 16 bytes, or it moves whole 16 bytes and
// takes one half of each result from the first vector and the other half from the second.
bool IsCheap(const ExchangeStage& stage, int width, int bytes) {
  const int lane = 16 / bytes;
  bool stays = true, moves_whole = true;
  for (const std::vector<int>& mask : stage.masks) {
    for (int at = 0; at < width; ++at) {
      stays &= mask[at] % width / lane == at / lane;
      moves_whole &= mask[at] % lane == at % lane && mask[at] / width == at / (width / 2);
    }
  }
  return stays || moves_whole;
}

TEST(LaneExchange, TransposesBySixteenBytes) {
  for (const int bytes : {4, 8}) {
    const int width = 64 / bytes;
    const LaneExchange exchange(width, width, bytes);
    for (const ExchangeStage& stage : exchange.StoreStages()) {
      EXPECT_TRUE(IsCheap(stage, width, bytes)) << bytes;
    }
    for (const ExchangeStage& stage : exchange.LoadStages()) {
      EXPECT_TRUE(IsCheap(stage, width, bytes)) << bytes;
    }
  }
}

}  // namespace
}  // namespace fft::codegen
