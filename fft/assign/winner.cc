#include "fft/assign/winner.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "fft/assign/candidate.h"
#include "fft/assign/ranking.h"
#include "fft/assign/workspace.h"

namespace fft {
namespace {

// The state of a path: everything that the rest of the path and its final figures depend on.
struct State {
  int placement = 0;                                    // number of the placement on the edge
  BufferSet used = 0;                                   // buffers that the steps so far use
  std::array<int64_t, kTemporaries.size()> bytes = {};  // largest use of each temporary so far
  unsigned together = 0;  // one bit for each pair of temporaries: whether a step uses both
  friend auto operator<=>(const State&, const State&) = default;
};

struct Node;

// A step that leads from one state to another.
struct Arc {
  Node* from = nullptr;
  const Step* step = nullptr;
};

// A path to a state. Its last arc is arc number `arc` of that state, and it extends the `rank`-th
// best path to the state where the arc begins. A path of no steps has no arc.
struct Path {
  Scores scores;
  Arc last;
  size_t arc = 0;
  size_t rank = 0;
};

// A state, the arcs that lead to it, and the paths to it that were asked for so far.
struct Node {
  std::vector<Arc> arcs;
  std::vector<Path> paths;  // best first
  std::vector<Path> next;   // a heap: for each arc the best path that is not among `paths`
  bool has_begun = false;
};

std::vector<const Step*> StepsOf(const Path& path) {
  std::vector<const Step*> steps;
  for (const Path* p = &path; p->last.from != nullptr; p = &p->last.from->paths[p->rank]) {
    steps.push_back(p->last.step);
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

// Whether `a` is worse than `b` by the criteria of RanksBefore. Both paths lead to one state. They
// have the same buffers and workspace, so these are not compared.
struct IsWorse {
  Strategy strategy;

  bool operator()(const Path& a, const Path& b) const {
    const auto key = [this](const Path& path) {
      const Scores& s = path.scores;
      return std::tuple(strategy == Strategy::kFastest ? s.nanoseconds : 0, -s.fused, -s.padded,
                        -s.in_place, s.type_changes, s.input_writes, s.nanoseconds);
    };
    if (key(a) != key(b)) return key(a) > key(b);
    return CompareChoices(StepsOf(a), StepsOf(b)) > 0;
  }
};

class Programme {
 public:
  Programme(const Problem& problem, const Wanted& wanted, SearchSpace* space)
      : problem_(problem),
        wanted_(wanted),
        space_(*space),
        is_worse_{wanted.strategy},
        edges_(space->leaf_count() + 1) {}

  BestCandidates Run();

 private:
  // A complete path as a candidate, with its last state and its rank among all paths to that state.
  struct End {
    Candidate candidate;
    Node* node = nullptr;
    size_t rank = 0;
  };

  // Fills edges_ with all states and arcs.
  void Explore();
  void ExploreFrom(int edge, const State& state, Node* node);
  State After(const State& state, const Step& step, int placement);
  // Makes the best `rank` + 1 paths to a state. Returns whether the state has that many paths.
  bool Reaches(Node* node, size_t rank);
  // Adds a path to node->next: arc number `arc` behind the `rank`-th best path to the state where
  // the arc begins.
  void Extend(Node* node, size_t arc, size_t rank);
  End EndAt(Node* node, size_t rank) const;

  const Problem& problem_;
  const Wanted& wanted_;
  SearchSpace& space_;
  const IsWorse is_worse_;
  // The states of each edge. Arcs point to them, and std::map keeps the addresses of its values.
  std::vector<std::map<State, Node>> edges_;
};

void Programme::Extend(Node* node, size_t arc, size_t rank) {
  const Arc& last = node->arcs[arc];
  if (!Reaches(last.from, rank)) return;
  node->next.push_back({Add(last.from->paths[rank].scores, ScoresOf(*last.step)), last, arc, rank});
  std::push_heap(node->next.begin(), node->next.end(), is_worse_);
}

bool Programme::Reaches(Node* node, size_t rank) {
  if (!node->has_begun) {
    node->has_begun = true;
    for (size_t arc = 0; arc < node->arcs.size(); ++arc) Extend(node, arc, 0);
  }
  while (node->paths.size() <= rank && !node->next.empty()) {
    std::pop_heap(node->next.begin(), node->next.end(), is_worse_);
    node->paths.push_back(node->next.back());
    node->next.pop_back();
    const Path path = node->paths.back();
    Extend(node, path.arc, path.rank + 1);
  }
  return node->paths.size() > rank;
}

State Programme::After(const State& state, const Step& step, int placement) {
  State next = state;
  next.placement = placement;
  next.used |= SetOf(step.in.buffer) | SetOf(step.out.buffer);
  if (!IsTemporary(step.out.buffer)) return next;
  int64_t& bytes = next.bytes[TemporaryIndex(step.out.buffer)];
  bytes = std::max(bytes, TemporaryBytes(step.out, problem_.precision));
  if (IsTemporary(step.in.buffer) && !step.in_place) {
    // Two of the indices 0, 1 and 2 have the sum 1, 2 or 3, which tells the pairs apart.
    next.together |= 1u << (TemporaryIndex(step.in.buffer) + TemporaryIndex(step.out.buffer));
  }
  return next;
}

void Programme::ExploreFrom(int edge, const State& state, Node* node) {
  for (const SearchSpace::Offer& offer : space_.Offers(edge, state.placement, kMaxTemporaries)) {
    const int next_edge = edge + space_.kernels()[offer.kernel].leaf_count;
    const Buffer buffer = space_.placement(offer.out).buffer;
    if (space_.EntersBefore(next_edge, buffer, state.used)) continue;
    const Decision& decision =
        space_.decision().ValidOutBuffer(offer.kernel, state.placement, offer.out);
    if (!decision.valid()) continue;
    edges_[next_edge][After(state, decision.step, offer.out)].arcs.push_back(
        {node, &decision.step});
  }
}

void Programme::Explore() {
  State start;
  start.placement = space_.Start();
  Node& first = edges_[0][start];
  first.has_begun = true;
  first.paths.emplace_back();
  for (int edge = 0; edge < space_.leaf_count() && !wanted_.cancel.is_cancelled(); ++edge) {
    // Steps only lead to later edges, so the map does not grow while the loop walks it.
    for (auto& [state, node] : edges_[edge]) ExploreFrom(edge, state, &node);
  }
}

Programme::End Programme::EndAt(Node* node, size_t rank) const {
  std::vector<Step> steps;
  for (const Step* step : StepsOf(node->paths[rank])) steps.push_back(*step);
  return {MakeCandidate(problem_, std::move(steps)), node, rank};
}

BestCandidates Programme::Run() {
  Explore();
  BestCandidates best;
  for (const auto& states : edges_) best.states += static_cast<int64_t>(states.size());
  std::vector<End> ends;  // a heap: for each last state the best candidate that is not yet taken
  const auto is_worse = [this](const End& a, const End& b) {
    return RanksBefore(b.candidate, a.candidate, wanted_.strategy);
  };
  for (auto& [state, node] : edges_.back()) {
    if (Reaches(&node, 0)) ends.push_back(EndAt(&node, 0));
  }
  std::make_heap(ends.begin(), ends.end(), is_worse);
  int64_t bytes = 0;
  while (!ends.empty() && std::ssize(best.candidates) < wanted_.candidates &&
         !wanted_.cancel.is_cancelled()) {
    bytes += Footprint(ends.front().candidate);
    if (bytes > wanted_.bytes && !best.candidates.empty()) break;
    std::pop_heap(ends.begin(), ends.end(), is_worse);
    End end = std::move(ends.back());
    ends.pop_back();
    best.candidates.push_back(std::move(end.candidate));
    if (!Reaches(end.node, end.rank + 1)) continue;
    ends.push_back(EndAt(end.node, end.rank + 1));
    std::push_heap(ends.begin(), ends.end(), is_worse);
  }
  return best;
}

}  // namespace

BestCandidates FindBest(const Problem& problem, const Wanted& wanted, SearchSpace* space) {
  return Programme(problem, wanted, space).Run();
}

}  // namespace fft
