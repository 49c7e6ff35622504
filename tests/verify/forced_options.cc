#include "tests/verify/forced_options.h"

#include <iterator>

#include "absl/strings/str_cat.h"
#include "fft/exec/pipeline.h"
#include "fft/shapes/asked_shape.h"
#include "tests/property/random_options.h"

namespace fft::testing {
namespace {

constexpr int kDraws = 12;

// Draws options without scheme, shape and candidate.
PlanOptions DrawUnshaped(const Problem& problem, Random* random) {
  PlanOptions options = RandomOptions(problem, random);
  options.max_candidates = PlanOptions().max_candidates;
  options.max_tries = PlanOptions().max_tries;
  options.strategy = kStrategies[random->Below(std::ssize(kStrategies))];
  options.scheme.reset();
  return options;
}

// Draws options with a scheme, a shape, or both.
PlanOptions DrawShaped(const Problem& problem, const Target& target, Random* random) {
  PlanOptions options = DrawUnshaped(problem, random);
  if (random->OneIn(2)) options.scheme = RandomScheme(random);
  if (!options.scheme || random->OneIn(2)) AskForShape(problem, target, random, &options);
  return options;
}

}  // namespace

PlanOptions DrawForcedOptions(const Problem& problem, const Target& target, Random* random) {
  PlanOptions options;
  for (int draw = 0; draw <= kDraws; ++draw) {
    options = draw < kDraws ? DrawShaped(problem, target, random) : DrawUnshaped(problem, random);
    const auto plan = DescribePlan(problem, target, options);
    if (!plan.ok()) continue;
    options.candidate = static_cast<int>(random->Below(std::ssize(plan->search.candidates)));
    break;
  }
  return options;
}

std::string ForcedFlags(const PlanOptions& options) {
  std::string flags = absl::StrCat(" --strategy ", ToString(options.strategy));
  if (options.scheme) absl::StrAppend(&flags, " --scheme ", ToString(*options.scheme));
  if (!options.shapes.empty()) absl::StrAppend(&flags, " --shape '", ToString(options.shapes), "'");
  if (options.allow_input_overwrite || options.allow_gap_overwrite) {
    absl::StrAppend(&flags, " --overwrite ", options.allow_input_overwrite ? "input" : "",
                    options.allow_input_overwrite && options.allow_gap_overwrite ? "," : "",
                    options.allow_gap_overwrite ? "gaps" : "");
  }
  if (options.independent_rows) absl::StrAppend(&flags, " --independent_rows");
  if (options.candidate > 0) absl::StrAppend(&flags, " --candidate ", options.candidate);
  return flags;
}

}  // namespace fft::testing
