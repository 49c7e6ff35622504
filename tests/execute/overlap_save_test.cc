// Tests convolutions of long rows in overlapping blocks (fft/exec/overlap_save.h).
#include "fft/exec/overlap_save.h"

#include <algorithm>
#include <array>
#include <complex>
#include <string>
#include <vector>

#include "fft/core/target.h"
#include "fft/fft.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/error_norms.h"
#include "tests/support/reference.h"

namespace fft::testing {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<Context> HostContext() {
  ContextOptions options = ReadEnvironment();
  options.device = "host";
  auto context = Context::Create(options);
  EXPECT_TRUE(context.ok()) << context.status();
  return context.value_or(nullptr);
}

std::vector<double> Drawn(int64_t numbers, uint64_t seed) {
  Problem problem;
  problem.lengths = {numbers};
  std::vector<double> drawn = RandomInput<double>(*CompleteProblem(problem), seed);
  drawn.resize(numbers);
  return drawn;
}

// Returns the convolution by its definition as sums. A complex number is a pair of reals.
std::vector<long double> BySums(const LongConvolution& c, const std::vector<double>& x,
                                const std::vector<double>& s) {
  std::vector<long double> y;
  const auto at = [&](const std::vector<double>& list, int64_t i) {
    return c.is_real ? std::complex<long double>(list[i])
                     : std::complex<long double>(list[2 * i], list[2 * i + 1]);
  };
  for (int64_t row = 0; row < c.rows; ++row) {
    for (int64_t n = c.output.first; n < c.output.first + c.output.count; ++n) {
      std::complex<long double> sum = 0;
      for (int64_t m = 0; m < c.taps; ++m) {
        if (n - m >= 0 && n - m < c.length) sum += at(x, row * c.length + n - m) * at(s, m);
      }
      y.push_back(sum.real());
      if (!c.is_real) y.push_back(sum.imag());
    }
  }
  return y;
}

// Returns an aligned address within `memory`.
void* Aligned(std::vector<double>* memory) {
  const auto address = reinterpret_cast<uintptr_t>(memory->data());
  return reinterpret_cast<void*>((address + 255) / 256 * 256);
}

// Runs the convolution in blocks of `block` points and compares with sums.
void ExpectRight(Context& context, const LongConvolution& c, int64_t block) {
  const auto chains = BlockChains(c, block);
  ASSERT_TRUE(chains.ok()) << chains.status();
  std::vector<std::shared_ptr<const ChainPlan>> plans;
  for (const Chain& chain : *chains) {
    auto plan = MakeChain(context, chain);
    ASSERT_TRUE(plan.ok()) << plan.status();
    plans.push_back(*plan);
  }
  const LongConvolutionPlan plan(c.taps, plans);
  EXPECT_EQ(plan.block(), block);
  const int64_t parts = c.is_real ? 1 : 2;
  const std::vector<double> x = Drawn(c.rows * c.length * parts, 1), s = Drawn(c.taps * parts, 2);
  std::vector<double> spectrum(plan.spectrum_bytes() / 8), y(c.rows * c.output.count * parts, 77);
  const auto filter = context.MakePlan(plan.filter());
  ASSERT_TRUE(filter.ok()) << filter.status();
  std::vector<double> scratch((*filter)->workspace_bytes() / 8 + 64);
  std::vector<double> workspace(plan.workspace_bytes() / 8 + 64);
  ASSERT_TRUE((*filter)
                  ->Execute({.in = s.data(),
                             .out = spectrum.data(),
                             .workspace = Aligned(&scratch),
                             .workspace_bytes = (*filter)->workspace_bytes()})
                  .ok());
  const absl::Status ran = plan.Execute({.in = x.data(),
                                         .out = y.data(),
                                         .spectra = spectrum.data(),
                                         .workspace = Aligned(&workspace),
                                         .workspace_bytes = plan.workspace_bytes()});
  ASSERT_TRUE(ran.ok()) << ran;
  const std::vector<long double> got(y.begin(), y.end());
  EXPECT_LT(Compare(got, BySums(c, x, s), static_cast<int>(parts)).l2, 1e-14);
}

LongConvolution Asked(int64_t length, int64_t taps, const Range& output, int64_t rows = 1) {
  LongConvolution c;
  c.precision = Precision::kDouble;
  c.length = length;
  c.taps = taps;
  c.output = output;
  c.rows = rows;
  return c;
}

// The cases are the modes "full", "same" and "valid", rows of one block and of many blocks, rows
// that end at the end of a block and within a block, one tap, and taps as long as a row and longer.
TEST(OverlapSaveTest, BlocksAreRight) {
  const auto context = HostContext();
  for (const bool is_real : {true, false}) {
    for (const auto& [length, taps, first, count, rows] :
         std::vector<std::array<int64_t, 5>>{{1000, 20, 0, 1019, 1},
                                             {1000, 20, 9, 1000, 3},
                                             {1000, 20, 19, 981, 2},
                                             {45 * 13 + 19, 20, 19, 45 * 13, 1},
                                             {300, 1, 0, 300, 1},
                                             {50, 50, 0, 99, 2},
                                             {20, 40, 0, 59, 1},
                                             {1000, 33, 500, 7, 1}}) {
      LongConvolution c = Asked(length, taps, {first, count}, rows);
      c.is_real = is_real;
      SCOPED_TRACE(std::to_string(length) + " " + std::to_string(taps));
      ExpectRight(*context, c, 64);
      ExpectRight(*context, c, 128);
    }
  }
}

TEST(OverlapSaveTest, BlocksOfTheMiddleAreOneChain) {
  const auto chains = BlockChains(Asked(1 << 20, 101, {50, 1 << 20}), 1024);
  ASSERT_TRUE(chains.ok()) << chains.status();
  ASSERT_EQ(chains->size(), 3u);
  EXPECT_EQ((*chains)[0].arrays.batch, 1);
  EXPECT_EQ((*chains)[1].arrays.batch, ((1 << 20) - 874 - 1024) / 924 + 1);
  EXPECT_EQ((*chains)[1].arrays.input.distance, 924);
  EXPECT_TRUE((*chains)[1].arrays.input.ranges.empty());
  EXPECT_EQ((*chains)[2].arrays.batch, 1);
}

// A block is longer than the taps and far shorter than a long row. A short row is one block.
TEST(OverlapSaveTest, PricesChooseTheBlock) {
  const Target target = *FindTarget("sm_90");
  const auto block = ChooseBlock(Asked(1 << 24, 500, {}), target, {});
  ASSERT_TRUE(block.ok()) << block.status();
  EXPECT_GE(*block, 1024);
  EXPECT_LE(*block, 1 << 15);
  const auto whole = ChooseBlock(Asked(100, 30, {29, 71}), target, {});
  ASSERT_TRUE(whole.ok()) << whole.status();
  EXPECT_EQ(*whole, 128);
}

TEST(OverlapSaveTest, PlansRun) {
  const auto context = HostContext();
  const auto plan = MakeLongConvolution(*context, Asked(20000, 100, {}));
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_GE((*plan)->chains().size(), 1u);
  LongConvolution c = Asked(20000, 100, {0, 20099});
  ExpectRight(*context, c, (*plan)->block());
}

TEST(OverlapSaveTest, ErrorsNameTheField) {
  const auto refused = [](const LongConvolution& c, int64_t block, const std::string& words) {
    const absl::Status status = BlockChains(c, block).status();
    EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(words));
  };
  refused(Asked(0, 3, {}), 16, "length is 0");
  refused(Asked(10, 0, {}), 16, "taps is 0");
  refused(Asked(10, 3, {}, 0), 16, "rows is 0");
  refused(Asked(10, 3, {8, 5}), 16, "output");
  refused(Asked(10, 3, {}), 2, "block is 2");
  EXPECT_TRUE(
      absl::IsInvalidArgument(ChooseBlock(Asked(10, 0, {}), *FindTarget("host"), {}).status()));
}

}  // namespace
}  // namespace fft::testing
