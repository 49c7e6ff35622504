#include "fft/exec/describe_plans.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/exec/pipeline.h"
#include "fft/plan/scheme.h"

namespace fft {
namespace {

constexpr int kMoreSplits = 4;
// How many splits into two factors are tried, whether they can be planned or not.
constexpr int kTriedSplits = 16;

// A list of plans with different trees.
class PlanList {
 public:
  PlanList(const Problem& problem, const Target& target, const PlanOptions& options, size_t most,
           const std::function<bool()>& goes_on)
      : problem_(problem), target_(target), options_(options), most_(most), goes_on_(goes_on) {}

  bool IsFull() const { return list_.size() >= most_; }

  absl::Status AddChosen() {
    FFT_ASSIGN_OR_RETURN(PlanDescription plan, DescribePlan(problem_, target_, options_));
    Keep("chosen", std::move(plan));
    return absl::OkStatus();
  }

  // Adds the plan of the options and returns true, if they lead to a plan with a new tree.
  bool Add(SchemeKind scheme, const std::vector<int64_t>& factors) {
    if (IsFull() || options_.cancel.is_cancelled() || !goes_on_()) return false;
    PlanOptions options = options_;
    options.scheme = scheme;
    options.factors = factors;
    options.candidate = 0;
    absl::StatusOr<PlanDescription> plan = DescribePlan(problem_, target_, options);
    if (!plan.ok()) return false;
    Keep(absl::StrCat(ToString(scheme), factors.empty() ? "" : " ", absl::StrJoin(factors, "x")),
         *std::move(plan));
    return true;
  }

  const PlanDescription& chosen() const { return *list_.front().plan; }
  std::vector<NamedPlan> Take() { return std::move(list_); }

 private:
  void Keep(std::string words, PlanDescription plan) {
    if (!trees_.insert(ToString(plan.tree)).second) return;
    list_.push_back({std::move(words), std::make_shared<const PlanDescription>(std::move(plan))});
  }

  const Problem& problem_;
  const Target& target_;
  const PlanOptions& options_;
  const size_t most_;
  const std::function<bool()>& goes_on_;
  std::set<std::string> trees_;
  std::vector<NamedPlan> list_;
};

// The splits of a length into two factors. The split whose first factor is nearest to `first` comes
// first.
std::vector<std::vector<int64_t>> SplitsAround(int64_t length, int64_t first) {
  std::vector<std::vector<int64_t>> splits;
  for (int64_t factor : Divisors(length)) {
    if (factor == 1 || factor > length / factor) continue;
    splits.push_back({factor, length / factor});
    if (factor * factor != length) splits.push_back({length / factor, factor});
  }
  const auto distance = [first](const std::vector<int64_t>& split) {
    return std::abs(std::log(static_cast<double>(split[0]) / static_cast<double>(first)));
  };
  std::stable_sort(splits.begin(), splits.end(),
                   [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  if (splits.size() > kTriedSplits) splits.resize(kTriedSplits);
  return splits;
}

}  // namespace

absl::StatusOr<std::vector<NamedPlan>> DescribePlans(const Problem& problem, const Target& target,
                                                     const PlanOptions& options, int most,
                                                     const std::function<bool()>& goes_on) {
  if (most < 1) return InvalidField("limits.trees", absl::StrCat(most), "1 or more");
  PlanList list(problem, target, options, static_cast<size_t>(most), goes_on);
  FFT_RETURN_IF_ERROR(list.AddChosen());
  const PlanNode& tree = list.chosen().tree;
  // Schemes and splits that do not take the problem are left out.
  if (options.factors.empty() && SchemeOf(tree.scheme).splits && tree.axes.size() == 1) {
    int more = 0;
    const int64_t first = tree.children.front().axes.back().length;
    for (const auto& factors : SplitsAround(tree.axes.back().length, first)) {
      if (list.IsFull() || more == kMoreSplits) break;
      if (list.Add(tree.scheme, factors)) ++more;
    }
  }
  if (!options.scheme) {
    for (const Scheme& scheme : SchemeTable()) {
      if (PlansProblems(scheme)) list.Add(scheme.kind, {});
    }
  }
  if (options.cancel.is_cancelled()) return absl::CancelledError("planning was cancelled");
  return list.Take();
}

}  // namespace fft
