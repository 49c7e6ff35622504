// Plans problems from the whole space of tokens and lengths, for every target. Every plan can be
// lowered, and the tree's shapes and prices are those of the candidate. By day it takes a part of
// the space, by night all.
//
// The seed is printed; FFT_PROPERTY_SEED repeats a run.
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/choice/choose.h"
#include "fft/exec/pipeline.h"
#include "gtest/gtest.h"
#include "tests/property/random_options.h"
#include "tests/property/random_problem.h"
#include "tests/support/takes_all.h"

namespace fft::testing {
namespace {

int Problems() { return TakesAll() ? 1000 : 300; }
// Kernels are made for all lengths to kShort, and for one in OneIn() of the longer lengths.
constexpr int64_t kShort = 256;
int64_t OneIn() { return TakesAll() ? 1 : 6; }
constexpr int kMaxLogPoints = 30;

const Target& RandomTarget(Random* random) {
  return Targets()[random->Below(static_cast<int64_t>(Targets().size()))];
}

// The candidate that runs the leaves as they stand, each from packed data to packed data; null when
// the search has kept none.
const Candidate* PlainCandidate(const PlanDescription& plan) {
  for (const Candidate& candidate : plan.search.candidates) {
    bool is_plain = true;
    for (size_t i = 0; i < candidate.steps.size(); ++i) {
      const Step& step = candidate.steps[i];
      const bool is_last = i + 1 == candidate.steps.size();
      is_plain = is_plain && step.leaf_count == 1 && !step.out.padded;
      is_plain = is_plain && (is_last || step.out.layout.digits().size() <= 1);
      is_plain = is_plain && (is_last || step.out.layout.digits().empty() ||
                              step.out.layout.digits().front().stride == 1);
    }
    if (is_plain) return &candidate;
  }
  return nullptr;
}

// Whether the tree prices leaves with the strides of the user's arrays: it does for whole arrays of
// complex numbers.
bool IsPricedAsItLies(const Problem& problem) {
  return !IsReal(problem.type) && problem.type != TransformType::kRealToReal && !HasRanges(problem);
}

// The tree assumes that a leaf works in place where it can. The price of writes may differ for a
// step that does not work in place; nothing else may differ.
void ExpectPricesOfTheTree(const Candidate& plain, const PlanNode& tree) {
  const std::vector<const PlanNode*> leaves = Leaves(tree);
  double steps = 0, parts = 0;
  for (const Step& step : plain.steps) {
    const PlanNode& leaf = *leaves[step.leaf];
    const Price &of_step = step.kernel->price, &of_leaf = leaf.kernel->price;
    steps += of_step.Seconds();
    parts += of_leaf.Seconds();
    EXPECT_DOUBLE_EQ(of_step.read, of_leaf.read);
    EXPECT_DOUBLE_EQ(of_step.channels, of_leaf.channels);
    EXPECT_DOUBLE_EQ(of_step.passes, of_leaf.passes);
    EXPECT_DOUBLE_EQ(of_step.launch, of_leaf.launch);
    if (step.in_place == StaysInPlace(leaf) || of_step.write == of_leaf.write) {
      EXPECT_DOUBLE_EQ(of_step.Seconds(), of_leaf.Seconds());
    } else {
      EXPECT_EQ(of_step.write < of_leaf.write, step.in_place);
    }
  }
  EXPECT_NEAR(plain.seconds, steps, 1e-12 * steps);
  EXPECT_NEAR(tree.Seconds(), parts, 1e-12 * parts);
}

TEST(WholeSpace, EveryCandidateOfWhatIsPlannedIsLowered) {
  const int most = Problems();
  Random random(PropertySeed());
  int planned = 0, compared = 0;
  for (int drawn = 0; planned < most && drawn < 4 * most; ++drawn) {
    const int64_t points = int64_t{1} << (3 + random.Below(kMaxLogPoints - 2));
    const Problem problem = RandomProblem(points, &random);
    const Target& target = RandomTarget(&random);
    const PlanOptions options = RandomOptions(problem, &random);
    SCOPED_TRACE(absl::StrCat(ToToken(problem), " on ", target.name, " scheme ",
                              options.scheme ? ToString(*options.scheme) : "any"));
    const auto plan = DescribePlan(problem, target, options);
    if (!plan.ok()) {
      // Planning may refuse lengths with large primes, forced schemes and planar callbacks, with a
      // reason.
      EXPECT_TRUE(absl::IsUnimplemented(plan.status()) || absl::IsInvalidArgument(plan.status()) ||
                  absl::IsFailedPrecondition(plan.status()) || absl::IsOutOfRange(plan.status()))
          << plan.status();
      continue;
    }
    ++planned;
    for (int i = 0; i < std::ssize(plan->search.candidates); ++i) {
      const auto kernels = KernelsOfCandidate(*plan, i);
      ASSERT_TRUE(kernels.ok()) << kernels.status();
      const Candidate& candidate = plan->search.candidates[i];
      ASSERT_EQ(kernels->size(), candidate.steps.size());
      for (size_t k = 0; k < kernels->size(); ++k) {
        EXPECT_EQ((*kernels)[k].threads, candidate.steps[k].kernel->threads);
        EXPECT_LE((*kernels)[k].lds_bytes, target.lds_bytes);
        EXPECT_LE((*kernels)[k].threads, target.max_threads);
      }
    }
    const Candidate* plain = IsPricedAsItLies(problem) ? PlainCandidate(*plan) : nullptr;
    if (plain == nullptr) continue;
    ++compared;
    ExpectPricesOfTheTree(*plain, plan->tree);
  }
  EXPECT_EQ(planned, most);
  EXPECT_GT(compared, most / 10);
}

// Where a tree runs as it stands, its predicted seconds are the sum of its steps' seconds. Problems
// are drawn until Problems() of them were compared, since not all have a plain candidate.
TEST(WholeSpaceNightly, TreesCostWhatTheirPlainCandidatesCost) {
  const int most = Problems();
  Random random(PropertySeed() + 1);
  int compared = 0;
  for (int drawn = 0; compared < most && drawn < 20 * most; ++drawn) {
    const int64_t points = int64_t{1} << (3 + random.Below(kMaxLogPoints - 2));
    const Problem problem = RandomProblem(points, &random);
    if (!IsPricedAsItLies(problem)) continue;
    const Target& target = RandomTarget(&random);
    const PlanOptions options = RandomOptions(problem, &random);
    const auto plan = DescribePlan(problem, target, options);
    if (!plan.ok()) continue;
    const Candidate* const plain = PlainCandidate(*plan);
    if (plain == nullptr) continue;
    ++compared;
    SCOPED_TRACE(absl::StrCat(ToToken(problem), " on ", target.name));
    ExpectPricesOfTheTree(*plain, plan->tree);
  }
  EXPECT_EQ(compared, most);
}

enum class Use { kPlain, kTwiddled, kConverting, kMirrored };

// A leaf of 64 lines of n points. With kMirrored it has only the rows that are not conjugates of
// others.
PlanNode LeafOf(int64_t n, Use use) {
  constexpr int64_t kLines = 64;
  PlanNode leaf;
  leaf.axes = {{n, 1, 1}};
  leaf.loops = {{kLines, n, n}};
  if (use == Use::kTwiddled) leaf.large_twiddle = {n * kLines, 0};
  if (use == Use::kConverting) leaf.out_side = {AxisFormat::kHermitianOfPairs};
  if (use == Use::kMirrored) {
    const int64_t half = kLines / 2 + 1;
    leaf.axes = {{n, half, kLines}};
    leaf.loops = {{half, 1, 1}};
    leaf.row.operation = RowOperation::kFoldOut;
    leaf.row.points = n * kLines / 2 + 1;
    leaf.row.reals = n * kLines;
    leaf.row.length = half * n;
    leaf.row.axis_step = kLines;
    leaf.row.loop_steps = {1};
    leaf.row.stride = 1;
  }
  return leaf;
}

// The ways in which the lanes of a leaf can run. Mirrored rows write each element to its own place
// in memory, so only the side that they read has two ways.
std::vector<std::pair<Dims, Dims>> WaysOf(const PlanNode& leaf, Use use) {
  const int64_t n = leaf.axes[0].length, lines = leaf.loops[0].length;
  std::vector<std::pair<Dims, Dims>> ways;
  for (bool in_rows : {true, false}) {
    for (bool out_rows : {true, false}) {
      Dim axis = {n, in_rows ? 1 : lines, out_rows ? 1 : lines};
      Dim loop = {lines, in_rows ? n : 1, out_rows ? n : 1};
      if (use == Use::kMirrored) {
        if (out_rows) continue;
        axis.out_stride = leaf.axes[0].out_stride;
        loop.out_stride = leaf.loops[0].out_stride;
      }
      ways.push_back({{axis}, {loop}});
    }
  }
  return ways;
}

// Checks that every length that the target admits has a kernel for each way its lanes can run.
// Returns the number of admitted lengths.
int64_t CheckLengths(const Target& target) {
  constexpr int64_t kLongest = 32768;
  const int64_t one_in = OneIn();
  Random random(PropertySeed() + 2);
  int64_t admitted = 0;
  for (Precision precision : kPrecisions) {
    for (Use use : {Use::kPlain, Use::kTwiddled, Use::kConverting, Use::kMirrored}) {
      for (int64_t n = 1; n <= kLongest; ++n) {
        if (n > kShort && random.Below(one_in) != 0) continue;
        const PlanNode leaf = LeafOf(n, use);
        KernelRequest request = RequestFor(leaf, precision, target);
        if (!KernelFits(request).ok()) continue;
        ++admitted;
        for (auto& [axes, loops] : WaysOf(leaf, use)) {
          request.axes = axes;
          request.loops = loops;
          const auto choice = ChooseKernel(request);
          EXPECT_TRUE(choice.ok()) << target.name << " " << ToString(precision) << " " << n
                                   << " use " << static_cast<int>(use) << ": " << choice.status();
        }
      }
    }
  }
  return admitted;
}

class WholeSpaceOfTarget : public ::testing::TestWithParam<Target> {};

TEST_P(WholeSpaceOfTarget, WhatFitsHasAKernelAtEveryLength) {
  const int64_t admitted = CheckLengths(GetParam());
  std::cout << admitted << " leaves have kernels" << std::endl;
  EXPECT_GT(admitted, 4000 / OneIn());
}

INSTANTIATE_TEST_SUITE_P(Every, WholeSpaceOfTarget, ::testing::ValuesIn(Targets()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace fft::testing
