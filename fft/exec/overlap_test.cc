#include "fft/exec/overlap.h"

#include <random>
#include <set>
#include <vector>

#include "fft/core/layout.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

std::set<int64_t> Bytes(const Layout& layout, int64_t base, int64_t element_bytes) {
  std::set<int64_t> bytes;
  for (int64_t position = 0; position < layout.volume(); ++position) {
    for (int64_t byte = 0; byte < element_bytes; ++byte) {
      bytes.insert(base + layout.Address(position) * element_bytes + byte);
    }
  }
  return bytes;
}

bool Intersect(const std::set<int64_t>& a, const std::set<int64_t>& b) {
  for (const int64_t byte : a) {
    if (b.count(byte) > 0) return true;
  }
  return false;
}

// Makes a layout with strides of either sign. Its elements may have gaps between them, or share
// places in memory.
Layout RandomLayout(std::mt19937_64& random) {
  std::vector<LayoutDigit> digits;
  int64_t stride = 1 + random() % 3;
  for (size_t i = 0, count = 1 + random() % 3; i < count; ++i) {
    const int64_t length = 1 + random() % 5;
    digits.push_back({length, random() % 3 == 0 ? -stride : stride});
    stride = random() % 4 == 0 ? 1 + random() % 12 : stride * (length + random() % 3);
  }
  return Layout(digits);
}

TEST(ByteShape, AgreesWithCounting) {
  std::mt19937_64 random(1);
  int shared = 0, apart = 0;
  for (int round = 0; round < 20000; ++round) {
    const Layout a = RandomLayout(random), b = RandomLayout(random);
    const int64_t a_bytes = int64_t{1} << random() % 4, b_bytes = int64_t{1} << random() % 4;
    const int64_t base = 4096, other_base = 4096 + static_cast<int64_t>(random() % 200) - 100;
    const bool expected = Intersect(Bytes(a, base, a_bytes), Bytes(b, other_base, b_bytes));
    ++(expected ? shared : apart);
    const ByteShape first(a, 0, a_bytes), second(b, 0, b_bytes);
    ASSERT_EQ(first.Shares(base, second, other_base), expected)
        << ToString(a) << " x " << a_bytes << ", " << ToString(b) << " x " << b_bytes << " at "
        << other_base - base;
    ASSERT_EQ(second.Shares(other_base, first, base), expected);
    ASSERT_FALSE(expected && first.IsApart(base, second, other_base));
    ASSERT_EQ(first.IsApart(base, second, other_base), second.IsApart(other_base, first, base));
  }
  EXPECT_GT(shared, 2000);
  EXPECT_GT(apart, 2000);
}

TEST(ByteShape, LargeArraysTakeNoTime) {
  // One array has the left half of a matrix's columns, the other array has the right half. If the
  // second array begins one column earlier, the arrays share a column.
  const int64_t n = int64_t{1} << 20;
  const ByteShape half(Layout({{n, 1}, {n, 2 * n}}), 0, 8);
  EXPECT_FALSE(half.Shares(4096, half, 4096 + 8 * n));
  EXPECT_TRUE(half.Shares(4096, half, 4096 + 8 * (n - 1)));
  // One array has the even elements, the other array the odd elements.
  const ByteShape even(Layout({{n, 2}}), 0, 8);
  EXPECT_FALSE(even.Shares(4096, even, 4096 + 8));
  EXPECT_TRUE(even.Shares(4096, even, 4096 + 4));
  EXPECT_TRUE(even.Shares(4096, even, 4096 + 16));
  const ByteShape all = ByteShape::Dense(int64_t{1} << 62);
  EXPECT_TRUE(all.Shares(0, even, 4096));
  EXPECT_FALSE(ByteShape().Shares(4096, all, 0)) << "no bytes";
}

TEST(ByteShape, OffsetsCountElements) {
  const ByteShape late(Layout::Packed(4), 4, 8), early(Layout::Packed(4), 0, 8);
  EXPECT_FALSE(late.Shares(4096, early, 4096));
  EXPECT_TRUE(late.Shares(4096, early, 4096 + 8));
  EXPECT_TRUE(late.IsApart(4096, early, 4096));
  EXPECT_FALSE(late.IsApart(4096, early, 4096 + 8));
}

}  // namespace
}  // namespace fft
