// Interprets kernels in the shapes that the model chooses by price, and in shapes drawn from the
// list of ListKernelShapes. Lengths have prime factors up to 53. Kernels are for every GPU target,
// complex and real, rows and columns. The interpreter checks bounds and races; results are compared
// with the definition.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/exec/pipeline.h"
#include "fft/shapes/asked_shape.h"
#include "fft/shapes/kernel_shape.h"
#include "gtest/gtest.h"
#include "tests/interpreter/drawn_token.h"
#include "tests/interpreter/expect_right.h"
#include "tests/support/random.h"

namespace fft::testing {
namespace {

constexpr int kDrawn = 800;
constexpr int64_t kLongest = 700;

// Returns a composite length with a prime factor between 7 and the target's largest radix.
int64_t DrawLength(const Target& target, Random* random) {
  while (true) {
    const int64_t length = 14 + random->Below(random->OneIn(3) ? kLongest - 14 : 180);
    const int64_t largest = PrimeFactors(length).back();
    if (largest >= 7 && largest <= LargestPrimeRadix(target) && !IsPrime(length)) return length;
  }
}

TEST(DrawnShapes, AgreeWithTheDefinition) {
  Random random(1712);
  std::vector<Target> gpus = Targets();
  std::erase_if(gpus, [](const Target& target) { return target.is_cpu(); });
  std::set<std::string> targets;
  int by_model = 0, asked = 0, in_place = 0, staged = 0;
  for (int drawn = 0; drawn < kDrawn; ++drawn) {
    const Target& target = gpus[random.Below(std::ssize(gpus))];
    const int64_t length = DrawLength(target, &random);
    const std::string token = DrawToken(length, &random);
    PlanOptions options;
    options.scheme = SchemeKind::kStockham;
    if (random.OneIn(2)) {
      const KernelShapeRequest request{length, Precision::kSingle, Tiling::kRowRow, 6};
      const std::vector<KernelShape> list = ListKernelShapes(request, target, 12);
      ASSERT_FALSE(list.empty()) << length << " on " << target.name;
      options.shapes = {{length, WishOf(list[random.Below(std::ssize(list))])}};
      // A drawn shape may stage complex rows in a way that does not fit the problem, so the wish
      // for staging is dropped.
      options.shapes.front().wish.staged.reset();
    }
    SCOPED_TRACE(absl::StrCat(token, " on ", target.name, " with ", ToString(options.shapes),
                              ", draw ", drawn, " of seed 1712"));
    const auto plan = DescribePlan(ParseToken(token).value(), target, options);
    if (!plan.ok()) continue;  // the problem has no kernel for this scheme or shape
    targets.insert(target.name);
    for (const kernels::PlannedKernel& kernel : plan->kernels) {
      (options.shapes.empty() ? by_model : asked) += 1;
      in_place += kernel.spec.exchange == Exchange::kInPlace ? 1 : 0;
      staged += kernel.spec.staging != Staging::kNone ? 1 : 0;
    }
    ExpectRight(*plan, 0);
    if (HasFailure()) return;
  }
  EXPECT_EQ(targets.size(), gpus.size());
  EXPECT_GT(by_model, 150);
  EXPECT_GT(asked, 120);
  EXPECT_GT(in_place, 40);
  EXPECT_GT(staged, 15);
}

}  // namespace
}  // namespace fft::testing
