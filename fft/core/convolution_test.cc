#include "fft/core/convolution.h"

#include <set>

#include "fft/base/int_math.h"
#include "gtest/gtest.h"

namespace fft {
namespace {

absl::StatusOr<ConvolutionKernel> Choose(Convolution kind, int64_t n, Precision precision,
                                         const char* target) {
  return ChooseConvolution(kind, {n, 1, 1}, {{64, n, n}}, precision, *FindTarget(target));
}

TEST(ChooseConvolution, BluesteinLengthsHoldThePaddedTransform) {
  for (const char* target : {"gfx90a", "gfx1030", "sm_90", "host"}) {
    for (int64_t n : {2, 37, 101, 1009, 1999}) {
      const auto kernel = Choose(Convolution::kBluestein, n, Precision::kSingle, target);
      ASSERT_TRUE(kernel.ok()) << target << " " << n << ": " << kernel.status();
      EXPECT_GE(kernel->length, 2 * n - 1);
      EXPECT_LE(kernel->length, int64_t{1} << CeilLog2(std::max<int64_t>(4, 2 * n - 1)));
      EXPECT_LE(PrimeFactors(kernel->length).back(), 7);
      EXPECT_GT(kernel->seconds, 0);
    }
  }
}

TEST(ChooseConvolution, OneKernelHoldsEveryPrimeUpTo4096) {
  for (Precision precision : {Precision::kSingle, Precision::kDouble}) {
    EXPECT_TRUE(Choose(Convolution::kBluestein, 4093, precision, "sm_90").ok());
    EXPECT_TRUE(Choose(Convolution::kBluestein, 4093, precision, "host").ok());
  }
  EXPECT_TRUE(Choose(Convolution::kBluestein, 8191, Precision::kSingle, "sm_90").ok());
  EXPECT_TRUE(Choose(Convolution::kBluestein, 4093, Precision::kSingle, "gfx90a").ok());
}

TEST(ChooseConvolution, RefusesWithReasons) {
  const auto reason = [](Convolution kind, int64_t n) {
    return std::string(Choose(kind, n, Precision::kSingle, "gfx90a").status().message());
  };
  EXPECT_EQ(reason(Convolution::kRader, 99), "99 is not a prime of 5 or more");
  EXPECT_EQ(reason(Convolution::kRader, 3), "3 is not a prime of 5 or more");
  EXPECT_NE(reason(Convolution::kRader, 83).find("82 has the prime factor 41"), std::string::npos);
  EXPECT_NE(reason(Convolution::kBluestein, 1 << 20).find("does not fit gfx90a"),
            std::string::npos);
  EXPECT_NE(reason(Convolution::kBluestein, 1).find("lengths from 2"), std::string::npos);
}

TEST(LeafSeconds, TakesTheCheapestKernel) {
  const Target target = *FindTarget("sm_90");
  for (int64_t n : {37, 101, 257, 1009}) {
    const Dim axis = {n, 64, 64};
    const Dims loops = {{64, 1, 1}};
    const auto seconds = LeafSeconds(axis, loops, Precision::kDouble, target);
    ASSERT_TRUE(seconds.ok());
    for (Convolution kind : {Convolution::kBluestein, Convolution::kRader}) {
      const auto kernel = ChooseConvolution(kind, axis, loops, Precision::kDouble, target);
      if (kernel.ok()) EXPECT_LE(*seconds, kernel->seconds) << n;
    }
  }
  EXPECT_FALSE(LeafSeconds({1 << 20, 1, 1}, {}, Precision::kSingle, target).ok());
}

TEST(GeneratorPowers, AreAllResidues) {
  for (int64_t p : {3, 5, 7, 37, 257, 4093, 65537}) {
    const std::vector<int32_t> powers = GeneratorPowers(p);
    const std::set<int32_t> residues(powers.begin(), powers.end());
    EXPECT_EQ(std::ssize(residues), p - 1) << p;
    EXPECT_EQ(*residues.begin(), 1);
    EXPECT_EQ(*residues.rbegin(), p - 1);
    EXPECT_EQ(powers[0], 1);
    EXPECT_EQ(static_cast<int64_t>(powers.back()) * powers[1] % p, 1);
  }
}

}  // namespace
}  // namespace fft
