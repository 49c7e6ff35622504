#include "fft/assign/workspace.h"

#include "fft/core/layout.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

EdgePlacement In(Buffer buffer, int64_t elements) {
  EdgePlacement placement;
  placement.buffer = buffer;
  placement.layout = Layout::Packed(elements);
  return placement;
}

// A candidate whose edges lie in these buffers.
Candidate Through(const std::vector<EdgePlacement>& edges) {
  Candidate candidate;
  for (size_t i = 0; i + 1 < edges.size(); ++i) {
    Step step;
    step.leaf = static_cast<int>(i);
    step.in = edges[i];
    step.out = edges[i + 1];
    candidate.steps.push_back(step);
  }
  PlaceTemporaries(Precision::kSingle, &candidate);
  return candidate;
}

TEST(PlaceTemporaries, NeedsNothingWithoutTemporaries) {
  const Candidate candidate = Through({In(Buffer::kUserIn, 100), In(Buffer::kUserOut, 100)});
  EXPECT_EQ(candidate.workspace_bytes, 0);
  EXPECT_TRUE(candidate.temp_offsets.empty());
}

TEST(PlaceTemporaries, RoundsUpToTheAlignment) {
  const Candidate candidate =
      Through({In(Buffer::kUserIn, 100), In(Buffer::kTemp0, 100), In(Buffer::kUserOut, 100)});
  EXPECT_EQ(candidate.workspace_bytes, 1024);  // 800 bytes, rounded up
  EXPECT_EQ(candidate.temp_offsets, (std::vector<int64_t>{0}));
}

TEST(PlaceTemporaries, CountsPaddingAndTheLargestUse) {
  EdgePlacement padded = In(Buffer::kTemp0, 1);
  padded.layout = Layout({{8, 1}, {8, 40}});
  const Candidate candidate =
      Through({In(Buffer::kUserIn, 64), In(Buffer::kTemp0, 64), padded, In(Buffer::kUserOut, 64)});
  EXPECT_EQ(candidate.workspace_bytes, 2304);  // (7 * 40 + 8) * 8 = 2304
}

TEST(PlaceTemporaries, SeparatesWhatIsLiveTogether) {
  const Candidate candidate = Through({In(Buffer::kUserIn, 64), In(Buffer::kTemp0, 64),
                                       In(Buffer::kTemp1, 32), In(Buffer::kUserOut, 64)});
  EXPECT_EQ(candidate.temp_offsets, (std::vector<int64_t>{0, 512}));
  EXPECT_EQ(candidate.workspace_bytes, 768);
}

TEST(PlaceTemporaries, SharesWhatIsNeverLiveTogether) {
  const Candidate candidate =
      Through({In(Buffer::kUserIn, 64), In(Buffer::kTemp0, 64), In(Buffer::kUserOut, 64),
               In(Buffer::kTemp1, 32), In(Buffer::kUserOut, 64)});
  EXPECT_EQ(candidate.temp_offsets, (std::vector<int64_t>{0, 0}));
  EXPECT_EQ(candidate.workspace_bytes, 512);
}

TEST(PlaceTemporaries, ThatOfAConvolutionMayShareMemory) {
  const Candidate apart =
      Through({In(Buffer::kUserIn, 64), In(Buffer::kTempBluestein, 128), In(Buffer::kUserOut, 64),
               In(Buffer::kTemp0, 64), In(Buffer::kUserOut, 64)});
  EXPECT_EQ(apart.temp_offsets, (std::vector<int64_t>{0, 0, 0}));
  EXPECT_EQ(apart.workspace_bytes, 1024);
  const Candidate together = Through({In(Buffer::kUserIn, 64), In(Buffer::kTempBluestein, 128),
                                      In(Buffer::kTemp0, 64), In(Buffer::kUserOut, 64)});
  EXPECT_EQ(together.temp_offsets, (std::vector<int64_t>{1024, 0, 0}));
  EXPECT_EQ(together.workspace_bytes, 1536);
}

// The first and the last of the three temporaries are never live together.
TEST(PlaceTemporaries, TwoNeighboursOfOneShareMemory) {
  const Candidate candidate =
      Through({In(Buffer::kUserIn, 64), In(Buffer::kTempBluestein, 64), In(Buffer::kTemp0, 32),
               In(Buffer::kTemp1, 128), In(Buffer::kUserOut, 64)});
  EXPECT_EQ(candidate.temp_offsets, (std::vector<int64_t>{0, 256, 256}));
  EXPECT_EQ(candidate.workspace_bytes, 1280);
}

TEST(PlaceTemporaries, PlanarDataTakesTwoArrays) {
  EdgePlacement planar = In(Buffer::kTemp0, 64);
  planar.format = ArrayFormat::kComplexPlanar;
  const Candidate candidate = Through({In(Buffer::kUserIn, 64), planar, In(Buffer::kUserOut, 64)});
  EXPECT_EQ(candidate.workspace_bytes, 512);
}

}  // namespace
}  // namespace fft
