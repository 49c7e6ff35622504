#include "fft/exec/choose_tree.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "fft/base/status.h"
#include "fft/choice/price.h"
#include "fft/plan/planner.h"

namespace fft {
namespace {

constexpr int kComparedTrees = 6;

double SecondsOf(const PlannedTree& planned, const SearchResult& search) {
  return planned.ExtraSeconds() + search.candidates.front().seconds;
}

// Options for a search that keeps only the best candidate.
PlanOptions ForTheBest(PlanOptions options) {
  options.max_candidates = 1;
  options.max_tries = 1;
  return options;
}

// Notes for each scheme how long the fastest of its compared trees takes.
void Note(const std::vector<std::pair<SchemeKind, double>>& compared, PlannerReport* report) {
  for (ConsideredScheme& one : report->decisions.front().considered) {
    for (const auto& [scheme, seconds] : compared) {
      if (one.scheme != scheme || !one.is_accepted) continue;
      one.assigned_seconds = std::min(seconds, one.assigned_seconds.value_or(seconds));
    }
  }
}

}  // namespace

absl::StatusOr<AssignedTree> ChooseTree(const Problem& problem, const Target& target,
                                        const PlanOptions& options) {
  FFT_ASSIGN_OR_RETURN(std::vector<PlannedTree> trees,
                       MakePlanTrees(problem, target, options, kComparedTrees));
  absl::StatusOr<SearchResult> search = AssignBuffers(problem, trees.front().tree, target, options);
  if (!search.ok() && !absl::IsFailedPrecondition(search.status())) return search.status();
  size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  double fastest = least;  // without the charges of schemes
  std::vector<std::pair<SchemeKind, double>> compared;
  const auto compare = [&](size_t i, const absl::StatusOr<SearchResult>& assigned) {
    if (!assigned.ok()) return;
    const double seconds = SecondsOf(trees[i], *assigned);
    compared.emplace_back(trees[i].tree.scheme, seconds);
    const double kernels = assigned->candidates.front().seconds;
    // A later tree has to be cheaper and faster. Being free of a workspace is not enough, since
    // schemes are charged for one by kernels in canonical strides.
    if (seconds > (1 - kLeastGain) * least || kernels >= fastest) return;
    best = i;
    least = seconds;
    fastest = kernels;
  };
  compare(0, search);
  for (size_t i = 1; i < trees.size() && trees[i].seconds < (1 - kLeastGain) * least; ++i) {
    const auto other = AssignBuffers(problem, trees[i].tree, target, ForTheBest(options));
    if (absl::IsCancelled(other.status())) return other.status();
    compare(i, other);
  }
  if (best > 0) search = AssignBuffers(problem, trees[best].tree, target, options);
  FFT_RETURN_IF_ERROR(search.status());
  AssignedTree chosen = {std::move(trees[best].report), std::move(trees[best].tree),
                         *std::move(search)};
  Note(compared, &chosen.planner);
  return chosen;
}

}  // namespace fft
