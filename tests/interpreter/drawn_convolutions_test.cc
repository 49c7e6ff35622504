// Interprets random convolutions in one kernel and compares results with the definition. Lengths
// have large primes, which take chirps (Bluestein) or a generator's order (Rader). Problems are
// complex and real, rows and columns. The GPUs' threads have few registers, so that some passes run
// in place.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/exec/pipeline.h"
#include "fft/kernels/lines/pass.h"
#include "gtest/gtest.h"
#include "tests/interpreter/drawn_token.h"
#include "tests/interpreter/expect_right.h"
#include "tests/support/random.h"

namespace fft::testing {
namespace {

Target DrawTarget(Random* random) {
  const char* names[] = {"sm_90", "sm_90", "gfx90a", "gfx1030"};
  Target target = *FindTarget(names[random->Below(4)]);
  const int64_t threads[] = {16, 32, 64};
  const int64_t registers[] = {96, 112, 160, 255};
  target.max_threads = threads[random->Below(3)];
  target.registers_per_thread = registers[random->Below(4)];
  return target;
}

TEST(DrawnConvolutions, AgreeWithTheDefinition) {
  Random random(1124);
  int by_rader = 0, in_place = 0, reals_by_rader = 0, drawn = 0;
  while (drawn < 400) {
    const int64_t length = 5 + random.Below(random.OneIn(3) ? 500 : 120);
    if (PrimeFactors(length).back() < 5 || (!IsPrime(length) && random.OneIn(2))) continue;
    const std::string token = DrawToken(length, &random);
    const auto problem = ParseToken(token);
    ASSERT_TRUE(problem.ok()) << token << ": " << problem.status();
    PlanOptions options;
    options.scheme =
        IsPrime(length) && !random.OneIn(3) ? SchemeKind::kRader : SchemeKind::kBluestein;
    const Target target = DrawTarget(&random);
    SCOPED_TRACE(absl::StrCat(token, " on ", target.name, " with ", target.max_threads,
                              " threads, ", target.registers_per_thread, " registers, seed 1124"));
    const auto plan = DescribePlan(*problem, target, options);
    if (!plan.ok()) continue;
    ++drawn;
    for (const kernels::PlannedKernel& kernel : plan->kernels) {
      const bool is_rader = kernel.name.find("fft_rader") == 0;
      by_rader += is_rader ? 1 : 0;
      in_place += kernel.spec.points && kernel.spec.exchange == Exchange::kInPlace ? 1 : 0;
      reals_by_rader += is_rader && kernel.spec.load != kernel.spec.store ? 1 : 0;
    }
    ExpectRight(*plan, 0);
    if (HasFailure()) return;
  }
  EXPECT_GT(by_rader, 30);
  EXPECT_GT(reals_by_rader, 10);
  EXPECT_GT(in_place, 20);
}

// One or two passes divide a transform into lines. Each line is convolved.
TEST(DrawnConvolutions, OfLinesAgreeWithTheDefinition) {
  Random random(1125);
  const int64_t primes[] = {37, 41, 43, 61, 67, 71, 73, 97, 101, 113, 127, 151, 181, 211};
  int in_place = 0, reals = 0, columns = 0, wide = 0, by_two = 0, several = 0, in_turns = 0;
  int drawn = 0;
  while (drawn < 300) {
    const bool makes_many = random.OneIn(4);
    const int64_t many[] = {33, 34, 35, 36, 38, 40, 42, 44, 49, 55};
    const int64_t lines = makes_many ? many[random.Below(std::ssize(many))]
                                     : 2 + random.Below(random.OneIn(4) ? 31 : 8);
    const int64_t length = lines * primes[random.Below(makes_many ? 4 : std::ssize(primes))];
    if (length > (makes_many ? 2800 : 1200)) continue;
    const std::string token = DrawToken(length, &random);
    const auto problem = ParseToken(token);
    ASSERT_TRUE(problem.ok()) << token << ": " << problem.status();
    PlanOptions options;
    options.scheme = SchemeKind::kRader;
    Target target = DrawTarget(&random);
    target.max_threads *= random.OneIn(2) ? 4 : 16;
    if (makes_many) target.max_threads = 1024;
    SCOPED_TRACE(absl::StrCat(token, " on ", target.name, " with ", target.max_threads,
                              " threads, ", target.registers_per_thread, " registers, seed 1125"));
    const auto plan = DescribePlan(*problem, target, options);
    if (!plan.ok()) continue;
    bool makes_lines = false;
    for (const kernels::PlannedKernel& kernel : plan->kernels) {
      if (!kernel.spec.lines_per_transform) continue;
      makes_lines = true;
      in_place += kernel.spec.exchange == Exchange::kInPlace ? 1 : 0;
      reals += kernel.spec.load != kernel.spec.store ? 1 : 0;
      columns += LoadsRows(kernel.spec.tiling) ? 0 : 1;
      wide += TileLines(kernel.spec) > 1 ? 1 : 0;
      by_two += *kernel.spec.lines_per_transform > kMaxRadix ? 1 : 0;
      if (kernel.spec.exchange != Exchange::kInPlace) continue;
      const kernels::Pass first = kernels::PassesIntoLines(kernel.spec).front();
      const int at_once =
          FirstButterfliesAtOnce(first.radix, first.rounds, kernel.spec.factors, true);
      several += at_once > 1 ? 1 : 0;
      in_turns += at_once > 1 && at_once < first.rounds ? 1 : 0;
    }
    drawn += makes_lines ? 1 : 0;
    ExpectRight(*plan, 0);
    if (HasFailure()) return;
  }
  EXPECT_GT(in_place, 20);
  EXPECT_GT(reals, 30);
  EXPECT_GT(columns, 20);
  EXPECT_GT(wide, 30);
  EXPECT_GT(by_two, 20);
  EXPECT_GT(several, 10);
  EXPECT_GT(in_turns, 10);
}

// A point is a pair of reals. The number of points is a prime in a third of the plans, and a prime
// times a radix in another third.
TEST(DrawnConvolutions, OfPairsAgreeWithTheDefinition) {
  Random random(1127);
  const int64_t primes[] = {37, 41, 43, 61, 67, 71, 73, 97, 101, 113, 127, 151};
  int by_rader = 0, by_chirps = 0, in_lines = 0, stored = 0, loaded = 0, in_place = 0, drawn = 0;
  while (drawn < 120) {
    const int64_t prime = primes[random.Below(std::ssize(primes))];
    const bool has_chirps = random.OneIn(3);
    const int64_t pairs = has_chirps        ? 5 + random.Below(150)
                          : random.OneIn(2) ? prime
                                            : prime * (2 + random.Below(7));
    const std::string token = DrawToken(2 * pairs, &random);
    if (token.find("real_") != 0) continue;
    const auto problem = ParseToken(token);
    ASSERT_TRUE(problem.ok()) << token << ": " << problem.status();
    PlanOptions options;
    options.scheme = has_chirps ? SchemeKind::kBluestein : SchemeKind::kRader;
    Target target = DrawTarget(&random);
    if (pairs > 151) target.max_threads *= 8;
    SCOPED_TRACE(absl::StrCat(token, " on ", target.name, " with ", target.max_threads,
                              " threads, ", target.registers_per_thread, " registers, seed 1127"));
    const auto plan = DescribePlan(*problem, target, options);
    if (!plan.ok()) continue;
    bool has_pairs = false;
    for (const kernels::PlannedKernel& kernel : plan->kernels) {
      if (!kernel.spec.points || !kernels::HasPairs(kernel.spec)) continue;
      has_pairs = true;
      ++(kernel.spec.kind == KernelKind::kRader ? by_rader : by_chirps);
      ++(kernel.spec.store == AxisFormat::kHermitianOfPairs ? stored : loaded);
      in_lines += kernel.spec.lines_per_transform ? 1 : 0;
      in_place += kernel.spec.exchange == Exchange::kInPlace ? 1 : 0;
    }
    if (!has_pairs) continue;
    ++drawn;
    ExpectRight(*plan, 0);
    if (HasFailure()) return;
  }
  EXPECT_GT(by_rader, 40);
  EXPECT_GT(by_chirps, 20);
  EXPECT_GT(in_lines, 15);
  EXPECT_GT(stored, 30);
  EXPECT_GT(loaded, 30);
  EXPECT_GT(in_place, 10);
}

// The first of several kernels converts a spectrum to pairs of reals and multiplies by the chirp.
// In some buffer assignments a conversion kernel does it, in others a transform kernel.
TEST(DrawnConvolutions, FromSpectraToPairsAgreeWithTheDefinition) {
  Random random(1128);
  int by_columns = 0, planar = 0, in_place = 0, converted = 0, drawn = 0;
  while (drawn < 100) {
    const std::string token = DrawToken(2 * (2 + random.Below(90)), &random);
    if (token.find("real_inverse") != 0) continue;
    const auto problem = ParseToken(token);
    ASSERT_TRUE(problem.ok()) << token << ": " << problem.status();
    const bool has_columns = !random.OneIn(4);
    PlanOptions options;
    options.scheme = has_columns ? SchemeKind::kBluesteinColumns : SchemeKind::kBluesteinKernels;
    if (random.OneIn(3)) options.candidate = 2 + static_cast<int>(random.Below(3));
    const Target target = DrawTarget(&random);
    SCOPED_TRACE(absl::StrCat(token, " on ", target.name, " with ", target.max_threads,
                              " threads, ", target.registers_per_thread, " registers, seed 1128"));
    const auto plan = DescribePlan(*problem, target, options);
    if (!plan.ok()) continue;
    const kernels::KernelSpec& first = plan->kernels.front().spec;
    const bool converts = first.store == AxisFormat::kChirped;
    if (first.load != AxisFormat::kHermitianOfPairs ||
        !(converts || first.row_operation == RowOperation::kChirpIn)) {
      continue;
    }
    ++drawn;
    converted += converts ? 1 : 0;
    by_columns += has_columns ? 1 : 0;
    planar += IsPlanar(first.in_format) ? 1 : 0;
    in_place += problem->placement == Placement::kInPlace ? 1 : 0;
    ExpectRight(*plan, 0);
    if (HasFailure()) return;
  }
  EXPECT_GT(by_columns, 60);
  EXPECT_GT(planar, 5);
  EXPECT_GT(in_place, 20);
  EXPECT_GT(converted, 5);
}

}  // namespace
}  // namespace fft::testing
