// Problems from the whole space of tokens and lengths, for every target: what is planned can be
// lowered, and the tree says what the candidate says.
//
// The seed is printed; FFT_PROPERTY_SEED repeats a run.
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/choose.h"
#include "fft/plan/scheme.h"
#include "gtest/gtest.h"
#include "tests/property/random_problem.h"
#include "tests/support/test_callbacks.h"

namespace fft::testing {
namespace {

constexpr int kProblems = 1000;
constexpr int kMaxLogPoints = 30;

uint64_t Seed() {
  static const uint64_t seed = [] {
    const char* text = std::getenv("FFT_PROPERTY_SEED");
    const uint64_t value =
        text != nullptr ? std::strtoull(text, nullptr, 10) : std::random_device()();
    std::cout << "FFT_PROPERTY_SEED=" << value << std::endl;
    return value;
  }();
  return seed;
}

const Target& RandomTarget(Random* random) {
  return Targets()[random->Below(static_cast<int64_t>(Targets().size()))];
}

PlanOptions RandomOptions(const Problem& problem, Random* random) {
  PlanOptions options;
  options.strategy = static_cast<Strategy>(random->Below(3));
  options.allow_input_overwrite = random->OneIn(3);
  options.allow_gap_overwrite = random->OneIn(3);
  options.max_candidates = 60;
  options.max_tries = 2000;
  if (random->OneIn(4)) {
    const auto& schemes = SchemeTable();
    options.scheme = schemes[random->Below(static_cast<int64_t>(schemes.size()))].kind;
  }
  if (problem.has_callbacks) options.callbacks = ScalingCallbacks(problem);
  return options;
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

TEST(WholeSpace, EveryCandidateOfWhatIsPlannedIsLowered) {
  Random random(Seed());
  int planned = 0, compared = 0;
  for (int drawn = 0; planned < kProblems && drawn < 4 * kProblems; ++drawn) {
    const int64_t points = int64_t{1} << (3 + random.Below(kMaxLogPoints - 2));
    const Problem problem = RandomProblem(points, &random);
    const Target& target = RandomTarget(&random);
    const PlanOptions options = RandomOptions(problem, &random);
    SCOPED_TRACE(absl::StrCat(ToToken(problem), " on ", target.name, " scheme ",
                              options.scheme ? ToString(*options.scheme) : "any"));
    const auto plan = DescribePlan(problem, target, options);
    if (!plan.ok()) {
      // Refused with a reason: lengths with large primes, forced schemes, planar callbacks.
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
    const Candidate* plain = IsReal(problem.type) ? nullptr : PlainCandidate(*plan);
    if (plain == nullptr) continue;
    ++compared;
    EXPECT_DOUBLE_EQ(plain->seconds, plan->tree.Seconds());
  }
  EXPECT_EQ(planned, kProblems);
  EXPECT_GT(compared, kProblems / 10);
}

// Every length, precision and use that a leaf may have: admitted means that each way its lanes can
// run has a kernel.
TEST(WholeSpace, WhatFitsHasAKernelWhateverTheStrides) {
  constexpr int64_t kLongest = 32768;
  int64_t admitted = 0;
  for (const Target& target : Targets()) {
    for (Precision precision : {Precision::kSingle, Precision::kDouble}) {
      for (int use = 0; use < 3; ++use) {
        for (int64_t n = 1 + static_cast<int64_t>(Seed() % 17); n <= kLongest; n += 17) {
          PlanNode leaf;
          leaf.axes = {{n, 1, 1}};
          leaf.loops = {{64, n, n}};
          if (use == 1) leaf.large_twiddle = {n * 64, 0};
          if (use == 2) leaf.out_side = {AxisFormat::kHermitianOfPairs};
          KernelRequest request = RequestFor(leaf, precision, target);
          if (!KernelFits(request).ok()) continue;
          ++admitted;
          for (bool in_rows : {true, false}) {
            for (bool out_rows : {true, false}) {
              request.axes = {{n, in_rows ? 1 : 64, out_rows ? 1 : 64}};
              request.loops = {{64, in_rows ? n : 1, out_rows ? n : 1}};
              const auto choice = ChooseKernel(request);
              ASSERT_TRUE(choice.ok()) << target.name << " " << n << ": " << choice.status();
            }
          }
        }
      }
    }
  }
  EXPECT_GT(admitted, 4000);
}

}  // namespace
}  // namespace fft::testing
