// Planning takes a bounded time and little memory whatever the length, and can be cancelled.
#include <sys/resource.h>

#include <algorithm>
#include <iostream>
#include <limits>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/core/target.h"
#include "fft/plan/planner.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

// The most seconds of a processor that a plan takes. The library promises 0.1 s on an idle core.
// This limit is five times as long, because the test has assertions, is little optimised and runs
// beside other tests.
constexpr double kMaxSeconds = 0.5;
// How often a plan is made that takes longer than kMaxSeconds. Its shortest time counts.
constexpr int kTries = 4;
// Each length is planned for every third target, and the first of these targets differs from one
// length to the next. //tests/stress:lengths_nightly_test plans lengths for all targets.
constexpr size_t kTargetsApart = 3;
constexpr int64_t kMaxBytes = int64_t{64} << 20;

double ProcessorSeconds() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

int64_t PeakBytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024;
}

struct Worst {
  double seconds = 0;
  std::string token;
  int planned = 0, refused = 0;
  size_t lengths = 0;
};

absl::StatusOr<PlanNode> TimedTree(const Problem& problem, const Target& target, double* seconds) {
  const double start = ProcessorSeconds();
  auto tree = MakePlanTree(problem, target, {}, nullptr);
  *seconds = std::min(*seconds, ProcessorSeconds() - start);
  return tree;
}

void PlanOnSomeTargets(int64_t length, Worst* worst) {
  const size_t first = worst->lengths++ % kTargetsApart;
  for (size_t i = first; i < Targets().size(); i += kTargetsApart) {
    const Target& target = Targets()[i];
    for (const char* precision : {"half", "double"}) {
      const std::string token = absl::StrCat("complex_forward_len_", length, "_", precision, "_op");
      const auto problem = ParseToken(token);
      if (!problem.ok()) continue;  // more bytes than 64 bits count
      double seconds = std::numeric_limits<double>::infinity();
      const auto tree = TimedTree(*problem, target, &seconds);
      tree.ok() ? ++worst->planned : ++worst->refused;
      if (!tree.ok()) {
        EXPECT_TRUE(absl::IsUnimplemented(tree.status())) << tree.status();
        EXPECT_LT(tree.status().message().size(), 10000u);
      }
      for (int tries = 1; tries < kTries && seconds >= kMaxSeconds; ++tries) {
        (void)TimedTree(*problem, target, &seconds);
      }
      if (seconds > worst->seconds) {
        worst->seconds = seconds;
        worst->token = token + " on " + target.name;
      }
    }
  }
}

void Report(const char* what, const Worst& worst) {
  std::cout << what << ": " << worst.planned << " planned, " << worst.refused
            << " refused, at most " << worst.seconds * 1e3 << " ms: " << worst.token << std::endl;
  EXPECT_LT(worst.seconds, kMaxSeconds) << worst.token;
}

TEST(PlanningBudget, HoldsForPowers) {
  const int64_t before = PeakBytes();
  Worst worst;
  for (int64_t base : {2, 3, 5, 7, 11, 13, 30, 31, 37}) {
    for (int64_t length = base;; length *= base) {
      PlanOnSomeTargets(length, &worst);
      if (length > (int64_t{1} << 62) / base) break;
    }
  }
  Report("powers", worst);
  EXPECT_LT(PeakBytes() - before, kMaxBytes);
  EXPECT_GT(worst.planned, 600);
}

TEST(PlanningBudget, HoldsForRandomLengths) {
  const int64_t before = PeakBytes();
  std::mt19937_64 random(20240917);
  Worst worst;
  for (int i = 0; i < 60; ++i) {
    int64_t length = static_cast<int64_t>(random() >> (2 + random() % 58));
    // Half of the lengths are random products of small primes.
    if (i % 2 == 0) {
      const int64_t limit = std::max<int64_t>(2, length);
      length = 1;
      constexpr int64_t kPrimes[] = {2, 2, 2, 3, 3, 5, 7, 11, 13, 17, 29, 31};
      while (length < limit / 31) length *= kPrimes[random() % std::size(kPrimes)];
    }
    PlanOnSomeTargets(std::max<int64_t>(1, length), &worst);
  }
  Report("random lengths", worst);
  EXPECT_LT(PeakBytes() - before, kMaxBytes);
}

// Every scheme of lengths without large primes is compared in full.
TEST(PlanningBudget, SufficesForLengthsWithoutLargePrimes) {
  for (const char* target : {"sm_90", "gfx90a", "host"}) {
    for (const char* token :
         {"complex_forward_len_1048576_single_op", "complex_inverse_len_67108864_double_op",
          "complex_forward_len_67108864_half_ip", "complex_forward_len_43046721_single_op",
          "complex_forward_len_62748517_single_op", "complex_forward_len_40353607_single_op",
          "real_forward_len_60060000_single_op", "complex_forward_len_4096_4096_single_op",
          "complex_forward_len_2310_2310_single_op", "complex_forward_len_360_360_360_single_op"}) {
      PlannerReport report;
      const auto tree = MakePlanTree(*ParseToken(token), *FindTarget(target), {}, &report);
      ASSERT_TRUE(tree.ok()) << token << " " << tree.status();
      EXPECT_FALSE(report.is_cut_short) << token << " " << target;
    }
  }
}

TEST(PlanningBudget, IsReportedWhenItCutsPlanningShort) {
  const Problem problem = *ParseToken("complex_forward_len_2541865828329_half_op");
  PlanOptions options;
  options.max_plan_work = 50;
  PlannerReport report;
  const auto tree = MakePlanTree(problem, *FindTarget("gfx90a"), options, &report);
  ASSERT_TRUE(tree.ok()) << tree.status();
  EXPECT_TRUE(report.is_cut_short);
  EXPECT_EQ(report.max_plan_work, 50);
  EXPECT_EQ(EventsOf(report).back().first, "cut short");
}

TEST(PlanningBudget, CancelledPlansSaySo) {
  const Problem problem = *ParseToken("complex_forward_len_1048576_single_op");
  PlanOptions options;
  options.cancel = CancelToken::Create();
  EXPECT_TRUE(MakePlanTree(problem, *FindTarget("gfx90a"), options, nullptr).ok());
  options.cancel.Cancel();
  const auto tree = MakePlanTree(problem, *FindTarget("gfx90a"), options, nullptr);
  EXPECT_TRUE(absl::IsCancelled(tree.status())) << tree.status();
}

// A product of primes up to 13 that is not above `most`, and seldom far below it.
int64_t DrawSmooth(int64_t most, std::mt19937_64* random) {
  constexpr int64_t kPrimes[] = {2, 2, 2, 3, 3, 5, 7, 11, 13};
  const int64_t limit = most >> ((*random)() % 6);
  int64_t length = 1;
  while (true) {
    const int64_t prime = kPrimes[(*random)() % std::size(kPrimes)];
    if (length > limit / prime) return length;
    length *= prime;
  }
}

TEST(PlanningBudget, SufficesForDrawnLengthsPlanesAndVolumesWithoutLargePrimes) {
  constexpr int kDraws = 24;  // on each target
  std::mt19937_64 random(39);
  for (const Target& target : Targets()) {
    for (int i = 0; i < kDraws; ++i) {
      const int rank = 1 + i % 3;
      std::string lengths;
      for (int d = 0; d < rank; ++d) {
        absl::StrAppend(&lengths, "_", DrawSmooth(int64_t{1} << (26 / rank), &random));
      }
      const std::string token =
          absl::StrCat(i % 2 == 0 ? "complex" : "real", "_forward_len", lengths,
                       i % 4 < 2 ? "_single" : "_double", i % 8 < 4 ? "_op" : "_ip");
      PlannerReport report;
      const auto tree = MakePlanTree(*ParseToken(token), target, {}, &report);
      ASSERT_TRUE(tree.ok()) << token << " " << target.name << " " << tree.status();
      EXPECT_FALSE(report.is_cut_short) << token << " " << target.name;
    }
  }
}

}  // namespace
}  // namespace fft
