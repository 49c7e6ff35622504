// The plans of a problem by other schemes and splits than those that the planner chooses.
#ifndef FFT_EXEC_DESCRIBE_PLANS_H_
#define FFT_EXEC_DESCRIBE_PLANS_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/exec/pipeline.h"
#include "fft/plan/plan_options.h"

namespace fft {

// A plan of a problem, and a name that says how it was made.
struct NamedPlan {
  std::string words;
  std::shared_ptr<const PlanDescription> plan;
};

// Returns the plans of ReportPlans, at most `most`. `goes_on` is called before each plan except the
// chosen one. Once it returns false, no plan is added.
absl::StatusOr<std::vector<NamedPlan>> DescribePlans(
    const Problem& problem, const Target& target, const PlanOptions& options, int most,
    const std::function<bool()>& goes_on = [] { return true; });

}  // namespace fft

#endif  // FFT_EXEC_DESCRIBE_PLANS_H_
