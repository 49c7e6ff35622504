#include "bench/alternatives.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/assign/ranking.h"
#include "fft/base/status.h"
#include "fft/exec/describe_plans.h"
#include "fft/exec/pipeline.h"

namespace fft::bench {
namespace {

constexpr int kMoreAssignments = 2;
constexpr int kMostTrees = 40;

// Lists plans that launch other kernels, or use other buffers.
class Lister {
 public:
  explicit Lister(size_t most) : most_(most) {}

  // Adds a plan, unless the list already has a plan with the same kernels and buffers.
  void Add(const PlanDescription& plan, const std::string& words) {
    if (list_.size() > most_) return;
    Alternative made{plan.options, words, plan.chosen().seconds * 1e3,
                     static_cast<int>(plan.kernels.size())};
    std::string identity = DescribeAssignment(plan.chosen().steps);
    for (const kernels::PlannedKernel& kernel : plan.kernels) {
      absl::StrAppend(&identity, " ", kernel.name, " ", kernel.blocks);
    }
    if (seen_.insert(std::move(identity)).second) list_.push_back(std::move(made));
  }

  std::vector<Alternative> Take() { return std::move(list_); }

 private:
  const size_t most_;
  std::vector<Alternative> list_;
  std::set<std::string> seen_;
};

}  // namespace

absl::StatusOr<std::vector<Alternative>> ListAlternatives(const Problem& problem,
                                                          const Target& target, int most) {
  FFT_ASSIGN_OR_RETURN(const std::vector<NamedPlan> plans,
                       DescribePlans(problem, target, {}, kMostTrees));
  Lister lister(static_cast<size_t>(most));
  const PlanDescription& chosen = *plans.front().plan;
  lister.Add(chosen, plans.front().words);
  const int candidates = static_cast<int>(chosen.search.candidates.size());
  for (int i = 1; i <= std::min(kMoreAssignments, candidates - 1); ++i) {
    FFT_ASSIGN_OR_RETURN(const PlanDescription plan, WithCandidate(chosen, i));
    lister.Add(plan, absl::StrCat("assignment ", i));
  }
  for (size_t i = 1; i < plans.size(); ++i) lister.Add(*plans[i].plan, plans[i].words);
  return lister.Take();
}

OrderedPairs CountOrdered(const std::vector<TimedAlternative>& timed, double apart) {
  OrderedPairs pairs;
  for (const TimedAlternative& a : timed) {
    for (const TimedAlternative& b : timed) {
      if (a.measured_ms * (1 + apart) >= b.measured_ms) continue;
      ++pairs.all;
      if (a.predicted_ms < b.predicted_ms) ++pairs.in_order;
    }
  }
  return pairs;
}

}  // namespace fft::bench
