#include "fft/assign/search.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/assign/decision.h"
#include "fft/assign/workspace.h"
#include "fft/base/status.h"

namespace fft {
namespace {

// Temporaries on offer in each pass.
constexpr int kPasses = 3;
// Tries kept in one pass; more are cut off and reported.
constexpr int64_t kMaxTries = 200000;
// Distinct reasons quoted when nothing is valid.
constexpr size_t kMaxReasons = 4;

class Search {
 public:
  Search(const Problem& problem, const PlanNode& root, const PlanOptions& options)
      : problem_(problem),
        options_(options),
        leaves_(Leaves(root)),
        decision_(problem, leaves_,
                  options.allow_input_overwrite ? DecisionFunction::InputAccess::kMayOverwrite
                                                : DecisionFunction::InputAccess::kReadOnly) {}

  absl::StatusOr<SearchResult> Run();

 private:
  void RunPass(int temporaries);
  // Tries every buffer for the output of leaf `leaf`, which reads `in`.
  void TryLeaf(int leaf, const EdgePlacement& in, PlacementTrace* parent);
  void TryBuffer(int leaf, const EdgePlacement& in, Buffer buffer, PlacementTrace* parent);
  std::vector<Buffer> Offers(int leaf, Buffer in) const;
  void Keep();
  bool Uses(Buffer buffer) const;
  bool Stopped();

  const Problem& problem_;
  const PlanOptions& options_;
  const std::vector<const PlanNode*> leaves_;
  DecisionFunction decision_;
  SearchResult result_;
  PassStatistics pass_;
  std::vector<Step> path_;
  std::set<std::string> reasons_;
};

// Running in place comes first, so the tree of tries starts with the cheapest branch.
std::vector<Buffer> Search::Offers(int leaf, Buffer in) const {
  if (leaf + 1 == static_cast<int>(leaves_.size())) return {Buffer::kUserOut};
  std::vector<Buffer> offers = {in};
  const auto add = [&](Buffer buffer) {
    if (buffer != in) offers.push_back(buffer);
  };
  add(Buffer::kUserOut);
  if (problem_.placement == Placement::kOutOfPlace) add(Buffer::kUserIn);
  if (pass_.temporaries >= 1) add(Buffer::kTemp0);
  if (pass_.temporaries >= 2) add(Buffer::kTemp1);
  return offers;
}

bool Search::Uses(Buffer buffer) const {
  return std::any_of(path_.begin(), path_.end(),
                     [buffer](const Step& step) { return step.out.buffer == buffer; });
}

bool Search::Stopped() {
  if (result_.truncated) return true;
  if (static_cast<int64_t>(result_.candidates.size()) >= options_.max_candidates) {
    result_.truncation = absl::StrCat("stopped at ", options_.max_candidates,
                                      " candidates, the limit of PlanOptions::max_candidates");
  } else if (pass_.tries >= kMaxTries) {
    result_.truncation = absl::StrCat("stopped at ", kMaxTries, " tries in the pass with ",
                                      pass_.temporaries, " temporaries");
  }
  result_.truncated = !result_.truncation.empty();
  return result_.truncated;
}

void Search::TryLeaf(int leaf, const EdgePlacement& in, PlacementTrace* parent) {
  for (Buffer buffer : Offers(leaf, in.buffer)) {
    if (Stopped()) return;
    TryBuffer(leaf, in, buffer, parent);
  }
}

void Search::TryBuffer(int leaf, const EdgePlacement& in, Buffer buffer, PlacementTrace* parent) {
  const EdgePlacement out = decision_.Place(leaf + 1, buffer);
  ++pass_.tries;
  parent->branches.push_back(std::make_unique<PlacementTrace>());
  PlacementTrace* node = parent->branches.back().get();
  node->leaf = leaf;
  node->parent = parent;
  node->in_buffer = in.buffer;
  node->out_buffer = buffer;
  node->in_format = in.format;
  node->out_format = out.format;
  node->fused = parent->fused;
  node->in_place = parent->in_place;
  node->type_changes = parent->type_changes;
  if (buffer == Buffer::kTemp1 && !Uses(Buffer::kTemp0)) {
    node->refusal = "TEMP1 before TEMP0 would only exchange their names";
    ++pass_.refused;
    return;
  }
  const Decision& decision = decision_.ValidOutBuffer(leaf, in, out);
  if (!decision.valid()) {
    node->refusal = decision.refusal;
    reasons_.insert(decision.refusal);
    ++pass_.refused;
    return;
  }
  node->in_place += decision.step.in_place ? 1 : 0;
  node->type_changes += in.format != out.format ? 1 : 0;
  path_.push_back(decision.step);
  if (path_.size() == leaves_.size()) {
    Keep();
  } else {
    TryLeaf(leaf + 1, out, node);
  }
  path_.pop_back();
}

// Keeps the path as a candidate, unless an earlier pass has found it: then it leaves the temporary
// that this pass has added unused.
void Search::Keep() {
  if (pass_.temporaries == 1 && !Uses(Buffer::kTemp0)) return;
  if (pass_.temporaries == 2 && !Uses(Buffer::kTemp1)) return;
  Candidate candidate;
  candidate.steps = path_;
  candidate.pass = pass_.temporaries;
  std::set<Buffer> buffers;
  for (const Step& step : path_) {
    buffers.insert({step.in.buffer, step.out.buffer});
    candidate.scores.padded += (step.in.padded ? 1 : 0) + (step.out.padded ? 1 : 0);
    candidate.scores.in_place += step.in_place ? 1 : 0;
    candidate.scores.type_changes += step.in.format != step.out.format ? 1 : 0;
  }
  candidate.scores.buffers = static_cast<int>(buffers.size());
  PlaceTemporaries(problem_.precision, &candidate);
  result_.candidates.push_back(std::move(candidate));
  ++pass_.candidates;
}

void Search::RunPass(int temporaries) {
  pass_ = PassStatistics{};
  pass_.temporaries = temporaries;
  const int64_t calls = decision_.calls();
  const int64_t hits = decision_.hits();
  result_.traces.push_back(std::make_unique<PlacementTrace>());
  PlacementTrace* root = result_.traces.back().get();
  const Buffer user_in =
      problem_.placement == Placement::kInPlace ? Buffer::kUserOut : Buffer::kUserIn;
  root->in_buffer = root->out_buffer = user_in;
  const EdgePlacement first = decision_.Place(0, user_in);
  root->in_format = root->out_format = first.format;
  TryLeaf(0, first, root);
  pass_.decision_calls = decision_.calls() - calls;
  pass_.decision_hits = decision_.hits() - hits;
  result_.passes.push_back(pass_);
}

absl::StatusOr<SearchResult> Search::Run() {
  for (int temporaries = 0; temporaries < kPasses; ++temporaries) RunPass(temporaries);
  if (result_.candidates.empty()) {
    std::vector<std::string> reasons(reasons_.begin(), reasons_.end());
    if (reasons.size() > kMaxReasons) reasons.resize(kMaxReasons);
    return absl::FailedPreconditionError(
        absl::StrCat("no buffer assignment is valid: ", absl::StrJoin(reasons, "; ")));
  }
  std::stable_sort(result_.candidates.begin(), result_.candidates.end(),
                   [this](const Candidate& a, const Candidate& b) {
                     return RanksBefore(a, b, options_.strategy);
                   });
  return std::move(result_);
}

Json ToJson(const PassStatistics& pass) {
  return {{"temporaries", pass.temporaries},
          {"tries", pass.tries},
          {"refused", pass.refused},
          {"candidates", pass.candidates},
          {"decision_calls", pass.decision_calls},
          {"decision_hits", pass.decision_hits}};
}

void AddToTrace(const SearchResult& result, Trace* trace) {
  for (const PassStatistics& pass : result.passes) trace->Add("assign", "pass", ToJson(pass));
  if (result.truncated) trace->Add("assign", "truncated", {{"reason", result.truncation}});
  const Candidate& winner = result.candidates.front();
  trace->Add("assign", "winner",
             {{"scores", ToJson(winner.scores)},
              {"pass", winner.pass},
              {"workspace_bytes", winner.workspace_bytes},
              {"candidates", result.candidates.size()}});
}

}  // namespace

absl::StatusOr<SearchResult> AssignBuffers(const Problem& problem, const PlanNode& root,
                                           const PlanOptions& options, Trace* trace) {
  if (options.max_candidates < 1) {
    return InvalidField("options.max_candidates", absl::StrCat(options.max_candidates),
                        "at least 1");
  }
  FFT_ASSIGN_OR_RETURN(SearchResult result, Search(problem, root, options).Run());
  if (trace != nullptr) AddToTrace(result, trace);
  return result;
}

Json ToJson(const SearchResult& result) {
  Json candidates = Json::array(), passes = Json::array(), traces = Json::array();
  for (const Candidate& candidate : result.candidates) candidates.push_back(ToJson(candidate));
  for (const PassStatistics& pass : result.passes) passes.push_back(ToJson(pass));
  for (const auto& root : result.traces) traces.push_back(ToJson(*root));
  return {{"candidates", std::move(candidates)},
          {"passes", std::move(passes)},
          {"traces", std::move(traces)},
          {"truncated", result.truncated},
          {"truncation", result.truncation}};
}

}  // namespace fft
