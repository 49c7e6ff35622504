#include "fft/core/convolution.h"

#include <iterator>
#include <set>
#include <vector>

#include "gtest/gtest.h"

namespace fft {
namespace {

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
