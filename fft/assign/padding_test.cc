#include "fft/assign/padding.h"

#include "absl/strings/str_cat.h"
#include "fft/assign/naive_executor.h"
#include "fft/assign/ranking.h"
#include "fft/assign/search.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

const PaddingRule kRule = {64, 1024, 512, 64};

PlanNode Writer(Dims axes, Dims loops) {
  PlanNode node;
  node.axes = std::move(axes);
  node.loops = std::move(loops);
  return node;
}

std::string PaddedText(const PlanNode& writer, int64_t volume, int64_t batch,
                       const PaddingRule& rule, const PlanNode* reader = nullptr) {
  Target target = *FindTarget("gfx90a");
  target.padding = rule;
  std::vector<EdgeAccess> accesses = {{&writer, &Dim::out_stride}};
  if (reader != nullptr) accesses.push_back({reader, &Dim::in_stride});
  const auto layout = PaddedLayout(accesses, {volume, batch, 8}, target);
  return layout ? ToString(*layout) : "";
}

TEST(PaddedLayout, PadsTheSlowestLongDimensionWrittenAlongALargePowerOfTwo) {
  EXPECT_EQ(PaddedText(Writer({{4096, 1, 262144}}, {{262144, 4096, 1}}), 1 << 30, 1, kRule),
            "{262144:1}{4096:262208}");
  // Slower dimensions step over the padded rows. Short rows get just enough padding to move them to
  // the next channel.
  EXPECT_EQ(PaddedText(Writer({{1024, 1024, 1024}}, {{1024, 1, 1}, {8, 1 << 20, 1 << 20}}), 1 << 23,
                       8, kRule),
            "{1024:1}{8192:1032}");
  EXPECT_EQ(PaddedText(Writer({{512, 1, 1}}, {{512, 262144, 262144}, {512, 512, 512}}), 1 << 27, 1,
                       kRule),
            "{262144:1}{512:262208}");
}

// Steps over rows that are as long as the channels' period meet in one channel, even if a row has
// few elements. Steps over rows of half a period meet in two channels. Where addresses are hashed,
// such rows cost nothing.
TEST(PaddedLayout, PadsShortRowsOfTheChannelsPeriod) {
  const PlanNode writer = Writer({{2048, 1, 512}}, {{512, 2048, 1}});
  const std::vector<EdgeAccess> accesses = {{&writer, &Dim::out_stride}};
  Target target = *FindTarget("gfx90a");
  EXPECT_FALSE(PaddedLayout(accesses, {1 << 20, 1, 4}, target).has_value());
  for (int64_t element_bytes : {8, 16}) {
    const auto layout = PaddedLayout(accesses, {1 << 20, 1, element_bytes}, target);
    ASSERT_TRUE(layout.has_value());
    EXPECT_EQ(ToString(*layout), "{512:1}{2048:516}");
  }
  target.channels.conflict_share = 0;
  EXPECT_FALSE(PaddedLayout(accesses, {1 << 20, 1, 16}, target).has_value());
}

// A loop that counts large twiddles is split where rows of two dims end, as any other loop is.
TEST(PaddedLayout, SplitsTheLoopThatCountsTwiddles) {
  PlanNode writer = Writer({{1024, 262144, 1}}, {{262144, 1, 1024}});
  writer.large_twiddle = {1 << 28, 0};
  const PlanNode reader = Writer({{512, 524288, 524288}}, {{1024, 1, 1}, {512, 1024, 1024}});
  EXPECT_EQ(PaddedText(writer, 1 << 28, 1, kRule, &reader), "{1024:1}{512:1032}{512:528448}");
}

// The padding helps writer and reader, whose columns step over rows of different lengths.
TEST(PaddedLayout, PadsForWritersAndReaders) {
  const PlanNode writer = Writer({{1024, 1, 1 << 20}}, {{1 << 20, 1024, 1}});
  const PlanNode columns = Writer({{1024, 1024, 1}}, {{1024, 1, 1}, {1024, 1 << 20, 1}});
  EXPECT_EQ(PaddedText(writer, 1 << 30, 1, kRule), "{1048576:1}{1024:1048640}");
  EXPECT_EQ(PaddedText(writer, 1 << 30, 1, kRule, &columns), "{1024:1}{1024:1032}{1024:1056832}");
  // There is no padding inside rows that a reader transforms whole.
  const PlanNode rows = Writer({{4096, 1, 1}}, {{1 << 18, 4096, 1}});
  const PlanNode cut = Writer({{1 << 20, 1024, 1024}}, {{1024, 1, 1}});
  EXPECT_EQ(PaddedText(cut, 1 << 30, 1, kRule), "{1024:1}{1048576:1032}");
  EXPECT_EQ(PaddedText(cut, 1 << 30, 1, kRule, &rows), "");
}

TEST(PaddedLayout, LeavesEverythingElsePacked) {
  const int64_t volume = 1 << 20;
  // The following data is not padded, because of: too few rows, rows too close together, strides
  // that are no multiple of a power of two, the batch's own stride, a machine without padding.
  EXPECT_EQ(PaddedText(Writer({{32, 1, 32768}}, {{32768, 32, 1}}), volume, 1, kRule), "");
  EXPECT_EQ(PaddedText(Writer({{2048, 1, 512}}, {{512, 2048, 1}}), volume, 1, kRule), "");
  EXPECT_EQ(PaddedText(Writer({{1000, 1, 1000}}, {{1000, 1000, 1}}), 1000000, 1, kRule), "");
  EXPECT_EQ(PaddedText(Writer({{4096, 1, 1}}, {{256, 4096, 4096}}), volume, 256, kRule), "");
  PaddingRule none = kRule;
  none.elements = 0;
  EXPECT_EQ(PaddedText(Writer({{1024, 1, 1024}}, {{1024, 1024, 1}}), volume, 1, none), "");
}

// Columns step over rows whose distance is no multiple of a sector.
TEST(PaddedLayout, PadsColumnsThatAreWrittenInPartsOfSectors) {
  PaddingRule rule = kRule;
  const PlanNode columns = Writer({{2560, 3125, 3125}}, {{4, 8000000, 8000000}, {3125, 1, 1}});
  EXPECT_EQ(PaddedText(columns, 32000000, 4, rule), "");
  rule.whole_sectors = true;
  EXPECT_EQ(PaddedText(columns, 32000000, 4, rule), "{3125:1}{10240:3128}");
  // The following data is not padded: columns that are only read, rows of whole sectors, few rows,
  // short rows.
  const PlanNode rows = Writer({{3125, 1, 1}}, {{10240, 3125, 3125}});
  EXPECT_EQ(PaddedText(rows, 32000000, 4, rule, &columns), "");
  EXPECT_EQ(PaddedText(Writer({{2500, 2500, 2500}}, {{2500, 1, 1}}), 6250000, 1, rule), "");
  EXPECT_EQ(PaddedText(Writer({{50, 3125, 3125}}, {{3125, 1, 1}}), 156250, 1, rule), "");
  EXPECT_EQ(PaddedText(Writer({{2048, 61, 61}}, {{61, 1, 1}}), 124928, 1, rule), "");
  // A loop that reads the same data again has the stride 0 and does no harm.
  const PlanNode repeats = Writer({{3125, 1, 1}}, {{10240, 3125, 3125}, {2, 0, 0}});
  Target target = *FindTarget("gfx90a");
  target.padding = rule;
  const std::vector<EdgeAccess> accesses = {{&columns, &Dim::out_stride},
                                            {&repeats, &Dim::in_stride, 0}};
  const auto layout = PaddedLayout(accesses, {32000000, 4, 8}, target);
  ASSERT_TRUE(layout.has_value());
  EXPECT_EQ(ToString(*layout), "{3125:1}{10240:3128}");
  // Rows that were rounded up to whole sectors might meet in few channels, so they lie further
  // apart.
  EXPECT_EQ(PaddedText(Writer({{2048, 2047, 2047}}, {{2047, 1, 1}}), 2048 * 2047, 1, rule),
            "{2047:1}{2048:2064}");
}

// The text of a step's reads as rocFFT's buffer assignment design writes them: "length" and
// strides, with the fastest dimension of the input first.
std::string SeedText(const Step& step) {
  std::string text;
  for (const Dims* dims : {&step.axes, &step.loops}) {
    for (const Dim& dim : *dims) text += (text.empty() ? "" : " ") + ToString(dim);
  }
  return text;
}

// The worked example of rocFFT's buffer assignment design: 4096 x 262144 points are transposed,
// then rows of 262144 points are transformed as 512 x 512.
TEST(PaddingPass, TheSeedsExampleStrideByStride) {
  Problem problem = *ParseToken("complex_forward_len_1073741824_single_op");
  PlanNode root;
  root.scheme = SchemeKind::kL1dCc;
  root.axes = {{1 << 30, 1, 1}};
  root.children = {Writer({{1, 1, 1}}, {{4096, 1, 262144}, {262144, 4096, 1}}),
                   Writer({{512, 512, 512}}, {{512, 1, 1}, {4096, 262144, 262144}}),
                   Writer({{512, 1, 1}}, {{512, 512, 512}, {4096, 262144, 262144}})};
  // The example does not pad rows of 512 points, since steps over them spread over enough channels.
  Target target = *FindTarget("gfx90a");
  target.channels.units = 128;
  const SearchResult result = *AssignBuffers(problem, root, target, {});
  const auto find = [&result](bool padded) -> const Candidate* {
    for (const Candidate& candidate : result.candidates) {
      const Step& first = candidate.steps.front();
      const bool in_temporary = first.out.buffer == Buffer::kTemp0 && candidate.steps[1].in_place;
      if (in_temporary && first.out.padded == padded) return &candidate;
    }
    return nullptr;
  };
  const Candidate* padded = find(true);
  ASSERT_NE(padded, nullptr);
  EXPECT_EQ(SeedText(padded->steps[0]), "1:0:0 4096:1:262208 262144:4096:1");
  EXPECT_EQ(SeedText(padded->steps[1]), "512:512:512 512:1:1 4096:262208:262208");
  EXPECT_EQ(SeedText(padded->steps[2]), "512:1:1 512:512:512 4096:262208:262144");
  EXPECT_EQ(padded->steps[2].out.buffer, Buffer::kUserOut);
  EXPECT_EQ(padded->scores.padded, 4);
  EXPECT_EQ(padded->workspace_bytes, (int64_t{4096} * 262208 - 64) * 8);
  const Candidate* packed = find(false);
  ASSERT_NE(packed, nullptr);
  EXPECT_EQ(SeedText(packed->steps[1]), "512:512:512 512:1:1 4096:262144:262144");
  EXPECT_EQ(packed->workspace_bytes, int64_t{1 << 30} * 8);
  EXPECT_TRUE(RanksBefore(*padded, *packed));
}

// Small kernels and early padding, so that whole plans can be executed.
Target SmallTarget() {
  Target target = *FindTarget("host");
  target.name = "small";
  target.lds_bytes = 256;
  target.padding = {4, 8, 4, 3, false, 1};
  return target;
}

struct Example {
  const char* name;
  const char* token;
  SchemeKind scheme;
  std::vector<std::string> steps;  // of the best candidate that pads in TEMP0
};

// Plans in which a writer and its reader split the dimensions differently. The text of a step has
// the layout that it reads, its dims as length:in_stride:out_stride, and the layout that it writes.
const std::vector<Example>& Examples() {
  constexpr SchemeKind kColRow = SchemeKind::kL1dCc;
  constexpr SchemeKind kRowCol = SchemeKind::kL1dCr;
  static const auto* const kExamples = new std::vector<Example>{
      {"rows of columns",
       "complex_forward_len_256_single_op",
       kColRow,
       {"{256:1} 16:16:19 16:1:1 {16:1}{16:19}", "{16:1}{16:19} 16:1:16 16:19:1 {256:1}"}},
      {"both sides split the rows",
       "complex_forward_len_2048_single_op",
       kColRow,
       {"{2048:1} 16:128:179 8:1:1 16:8:11 {8:1}{16:11}{16:179}",
        "{8:1}{16:11}{16:179} 16:11:16 16:179:1 8:1:256 {2048:1}",
        "{2048:1} 8:256:256 16:1:1 16:16:16 {2048:1}"}},
      {"the reader's columns are the writer's rows",
       "complex_forward_len_256_single_ip_batch_2",
       kRowCol,
       {"{512:1} 16:16:1 2:256:304 16:1:19 {16:1}{32:19}",
        "{16:1}{32:19} 16:19:16 2:304:256 16:1:1 {512:1}"}},
      {"three factors, transposed twice",
       "complex_inverse_len_2048_single_ip",
       kRowCol,
       {"{2048:1} 16:128:1 8:1:19 16:8:155 {16:1}{8:19}{16:155}",
        "{16:1}{8:19}{16:155} 16:155:155 16:1:1 8:19:19 {16:1}{8:19}{16:155}",
        "{16:1}{8:19}{16:155} 8:19:256 16:1:1 16:155:16 {2048:1}"}},
      {"from strided rows to a strided output",
       "complex_forward_len_256_single_op_batch_3_istride_3_CI_ostride_2_CI_idist_800_odist_520",
       kColRow,
       {"{256:3}{3:800} 16:48:19 3:800:304 16:3:1 {16:1}{48:19}",
        "{16:1}{48:19} 16:1:32 3:304:520 16:19:2 {256:2}{3:520}"}},
      {"columns of a plane that rows have written",
       "complex_forward_len_64_16_single_ip",
       kColRow,
       {"{1024:1} 4:4:4 64:16:16 4:1:1 {1024:1}",
        "{1024:1} 4:1:4 8:16:19 4:4:1 8:128:155 {16:1}{8:19}{8:155}",
        "{16:1}{8:19}{8:155} 8:155:155 16:1:1 8:19:19 {16:1}{8:19}{8:155}",
        "{16:1}{8:19}{8:155} 8:19:128 16:1:1 8:155:16 {1024:1}"}},
      {"a plane in a volume",
       "complex_forward_len_4_64_16_single_op",
       kColRow,
       {"{4096:1} 4:4:4 4:1024:1411 64:16:22 4:1:1 {16:1}{64:22}{4:1411}",
        "{16:1}{64:22}{4:1411} 4:1:4 4:1411:1024 64:22:16 4:4:1 {4096:1}",
        "{4096:1} 8:128:128 4:1024:1024 16:1:1 8:16:16 {4096:1}",
        "{4096:1} 8:16:155 4:1024:1240 16:1:1 8:128:19 {16:1}{8:19}{32:155}",
        "{16:1}{8:19}{32:155} 2:2480:2480 8:19:19 16:1:1 2:1240:1240 8:155:155 "
        "{16:1}{8:19}{32:155}",
        "{16:1}{8:19}{32:155} 2:1240:2048 8:19:16 16:1:1 2:2480:1024 8:155:128 {4096:1}"}},
  };
  return *kExamples;
}

TEST(PaddingPass, CarriesStridesAcrossDecompositions) {
  for (const Example& example : Examples()) {
    SCOPED_TRACE(example.name);
    const Problem problem = *ParseToken(example.token);
    PlanOptions options;
    options.scheme = example.scheme;
    const PlanNode tree = *MakePlanTree(problem, SmallTarget(), options, nullptr);
    const SearchResult result = *AssignBuffers(problem, tree, SmallTarget(), options);
    int padded = 0;
    for (const Candidate& candidate : result.candidates) {
      EXPECT_EQ(RunNaively(problem, tree, candidate, TransformOrder::kForward), "");
      EXPECT_EQ(RunNaively(problem, tree, candidate, TransformOrder::kBackward), "");
      if (candidate.scores.padded == 0) continue;
      if (padded++ > 0) continue;
      std::vector<std::string> steps;
      for (const Step& step : candidate.steps) {
        steps.push_back(ToString(step.in.layout) + " " + SeedText(step) + " " +
                        ToString(step.out.layout));
      }
      EXPECT_EQ(steps, example.steps);
    }
    EXPECT_GE(padded, 1);
    EXPECT_GE(static_cast<int>(result.candidates.size()), padded + 1) << "and one without";
  }
  EXPECT_GE(Examples().size(), 5u);
}

// How many dims of a step, if `edge` lies in a temporary, meet in less than an eighth of the
// channels. Only dims of 64 steps or more count.
int CrowdedDims(const Step& step, const EdgePlacement& edge, int64_t Dim::*stride,
                const Problem& problem, const Target& target) {
  if (edge.buffer != Buffer::kTemp0 && edge.buffer != Buffer::kTemp1) return 0;
  const int64_t element_bytes = ElementBytes(edge.format, problem.precision);
  int crowded = 0;
  for (const Dims* dims : {&step.axes, &step.loops}) {
    for (const Dim& dim : *dims) {
      const int64_t bytes = dim.*stride * element_bytes;
      if (dim.length < 64 || bytes < target.channels.interleave_bytes) continue;
      crowded += 8 * target.channels.UnitsHit(bytes, dim.length) < target.channels.units ? 1 : 0;
    }
  }
  return crowded;
}

// Padding adds at most 1/64 to the memory of an edge.
void ExpectCheap(const EdgePlacement& edge) {
  if (!edge.padded) return;
  EXPECT_LE(64 * edge.layout.extent(), 65 * edge.layout.volume()) << ToString(edge.layout);
}

void ExpectSpread(const Step& step, const Problem& problem, const Target& target) {
  EXPECT_EQ(CrowdedDims(step, step.in, &Dim::in_stride, problem, target), 0)
      << ToString(step.in.layout) << " " << ToString(step.axes) << ToString(step.loops);
  EXPECT_EQ(CrowdedDims(step, step.out, &Dim::out_stride, problem, target), 0)
      << ToString(step.out.layout) << " " << ToString(step.axes) << ToString(step.loops);
}

TEST(PaddingPass, SpreadsTheTemporariesOfLargePowersOfTwo) {
  int plans = 0, in_temporaries = 0;
  for (const char* name : {"gfx90a", "gfx1030"}) {
    const Target target = *FindTarget(name);
    for (const char* precision : {"single", "double"}) {
      for (const char* placement : {"ip", "op"}) {
        for (int log = 16; log <= 30; ++log) {
          const std::string token = absl::StrCat("complex_forward_len_", int64_t{1} << log, "_",
                                                 precision, "_", placement);
          SCOPED_TRACE(absl::StrCat(token, " ", name));
          const Problem problem = *ParseToken(token);
          const PlanNode tree = *MakePlanTree(problem, target, {}, nullptr);
          const SearchResult result = *AssignBuffers(problem, tree, target, {});
          ++plans;
          for (const Step& step : result.candidates.front().steps) {
            in_temporaries += step.out.buffer == Buffer::kTemp0 ? 1 : 0;
            ExpectCheap(step.out);
            ExpectSpread(step, problem, target);
          }
        }
      }
    }
  }
  EXPECT_EQ(plans, 120);
  EXPECT_GT(in_temporaries, 60);
}

TEST(PaddingPass, SpreadsTheTemporariesOfLongReals) {
  const Target target = *FindTarget("gfx90a");
  int padded = 0;
  for (const char* direction : {"forward", "inverse"}) {
    for (const char* precision : {"single", "double"}) {
      for (const char* placement : {"ip", "op"}) {
        for (int log = 16; log <= 24; ++log) {
          const std::string token = absl::StrCat("real_", direction, "_len_", int64_t{1} << log,
                                                 "_", precision, "_", placement);
          SCOPED_TRACE(token);
          const Problem problem = *ParseToken(token);
          const PlanNode tree = *MakePlanTree(problem, target, {}, nullptr);
          const SearchResult result = *AssignBuffers(problem, tree, target, {});
          padded += result.candidates.front().scores.padded > 0 ? 1 : 0;
          for (const Step& step : result.candidates.front().steps) {
            ExpectCheap(step.out);
            ExpectSpread(step, problem, target);
          }
        }
      }
    }
  }
  EXPECT_GT(padded, 40);
}

}  // namespace
}  // namespace fft
