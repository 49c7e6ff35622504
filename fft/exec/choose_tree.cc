#include "fft/exec/choose_tree.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "fft/base/status.h"
#include "fft/choice/price.h"
#include "fft/choice/request.h"
#include "fft/plan/planner.h"

namespace fft {
namespace {

constexpr int kComparedTrees = 6;

// Options for a search that keeps only the best candidate.
PlanOptions ForTheBest(PlanOptions options) {
  options.max_candidates = 1;
  options.max_tries = 1;
  return options;
}

// The trees whose best assignments were compared, and the choice among them.
class Comparison {
 public:
  explicit Comparison(Strategy strategy)
      : by_price_alone_(strategy == Strategy::kFastest),
        least_gain_(by_price_alone_ ? 0 : kLeastGain) {}

  // Whether the tree could be cheaper than the best tree so far, by its price before assignment.
  bool IsWorthwhile(const PlannedTree& tree) const {
    return by_price_alone_ || tree.seconds < least_;
  }

  // Compares the best assignment of tree `index`. A later tree wins only if it is cheaper and its
  // kernels are faster. A lower charge for workspaces is not enough, because that charge comes from
  // the planner's prices and not from the assignment.
  void Add(size_t index, const PlannedTree& tree, const SearchResult& search) {
    const double kernels = search.candidates.front().seconds;
    const double extra = by_price_alone_ ? 0 : tree.ExtraSeconds();
    compared_.push_back({tree.tree.scheme, kernels, extra, kernels + extra});
    if (kernels + extra > (1 - least_gain_) * least_ || kernels >= Fastest()) return;
    best_ = index;
    chosen_ = compared_.size() - 1;
    least_ = kernels + extra;
  }

  size_t best() const { return best_; }

  // Writes into the report how long the fastest compared tree of each scheme takes. Also writes the
  // fastest tree, if another tree was chosen.
  void Note(PlannerReport* report) const;

 private:
  struct Compared {
    SchemeKind scheme{};
    double kernels = 0;  // seconds
    double extra = 0;    // seconds that the tree's schemes are charged in addition
    double seconds = 0;
  };

  double Fastest() const {
    return compared_.size() == 1 ? std::numeric_limits<double>::infinity()
                                 : compared_[chosen_].kernels;
  }

  const bool by_price_alone_;
  const double least_gain_;
  std::vector<Compared> compared_;
  size_t best_ = 0;    // index of the tree
  size_t chosen_ = 0;  // the same tree, as an index into compared_
  double least_ = std::numeric_limits<double>::infinity();
};

void Comparison::Note(PlannerReport* report) const {
  for (ConsideredScheme& one : report->decisions.front().considered) {
    for (const Compared& tree : compared_) {
      if (one.scheme != tree.scheme || !one.is_accepted) continue;
      one.assigned_seconds = std::min(tree.seconds, one.assigned_seconds.value_or(tree.seconds));
    }
  }
  if (compared_.empty()) return;
  const auto is_faster = [](const Compared& a, const Compared& b) { return a.kernels < b.kernels; };
  const Compared& fastest = *std::min_element(compared_.begin(), compared_.end(), is_faster);
  const Compared& chosen = compared_[chosen_];
  if (fastest.kernels >= (1 - kToldGain) * chosen.kernels) return;
  report->faster =
      FasterTree{fastest.scheme, fastest.kernels, chosen.kernels, fastest.extra, chosen.extra};
}

// Chooses among trees of one problem, which are ordered by predicted time.
absl::StatusOr<AssignedTree> ChooseAmong(const Problem& problem, std::vector<PlannedTree> trees,
                                         const Target& target, const PlanOptions& options,
                                         ShapeMemo* memo) {
  const auto assign = [&](const PlannedTree& tree, const PlanOptions& limits) {
    return AssignBuffers(problem, tree.tree, target, limits, memo);
  };
  absl::StatusOr<SearchResult> search = assign(trees.front(), options);
  if (!search.ok() && !absl::IsFailedPrecondition(search.status())) return search.status();
  Comparison comparison(options.strategy);
  if (search.ok()) comparison.Add(0, trees.front(), *search);
  for (size_t i = 1; i < trees.size() && comparison.IsWorthwhile(trees[i]); ++i) {
    const auto other = assign(trees[i], ForTheBest(options));
    if (absl::IsCancelled(other.status())) return other.status();
    if (other.ok()) comparison.Add(i, trees[i], *other);
  }
  const size_t best = comparison.best();
  if (best > 0) search = assign(trees[best], options);
  FFT_RETURN_IF_ERROR(search.status());
  AssignedTree chosen = {std::move(trees[best].report), std::move(trees[best].tree),
                         *std::move(search), std::move(trees[best].decision)};
  comparison.Note(&chosen.planner);
  return chosen;
}

absl::StatusOr<AssignedTree> Remade(const Problem& problem, const Target& target,
                                    const PlanOptions& options, const TreeDecision& decision,
                                    ShapeMemo* memo) {
  FFT_ASSIGN_OR_RETURN(PlannedTree planned,
                       RemakePlanTree(problem, target, options, decision, memo));
  FFT_ASSIGN_OR_RETURN(SearchResult search,
                       AssignBuffers(problem, planned.tree, target, options, memo));
  return AssignedTree{std::move(planned.report), std::move(planned.tree), std::move(search),
                      std::move(planned.decision)};
}

}  // namespace

absl::StatusOr<AssignedTree> ChooseTree(const Problem& problem, const Target& target,
                                        const PlanOptions& options, PlanDecision* decision) {
  ShapeMemo memo(options.shapes);
  FFT_ASSIGN_OR_RETURN(std::vector<PlannedTree> trees,
                       MakePlanTrees(problem, target, options, kComparedTrees, &memo));
  FFT_ASSIGN_OR_RETURN(AssignedTree chosen,
                       ChooseAmong(problem, std::move(trees), target, options, &memo));
  if (decision == nullptr) return chosen;
  // The tree is made again, so that the memo notes exactly the shapes that this tree needs.
  memo.Note();
  const auto again = Remade(problem, target, options, chosen.decision, &memo);
  if (absl::IsCancelled(again.status())) return again.status();
  *decision = {chosen.decision, memo.noted()};
  return chosen;
}

absl::StatusOr<AssignedTree> ChooseChainTree(const Chain& chain, const Target& target,
                                             const PlanOptions& options) {
  ShapeMemo memo(options.shapes);
  FFT_ASSIGN_OR_RETURN(std::vector<PlannedTree> trees,
                       MakeChainTrees(chain, target, options, kComparedTrees, &memo));
  return ChooseAmong(TreeProblem(chain), std::move(trees), target, options, &memo);
}

absl::StatusOr<AssignedTree> RemakeTree(const Problem& problem, const Target& target,
                                        const PlanOptions& options, const PlanDecision& decision) {
  ShapeMemo memo(options.shapes, decision.shapes);
  return Remade(problem, target, options, decision.tree, &memo);
}

}  // namespace fft
