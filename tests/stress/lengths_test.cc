// Tests random lengths up to 2^62 and all powers of small primes, on every target. Planning them,
// or an error, must take at most the time and memory that fft_c.h promises.
#include <algorithm>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "gtest/gtest.h"
#include "tests/execute/allocation_counter.h"
#include "tests/support/takes_all.h"

namespace fft::testing {
namespace {

constexpr int64_t kLongest = int64_t{1} << 62;
constexpr int64_t kMaxBytes = int64_t{64} << 20;
constexpr double kMaxMilliseconds = 100;
// How often a plan is timed. The least time counts, since other programs also use caches and
// processors.
constexpr int kTries = 5;
constexpr int kBlocks = 20;

double ProcessorMilliseconds() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

// By day the test takes few lengths, and each of them for every third target. By night it takes
// more lengths, and each for all targets.
size_t TargetsApart() { return TakesAll() ? 1 : 3; }
int LengthsOfABlock() { return TakesAll() ? 50 : 1; }

// The limit holds for code with assertions, little optimised, beside other programs.
double MostMilliseconds() { return kMaxMilliseconds * (TakesAll() ? 1 : 5); }

// Returns random lengths of every number of digits. Every second length is smooth.
std::vector<int64_t> RandomLengths(int block) {
  std::mt19937_64 random(static_cast<uint64_t>(block) + 1);
  std::vector<int64_t> lengths;
  while (static_cast<int>(lengths.size()) < LengthsOfABlock()) {
    int64_t length = static_cast<int64_t>(random() >> (2 + random() % 60)) + 1;
    if (lengths.size() % 2 == 0) {
      const int64_t limit = length;
      length = 1;
      constexpr int64_t kPrimes[] = {2, 2, 2, 3, 3, 5, 7, 11, 13, 17, 29, 31};
      while (length <= limit / 31) length *= kPrimes[random() % std::size(kPrimes)];
    }
    lengths.push_back(length);
  }
  return lengths;
}

// Lengths that take especially long to plan. Some have a large prime factor and many small ones,
// others have several prime factors of medium size.
constexpr int64_t kSlowest[] = {5978283224883, 59210585280, 8185908379887, 401915437638, 536270644};

// Returns the powers of small primes of a block. A shard of the test takes one block.
std::vector<int64_t> Powers(int block) {
  std::vector<int64_t> powers;
  int number = 0;
  for (const int64_t prime : {3, 5, 7, 11}) {
    for (int64_t power = prime;; power *= prime) {
      if (number++ % (TakesAll() ? kBlocks : 4 * kBlocks) == block) powers.push_back(power);
      if (power > kLongest / prime) break;
    }
  }
  return powers;
}

class LengthsTest : public ::testing::TestWithParam<int> {
 protected:
  void Check(const std::string& token, const Target& target) {
    const auto problem = ParseToken(token);
    if (!problem.ok()) {  // the problem's bytes overflow 64 bits
      ++too_long_;
      return;
    }
    double least = 0;
    for (int attempt = 0; attempt < kTries; ++attempt) {
      ForgetPeak();
      const int64_t before = LiveBytes();
      const double start = ProcessorMilliseconds();
      const auto plan = DescribePlan(*problem, target, {});
      const double milliseconds = ProcessorMilliseconds() - start;
      least = attempt == 0 ? milliseconds : std::min(least, milliseconds);
      most_bytes_ = std::max(most_bytes_, PeakBytes() - before);
      EXPECT_LE(PeakBytes() - before, kMaxBytes) << token << " on " << target.name;
      if (attempt == 0) ++(plan.ok() ? planned_ : refused_);
      if (!plan.ok()) {
        EXPECT_TRUE(absl::IsUnimplemented(plan.status())) << plan.status();
        EXPECT_LT(plan.status().message().size(), 10000u);
      }
      if (least <= MostMilliseconds()) break;
    }
    EXPECT_LE(least, MostMilliseconds()) << token << " on " << target.name;
    if (least <= worst_) return;
    worst_ = least;
    worst_token_ = token + " on " + target.name;
  }

  void CheckAll(const std::vector<int64_t>& lengths) {
    for (const int64_t length : lengths) {
      for (size_t i = next_++ % TargetsApart(); i < Targets().size(); i += TargetsApart()) {
        const Target& target = Targets()[i];
        Check(absl::StrCat("complex_forward_len_", length, "_half_op"), target);
        Check(absl::StrCat("real_inverse_len_", length, "_double_op"), target);
      }
    }
    std::cout << planned_ << " planned, " << refused_ << " refused, " << too_long_
              << " have too many bytes; at most " << (most_bytes_ >> 10) << " KiB and " << worst_
              << " ms: " << worst_token_ << "\n";
    EXPECT_GT(planned_ + refused_ + too_long_, 0);
    EXPECT_TRUE(planned_ > 0 || !TakesAll());
  }

 private:
  size_t next_ = static_cast<size_t>(GetParam());
  int planned_ = 0, refused_ = 0, too_long_ = 0;
  int64_t most_bytes_ = 0;
  double worst_ = 0;
  std::string worst_token_;
};

TEST_P(LengthsTest, RandomOnes) { CheckAll(RandomLengths(GetParam())); }
TEST_P(LengthsTest, PowersOfThreeFiveSevenAndEleven) { CheckAll(Powers(GetParam())); }

TEST_P(LengthsTest, SlowestKnown) {
  std::vector<int64_t> lengths;
  if (GetParam() < std::ssize(kSlowest)) lengths.push_back(kSlowest[GetParam()]);
  if (!lengths.empty()) CheckAll(lengths);
}

INSTANTIATE_TEST_SUITE_P(Blocks, LengthsTest, ::testing::Range(0, kBlocks));

}  // namespace
}  // namespace fft::testing
