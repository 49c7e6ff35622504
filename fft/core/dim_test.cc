#include "fft/core/dim.h"

#include <algorithm>
#include <limits>
#include <random>
#include <set>

#include "fft/base/json.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

using OffsetPairs = std::vector<std::pair<int64_t, int64_t>>;

// Returns all (input, output) offsets, sorted.
OffsetPairs Visit(const Dims& dims) {
  OffsetPairs pairs = {{0, 0}};
  for (const Dim& dim : dims) {
    OffsetPairs next;
    for (const auto& [in, out] : pairs) {
      for (int64_t i = 0; i < dim.length; ++i) {
        next.push_back({in + i * dim.in_stride, out + i * dim.out_stride});
      }
    }
    pairs = std::move(next);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

TEST(SplitDim, VisitsTheSameOffsets) {
  for (int64_t length = 1; length <= 60; ++length) {
    const Dim dim = {length, 3, 7};
    for (int64_t outer = 1; outer <= length; ++outer) {
      if (length % outer != 0) continue;
      const auto [slow, fast] = SplitDim(dim, outer);
      EXPECT_EQ(slow.length, outer);
      EXPECT_EQ(Visit({slow, fast}), Visit({dim}));
    }
  }
}

TEST(MergeDims, JoinsWhatStepsAlike) {
  EXPECT_EQ(MergeDims({{4, 6, 30}, {6, 1, 5}}), (Dims{{24, 1, 5}}));
  EXPECT_EQ(MergeDims({{4, 6, 31}, {6, 1, 5}}), (Dims{{4, 6, 31}, {6, 1, 5}}));
  EXPECT_EQ(MergeDims({{2, 24, 24}, {4, 6, 6}, {1, 99, 98}, {6, 1, 1}}), (Dims{{48, 1, 1}}));
  EXPECT_EQ(MergeDims({{1, 5, 5}}), Dims{});
}

TEST(MergeDims, VisitsTheSameOffsets) {
  std::mt19937 random(1);
  int merged = 0;
  for (int i = 0; i < 3000; ++i) {
    // The dims often merge, since they are made by splitting one dim again and again. Then one
    // stride is changed.
    Dims dims = {
        {24, 1 + static_cast<int64_t>(random() % 3), 1 + static_cast<int64_t>(random() % 3)}};
    for (int64_t outer : {2, 3, 2}) {
      const auto [slow, fast] = SplitDim(dims.back(), outer);
      dims.back() = slow;
      dims.push_back(fast);
    }
    if (random() % 2 == 0) dims[random() % dims.size()].out_stride += random() % 4;
    const Dims joined = MergeDims(dims);
    EXPECT_EQ(Visit(joined), Visit(dims)) << ToString(dims);
    EXPECT_EQ(MergeDims(joined), joined);
    merged += joined.size() < dims.size() ? 1 : 0;
  }
  EXPECT_GT(merged, 1000);
}

TEST(MergeLoops, JoinsLoopsInWhateverOrderTheyStand) {
  Dims loops = {{6, 1, 5}, {4, 12, 60}, {2, 6, 30}, {3, 100, 1000}};
  MergeLoops(&loops);
  EXPECT_EQ(loops, (Dims{{48, 1, 5}, {3, 100, 1000}}));
  Dims apart = {{6, 1, 5}, {4, 6, 31}};
  MergeLoops(&apart);
  EXPECT_EQ(apart.size(), 2u);
}

TEST(Extent, IsOneBeyondTheLastOffset) {
  const Dims dims = {{4, 100, 1}, {6, 3, 20}};
  EXPECT_EQ(InExtent(dims), Visit(dims).back().first + 1);
  EXPECT_EQ(OutExtent(dims), 3 * 1 + 5 * 20 + 1);
  EXPECT_EQ(InExtent({}), 1);
  EXPECT_EQ(Volume(dims), 24);
}

TEST(Extent, ShowsOverflow) {
  EXPECT_EQ(InExtent({{3, kMax, 1}}), std::nullopt);
  EXPECT_EQ(OutExtent({{2, 1, kMax}}), std::nullopt);
  EXPECT_EQ(InExtent({{2, kMax - 1, 1}}), kMax);
  EXPECT_EQ(Volume({{kMax, 1, 1}, {2, 1, 1}}), std::nullopt);
}

bool BruteForceInjective(const std::vector<StridedAxis>& axes) {
  std::vector<int64_t> offsets = {0};
  for (const StridedAxis& axis : axes) {
    std::vector<int64_t> next;
    for (int64_t offset : offsets) {
      for (int64_t i = 0; i < axis.length; ++i) next.push_back(offset + i * axis.stride);
    }
    offsets = std::move(next);
  }
  return std::set<int64_t>(offsets.begin(), offsets.end()).size() == offsets.size();
}

TEST(IsInjective, EqualsBruteForce) {
  std::mt19937 random(2);
  int injective = 0, total = 0;
  for (int rank = 1; rank <= 4; ++rank) {
    const int64_t longest = rank <= 2 ? 20 : 6;
    for (int i = 0; i < 8000; ++i) {
      std::vector<StridedAxis> axes;
      for (int a = 0; a < rank; ++a) {
        axes.push_back({1 + static_cast<int64_t>(random() % longest),
                        static_cast<int64_t>(random() % (rank <= 2 ? 40 : 120))});
      }
      const bool expected = BruteForceInjective(axes);
      std::string text;
      for (const StridedAxis& a : axes) {
        text += " " + std::to_string(a.length) + ":" + std::to_string(a.stride);
      }
      ASSERT_EQ(IsInjective(axes), expected) << text;
      injective += expected ? 1 : 0;
      ++total;
    }
  }
  // Both answers are frequent in the sample.
  EXPECT_GT(injective, total / 20);
  EXPECT_LT(injective, total * 19 / 20);
}

TEST(IsInjective, KnowsTheUsualLayouts) {
  EXPECT_TRUE(IsInjective({{12, 1}, {20, 12}}));             // column major
  EXPECT_TRUE(IsInjective({{9, 1}, {12, 9}}));               // batch within the stride
  EXPECT_TRUE(IsInjective({{2, 1088}, {33, 1}, {32, 34}}));  // swapped, with gaps
  EXPECT_FALSE(IsInjective({{2, 8}, {16, 1}}));
  EXPECT_FALSE(IsInjective({{4, 2}, {4, 1}}));
  EXPECT_FALSE(IsInjective({{5, 0}}));
  EXPECT_TRUE(IsInjective({{4, -8}, {8, 1}}));
  EXPECT_FALSE(IsInjective({{2, -8}, {16, 1}}));
  EXPECT_TRUE(IsInjective({{1, 0}}));
  EXPECT_TRUE(IsInjective({}));
  // The axes are interlaced: neither contains the other, and no two elements meet.
  EXPECT_TRUE(IsInjective({{2, 3}, {3, 2}}));
  EXPECT_FALSE(IsInjective({{3, 3}, {4, 2}}));
}

TEST(IsInjective, DecidesLargeLayouts) {
  const int64_t n = 1 << 20;
  EXPECT_TRUE(IsInjective({{1000, n * n}, {n, n}, {n, 1}}));
  EXPECT_TRUE(IsInjective({{n, 7}, {7, 1}, {64, 7 * n}}));
  // The rows are interlaced.
  EXPECT_TRUE(IsInjective({{n, n + 1}, {n, n}}));
  EXPECT_FALSE(IsInjective({{n + 1, n + 1}, {n + 2, n}}));
  EXPECT_TRUE(IsInjective({{256, 1}, {256, 257}, {256, 65793}, {100, 16843008}}));
}

TEST(DimText, ReadsLengthInOut) {
  EXPECT_EQ(ToString(Dim{512, 1, 4096}), "512:1:4096");
  EXPECT_EQ(ToString(Dims{{4096, 512, 1}, {512, 1, 4096}}), "[4096:512:1 512:1:4096]");
  EXPECT_EQ(ToString(Dims{}), "[]");
  EXPECT_EQ(ToJson(Dims{{2, 3, 4}}).dump(), R"([{"length":2,"in_stride":3,"out_stride":4}])");
}

}  // namespace
}  // namespace fft
