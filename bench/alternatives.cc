#include "bench/alternatives.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/assign/ranking.h"
#include "fft/base/status.h"
#include "fft/exec/pipeline.h"
#include "fft/plan/scheme.h"

namespace fft::bench {
namespace {

constexpr int kMoreAssignments = 2;
constexpr int kMoreSplits = 4;

class Lister {
 public:
  Lister(const Problem& problem, const Target& target, size_t most)
      : problem_(problem), target_(target), most_(most) {}

  // Whether the plan exists; one like another is left out.
  absl::Status Add(const PlanOptions& options, const std::string& words) {
    if (list_.size() > most_) return absl::OkStatus();
    FFT_ASSIGN_OR_RETURN(const PlanDescription plan,
                         DescribePlan(problem_, target_, options, nullptr));
    Alternative made{options, words, 0, static_cast<int>(plan.kernels.size())};
    std::string identity = DescribeAssignment(plan.chosen().steps);
    for (const Step& step : plan.chosen().steps) made.predicted_ms += step.seconds * 1e3;
    for (const codegen::PlannedKernel& kernel : plan.kernels) {
      absl::StrAppend(&identity, " ", kernel.name, " ", kernel.blocks);
    }
    if (seen_.insert(std::move(identity)).second) list_.push_back(std::move(made));
    return absl::OkStatus();
  }

  std::vector<Alternative> Take() { return std::move(list_); }

 private:
  const Problem& problem_;
  const Target& target_;
  const size_t most_;
  std::vector<Alternative> list_;
  std::set<std::string> seen_;
};

// Splits of a length into two factors, those nearest to `first` first.
std::vector<std::vector<int64_t>> SplitsAround(int64_t length, int64_t first) {
  std::vector<std::vector<int64_t>> splits;
  for (int64_t factor = 2; factor * factor <= length; ++factor) {
    if (length % factor != 0) continue;
    splits.push_back({factor, length / factor});
    if (factor * factor != length) splits.push_back({length / factor, factor});
  }
  const auto distance = [first](const std::vector<int64_t>& split) {
    return std::abs(std::log(static_cast<double>(split[0]) / static_cast<double>(first)));
  };
  std::stable_sort(splits.begin(), splits.end(),
                   [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  return splits;
}

}  // namespace

absl::StatusOr<std::vector<Alternative>> ListAlternatives(const Problem& problem,
                                                          const Target& target, int most) {
  FFT_ASSIGN_OR_RETURN(const PlanDescription chosen, DescribePlan(problem, target, {}, nullptr));
  Lister lister(chosen.problem, target, static_cast<size_t>(most));
  FFT_RETURN_IF_ERROR(lister.Add({}, "chosen"));
  const int candidates = static_cast<int>(chosen.search.candidates.size());
  for (int i = 1; i <= std::min(kMoreAssignments, candidates - 1); ++i) {
    FFT_RETURN_IF_ERROR(lister.Add({.candidate = i}, absl::StrCat("assignment ", i)));
  }
  // Schemes and splits that do not take the problem are no alternatives.
  if (SchemeOf(chosen.tree.scheme).splits && chosen.tree.axes.size() == 1) {
    int more = 0;
    const int64_t first = chosen.tree.children.front().axes.back().length;
    for (const auto& factors : SplitsAround(chosen.tree.axes.back().length, first)) {
      PlanOptions options{.scheme = chosen.tree.scheme, .factors = factors};
      const std::string words =
          absl::StrCat(ToString(chosen.tree.scheme), " ", absl::StrJoin(factors, "x"));
      if (lister.Add(options, words).ok() && ++more == kMoreSplits) break;
    }
  }
  for (const Scheme& scheme : SchemeTable()) {
    if (scheme.only_by_name) continue;
    lister.Add({.scheme = scheme.kind}, ToString(scheme.kind)).IgnoreError();
  }
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
