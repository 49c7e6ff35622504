#include "tests/property/random_options.h"

#include <numeric>
#include <utility>
#include <vector>

#include "fft/exec/pipeline.h"
#include "fft/plan/scheme.h"
#include "tests/support/test_callbacks.h"

namespace fft::testing {

SchemeKind RandomScheme(Random* random) {
  const auto& schemes = SchemeTable();
  return schemes[random->Below(std::ssize(schemes))].kind;
}

PlanOptions RandomOptions(const Problem& problem, Random* random) {
  PlanOptions options;
  options.strategy = static_cast<Strategy>(random->Below(3));
  options.allow_input_overwrite = random->OneIn(3);
  options.allow_gap_overwrite = random->OneIn(3);
  options.independent_rows = random->OneIn(6);
  options.max_candidates = 60;
  options.max_tries = 2000;
  if (random->OneIn(4)) options.scheme = RandomScheme(random);
  if (problem.has_callbacks) options.callbacks = ScalingCallbacks(problem);
  return options;
}

void AskForShape(const Problem& problem, const Target& target, Random* random,
                 PlanOptions* options) {
  const auto plan = DescribePlan(problem, target, *options);
  if (!plan.ok()) return;
  std::vector<const kernels::KernelSpec*> lines;
  for (const kernels::PlannedKernel& kernel : plan->kernels) {
    const bool is_line = kernel.spec.second_axis.length == 0 && !kernel.spec.factors.empty();
    if (is_line) lines.push_back(&kernel.spec);
  }
  if (lines.empty()) return;
  const kernels::KernelSpec& spec = *lines[random->Below(std::ssize(lines))];
  AskedShape asked;
  asked.length = spec.length;
  if (random->OneIn(2)) {
    std::vector<int> factors = spec.factors;
    for (size_t i = factors.size(); i > 1; --i) {
      std::swap(factors[i - 1], factors[random->Below(static_cast<int64_t>(i))]);
    }
    asked.wish.factors = std::move(factors);
  }
  if (random->OneIn(3)) {
    asked.wish.threads_per_transform = static_cast<int>(1 + random->Below(spec.length));
  }
  if (random->OneIn(2)) asked.wish.transforms_per_group = static_cast<int>(1 + random->Below(9));
  if (!random->OneIn(4)) asked.wish.exchange = kExchanges[random->Below(std::ssize(kExchanges))];
  if (random->OneIn(3)) asked.wish.pad_every = static_cast<int>(random->Below(40));
  if (random->OneIn(3)) asked.wish.staged = random->OneIn(2);
  if (random->OneIn(3)) asked.wish.persistent = random->OneIn(2);
  options->shapes = {std::move(asked)};
}

}  // namespace fft::testing
