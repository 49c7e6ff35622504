#include "fft/assign/search.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/assign/candidate.h"
#include "fft/assign/ranking.h"
#include "fft/assign/search_space.h"
#include "fft/assign/winner.h"
#include "fft/base/status.h"

namespace fft {
namespace {

// The most distinct reasons that the error quotes when nothing is valid.
constexpr size_t kMaxReasons = 4;

// Walks the search space depth first. A round (RunPass) offers 0, 1 or 2 of TEMP0 and TEMP1.
class Enumeration {
 public:
  Enumeration(const Problem& problem, const PlanOptions& options, SearchSpace* space,
              SearchResult* result)
      : problem_(problem), options_(options), space_(*space), result_(*result) {}

  void RunPass(int temporaries);
  // Why tries were refused, without repetition.
  const std::set<std::string>& reasons() const { return reasons_; }

 private:
  // Tries every kernel that reads edge `edge`, with every placement of its output.
  void TryEdge(int edge, int in, PlacementTrace* parent);
  void TryOffer(const SearchSpace::Offer& offer, int in, PlacementTrace* parent);
  PlacementTrace* Record(const KernelOption& kernel, const EdgePlacement& in,
                         const EdgePlacement& out, PlacementTrace* parent);
  void Refuse(PlacementTrace* node, const std::string& reason);
  void Keep();
  bool Uses(Buffer buffer) const { return (used_.back() & SetOf(buffer)) != 0; }
  bool Stopped();

  const Problem& problem_;
  const PlanOptions& options_;
  SearchSpace& space_;
  SearchResult& result_;
  PassStatistics pass_;
  std::vector<const Step*> path_;
  // The buffers written before each step of the path, and after the last one.
  std::vector<BufferSet> used_ = {0};
  std::set<std::string> reasons_;
};

bool Enumeration::Stopped() {
  if (result_.truncated || options_.cancel.is_cancelled()) return true;
  if (static_cast<int64_t>(result_.candidates.size()) >= options_.max_candidates) {
    result_.truncation = absl::StrCat("stopped at ", options_.max_candidates,
                                      " candidates, the limit of PlanOptions::max_candidates");
  } else if (pass_.tries >= options_.max_tries) {
    result_.truncation =
        absl::StrCat("stopped at ", options_.max_tries, " tries in the pass with ",
                     pass_.temporaries, " temporaries, the limit of PlanOptions::max_tries");
  } else if (result_.use.bytes >= options_.max_search_bytes) {
    result_.truncation = absl::StrCat("stopped at ", options_.max_search_bytes,
                                      " bytes, the limit of PlanOptions::max_search_bytes");
  }
  result_.truncated = !result_.truncation.empty();
  return result_.truncated;
}

void Enumeration::TryEdge(int edge, int in, PlacementTrace* parent) {
  for (const SearchSpace::Offer& offer : space_.Offers(edge, in, pass_.temporaries)) {
    if (Stopped()) return;
    TryOffer(offer, in, parent);
  }
}

PlacementTrace* Enumeration::Record(const KernelOption& kernel, const EdgePlacement& in,
                                    const EdgePlacement& out, PlacementTrace* parent) {
  parent->branches.push_back(std::make_unique<PlacementTrace>());
  PlacementTrace* node = parent->branches.back().get();
  node->leaf = kernel.leaf;
  node->leaf_count = kernel.leaf_count;
  node->shim = kernel.shim;
  node->parent = parent;
  node->in_buffer = in.buffer;
  node->out_buffer = out.buffer;
  node->in_format = in.format;
  node->out_format = out.format;
  node->out_padded = out.padded;
  node->fused = parent->fused;
  node->in_place = parent->in_place;
  node->type_changes = parent->type_changes;
  result_.use.bytes += sizeof(PlacementTrace) + sizeof(node);
  return node;
}

void Enumeration::Refuse(PlacementTrace* node, const std::string& reason) {
  node->refusal = reason;
  result_.use.bytes += static_cast<int64_t>(reason.size());
  ++pass_.refused;
}

void Enumeration::TryOffer(const SearchSpace::Offer& offer, int in, PlacementTrace* parent) {
  ++pass_.tries;
  const KernelOption& option = space_.kernels()[offer.kernel];
  const EdgePlacement& out = space_.placement(offer.out);
  PlacementTrace* node = Record(option, space_.placement(in), out, parent);
  const int edge = option.leaf + option.leaf_count;
  if (const auto first = space_.EntersBefore(edge, out.buffer, used_.back())) {
    return Refuse(node, absl::StrCat(ToString(out.buffer), " before ", ToString(*first),
                                     " would only exchange their names"));
  }
  const Decision& decision = space_.decision().ValidOutBuffer(offer.kernel, in, offer.out);
  if (!decision.valid()) {
    reasons_.insert(decision.refusal);
    return Refuse(node, decision.refusal);
  }
  const Scores scores = ScoresOf(decision.step);
  node->fused += scores.fused;
  node->in_place += scores.in_place;
  node->type_changes += scores.type_changes;
  path_.push_back(&decision.step);
  used_.push_back(used_.back() | SetOf(out.buffer));
  if (edge == space_.leaf_count()) {
    Keep();
  } else {
    TryEdge(edge, offer.out, node);
  }
  used_.pop_back();
  path_.pop_back();
}

// Keeps the path as a candidate if it uses the temporary that this round has added. An earlier
// round has found all other paths.
void Enumeration::Keep() {
  if (pass_.temporaries == 1 && !Uses(Buffer::kTemp0)) return;
  if (pass_.temporaries == 2 && !Uses(Buffer::kTemp1)) return;
  std::vector<Step> steps;
  for (const Step* step : path_) steps.push_back(*step);
  result_.candidates.push_back(MakeCandidate(problem_, std::move(steps)));
  result_.use.bytes += Footprint(result_.candidates.back());
  ++pass_.candidates;
}

void Enumeration::RunPass(int temporaries) {
  pass_ = PassStatistics{};
  pass_.temporaries = temporaries;
  const int64_t calls = space_.decision().calls();
  const int64_t hits = space_.decision().hits();
  result_.traces.push_back(std::make_unique<PlacementTrace>());
  PlacementTrace* root = result_.traces.back().get();
  const EdgePlacement& first = space_.placement(space_.Start());
  root->in_buffer = root->out_buffer = first.buffer;
  root->in_format = root->out_format = first.format;
  TryEdge(0, space_.Start(), root);
  pass_.decision_calls = space_.decision().calls() - calls;
  pass_.decision_hits = space_.decision().hits() - hits;
  result_.use.tries += pass_.tries;
  result_.passes.push_back(pass_);
}

absl::Status NothingIsValid(const std::set<std::string>& all_reasons) {
  std::vector<std::string> reasons(all_reasons.begin(), all_reasons.end());
  if (reasons.size() > kMaxReasons) reasons.resize(kMaxReasons);
  return absl::FailedPreconditionError(
      absl::StrCat("no buffer assignment is valid: ", absl::StrJoin(reasons, "; ")));
}

// Replaces the candidates that the walk found before a limit stopped it by the best of all
// candidates.
void KeepBest(const Problem& problem, const PlanOptions& options, SearchSpace* space,
              SearchResult* result) {
  for (const Candidate& candidate : result->candidates) result->use.bytes -= Footprint(candidate);
  BestCandidates best = FindBest(problem,
                                 {options.strategy, options.max_candidates,
                                  options.max_search_bytes - result->use.bytes, options.cancel},
                                 space);
  result->use.states = best.states;
  result->candidates = std::move(best.candidates);
  for (const Candidate& candidate : result->candidates) result->use.bytes += Footprint(candidate);
}

void RecordShims(const SearchSpace& space, SearchResult* result) {
  const std::vector<Step>& winner = result->candidates.front().steps;
  for (const KernelOption& kernel : space.kernels()) {
    if (kernel.shim == ShimKind::kNone) continue;
    const bool taken = std::any_of(winner.begin(), winner.end(), [&kernel](const Step& step) {
      return step.leaf == kernel.leaf && step.shim == kernel.shim;
    });
    result->shims.push_back({kernel.shim, kernel.leaf, kernel.leaf_count, taken});
  }
  result->shims_refused = space.shim_refusals();
}

absl::StatusOr<SearchResult> Search(const Problem& problem, const PlanOptions& options,
                                    SearchSpace* space) {
  SearchResult result;
  Enumeration enumeration(problem, options, space, &result);
  for (int temporaries = 0; temporaries <= kMaxTemporaries; ++temporaries) {
    enumeration.RunPass(temporaries);
  }
  if (result.truncated && !options.cancel.is_cancelled())
    KeepBest(problem, options, space, &result);
  if (result.candidates.empty()) return NothingIsValid(enumeration.reasons());
  std::stable_sort(result.candidates.begin(), result.candidates.end(),
                   [&options](const Candidate& a, const Candidate& b) {
                     return RanksBefore(a, b, options.strategy);
                   });
  RecordShims(*space, &result);
  return result;
}

absl::Status CheckLimits(const PlanOptions& options) {
  const std::pair<const char*, int64_t> limits[] = {
      {"options.max_candidates", options.max_candidates},
      {"options.max_tries", options.max_tries},
      {"options.max_search_bytes", options.max_search_bytes}};
  for (const auto& [name, value] : limits) {
    if (value < 1) return InvalidField(name, absl::StrCat(value), "at least 1");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SearchResult> AssignBuffers(const Problem& problem, const PlanNode& root,
                                           const Target& target, const PlanOptions& options,
                                           ShapeMemo* memo) {
  FFT_RETURN_IF_ERROR(CheckLimits(options));
  SearchSpace space(problem, root, target, options, memo);
  absl::StatusOr<SearchResult> searched = Search(problem, options, &space);
  if (options.cancel.is_cancelled()) return absl::CancelledError("the search was cancelled");
  return searched;
}

absl::StatusOr<SearchResult> AssignBuffers(const Problem& problem, const PlanNode& root,
                                           const Target& target, const PlanOptions& options) {
  ShapeMemo memo(options.shapes);
  return AssignBuffers(problem, root, target, options, &memo);
}

}  // namespace fft
