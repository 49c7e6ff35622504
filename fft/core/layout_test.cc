#include "fft/core/layout.h"

#include <random>

#include "fft/base/json.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

TEST(Layout, JoinsDigitsThatStepAlike) {
  EXPECT_EQ(Layout({{4, 1}, {1, 77}, {6, 4}}), Layout::Packed(24));
  EXPECT_EQ(ToString(Layout({{4, 1}, {6, 5}, {2, 30}})), "{4:1}{12:5}");
  EXPECT_EQ(Layout({{1, 3}}), Layout::Packed(1));
}

TEST(Layout, PlacesPositions) {
  const Layout layout({{20, 12}, {12, 1}, {2, 300}}, 5);
  EXPECT_EQ(layout.volume(), 480);
  EXPECT_EQ(layout.extent(), 1 + 19 * 12 + 11 + 300);
  EXPECT_TRUE(layout.has_gaps());
  EXPECT_FALSE(Layout::Packed(7).has_gaps());
  for (int64_t batch = 0; batch < 2; ++batch) {
    for (int64_t row = 0; row < 12; ++row) {
      for (int64_t col = 0; col < 20; ++col) {
        EXPECT_EQ(layout.Address(batch * 240 + row * 20 + col), 5 + batch * 300 + row + 12 * col);
      }
    }
  }
}

TEST(Layout, MapsThePaddingExample) {
  const Layout padded({{262144, 1}, {4096, 262208}});
  EXPECT_EQ(padded.MapStride(512, 512), 512);
  EXPECT_EQ(padded.MapStride(1, 512), 1);
  EXPECT_EQ(padded.MapStride(262144, 4096), 262208);
  EXPECT_EQ(padded.MapStride(262144 * 2, 2048), 2 * 262208);
  EXPECT_EQ(padded.MapStride(512, 1024), std::nullopt);  // leaves the row
  EXPECT_EQ(padded.MapStride(262144, 8192), std::nullopt);
  EXPECT_EQ(padded.MapStride(3 * 131072, 2), std::nullopt);
  EXPECT_EQ(padded.MapStride(0, 2), std::nullopt);
}

// Finds the stride of a loop from the addresses of its elements. The loop may start at any position
// below its step.
std::optional<int64_t> MapByEnumeration(const Layout& layout, int64_t step, int64_t length) {
  if (step * length > layout.volume()) return std::nullopt;
  const int64_t stride = layout.Address(step) - layout.Address(0);
  for (int64_t base = 0; base < step; ++base) {
    for (int64_t i = 0; i < length; ++i) {
      if (layout.Address(base + i * step) != layout.Address(base) + i * stride) {
        return std::nullopt;
      }
    }
  }
  return stride;
}

TEST(Layout, MapStrideEqualsEnumeration) {
  std::mt19937 random(3);
  int mapped = 0, refused = 0;
  for (int i = 0; i < 400; ++i) {
    std::vector<LayoutDigit> digits;
    int64_t extent = 1;
    const int count = 1 + random() % 4;
    for (int d = 0; d < count; ++d) {
      const int64_t length = 1 + random() % 6;
      // The digit continues the digit before it, or has a gap before it.
      const int64_t gap = random() % 2 == 0 ? 0 : random() % 5;
      digits.push_back({length, extent + gap});
      extent = 1 + digits.back().stride * length;
      if (random() % 2 == 0) extent -= 1;
    }
    const Layout layout(digits, random() % 3);
    for (int64_t length = 2; length <= layout.volume(); ++length) {
      for (int64_t step = 1; step <= layout.volume(); ++step) {
        const auto expected = MapByEnumeration(layout, step, length);
        ASSERT_EQ(layout.MapStride(step, length), expected)
            << ToString(layout) << " " << length << ":" << step;
        ++(expected ? mapped : refused);
      }
    }
  }
  EXPECT_GT(mapped, 1000);
  EXPECT_GT(refused, 1000);
}

TEST(Layout, SaysWhereLoopsCanBeSplit) {
  const Layout padded({{262144, 1}, {4096, 262208}});
  EXPECT_EQ(padded.StepsWithinDigit(1), 262144);
  EXPECT_EQ(padded.StepsWithinDigit(512), 512);
  EXPECT_EQ(padded.StepsWithinDigit(262144), 4096);
  EXPECT_EQ(padded.StepsWithinDigit(3), 0);           // one step crosses the boundary
  EXPECT_EQ(padded.StepsWithinDigit(3 * 131072), 0);  // begins within one digit, ends in the next
  EXPECT_EQ(padded.StepsWithinDigit(0), 0);
}

TEST(Layout, AnyLoopOfOneStepMaps) { EXPECT_EQ(Layout({{3, 1}, {4, 7}}).MapStride(5, 1), 0); }

TEST(Layout, StepsDownFromItsOffset) {
  const Layout layout({{3, -1}, {4, 7}, {2, -28}}, 33);
  EXPECT_EQ(layout.begin(), 3);
  EXPECT_EQ(layout.end(), 55);
  EXPECT_EQ(layout.extent(), 52);
  EXPECT_EQ(layout.Address(2), 31);
  EXPECT_EQ(layout.MapStride(12, 2), -28);
  EXPECT_EQ(Layout({{3, -1}, {4, -3}}, 11), Layout({{12, -1}}, 11));
  EXPECT_FALSE(Layout({{12, -1}}, 11).has_gaps());
}

TEST(LayoutText, ShowsDigitsAndOffset) {
  const Layout layout({{3, 1}, {4, 7}}, 2);
  EXPECT_EQ(ToString(layout), "{3:1}{4:7}+2");
  EXPECT_EQ(ToString(Layout::Packed(1)), "{1:1}");
  EXPECT_EQ(ToJson(layout).dump(),
            R"({"digits":[{"length":3,"stride":1},{"length":4,"stride":7}],"offset":2,)"
            R"("volume":12,"extent":24,"has_gaps":true})");
}

}  // namespace
}  // namespace fft
