// Convolutions in one kernel, drawn: lengths with large primes by chirps and in generators' order,
// complex and real, rows and columns, on GPUs whose threads have few registers, so that passes run
// in place too; in the interpreter, against the definition.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/exec/pipeline.h"
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
    for (const codegen::PlannedKernel& kernel : plan->kernels) {
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

}  // namespace
}  // namespace fft::testing
