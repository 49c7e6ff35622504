#include "fft/assign/winner.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "fft/assign/candidate.h"
#include "fft/assign/ranking.h"
#include "fft/assign/workspace.h"

namespace fft {
namespace {

int Index(Buffer buffer) { return static_cast<int>(buffer); }
unsigned Bit(Buffer buffer) { return 1u << Index(buffer); }

// What the rest of a path and the figures of its end depend on.
struct State {
  int placement = 0;       // number of what lies on the edge
  unsigned used = 0;       // a bit for each buffer
  int64_t bytes[2] = {};   // largest use of each temporary so far
  bool together = false;   // both temporaries are live during one step
  bool convolves = false;  // a temporary holds points of a convolution
  friend auto operator<=>(const State&, const State&) = default;
};

// The best path to a state.
struct Path {
  Scores scores;
  const Step* step = nullptr;  // the last one; null at the start
  const Path* before = nullptr;
};

std::vector<const Step*> StepsOf(const Path& path) {
  std::vector<const Step*> steps;
  for (const Path* p = &path; p->step != nullptr; p = p->before) steps.push_back(p->step);
  std::reverse(steps.begin(), steps.end());
  return steps;
}

// Of two paths to one state: the order of RanksBefore, in which buffers and workspace are equal.
bool IsBetter(const Path& a, const Path& b) {
  const auto key = [](const Scores& s) {
    return std::tuple(-s.fused, -s.padded, -s.in_place, s.type_changes, s.input_writes);
  };
  if (key(a.scores) != key(b.scores)) return key(a.scores) < key(b.scores);
  return CompareChoices(StepsOf(a), StepsOf(b)) < 0;
}

class Programme {
 public:
  Programme(const Problem& problem, SearchSpace* space)
      : problem_(problem), space_(*space), edges_(space->leaf_count() + 1) {}

  Winner Run(Strategy strategy);

 private:
  void Extend(int edge, const State& state, const Path& path);
  State After(const State& state, const Step& step, int placement);

  const Problem& problem_;
  SearchSpace& space_;
  // std::map keeps the addresses of its values.
  std::vector<std::map<State, Path>> edges_;
};

State Programme::After(const State& state, const Step& step, int placement) {
  State next = state;
  next.placement = placement;
  next.used |= Bit(step.in.buffer) | Bit(step.out.buffer);
  for (int t = 0; t < kMaxTemporaries; ++t) {
    if (Index(step.out.buffer) != Index(Buffer::kTemp0) + t) continue;
    next.bytes[t] = std::max(next.bytes[t], TemporaryBytes(step.out, problem_.precision));
  }
  const unsigned both = Bit(Buffer::kTemp0) | Bit(Buffer::kTemp1);
  next.together |= (Bit(step.in.buffer) | Bit(step.out.buffer)) == both;
  next.convolves |= FillsConvolutionTemporary(step);
  return next;
}

void Programme::Extend(int edge, const State& state, const Path& path) {
  for (const SearchSpace::Offer& offer : space_.Offers(edge, state.placement, kMaxTemporaries)) {
    // As in the enumeration: TEMP1 before TEMP0 would only exchange their names.
    const bool is_second = space_.placement(offer.out).buffer == Buffer::kTemp1;
    if (is_second && (state.used & Bit(Buffer::kTemp0)) == 0) continue;
    const Decision& decision =
        space_.decision().ValidOutBuffer(offer.kernel, state.placement, offer.out);
    if (!decision.valid()) continue;
    const Path next = {Add(path.scores, ScoresOf(decision.step)), &decision.step, &path};
    const int next_edge = edge + space_.kernels()[offer.kernel].leaf_count;
    const auto [known, is_new] =
        edges_[next_edge].emplace(After(state, decision.step, offer.out), next);
    if (!is_new && IsBetter(next, known->second)) known->second = next;
  }
}

Winner Programme::Run(Strategy strategy) {
  State start;
  start.placement = space_.Start();
  edges_[0][start] = Path{};
  for (int edge = 0; edge < space_.leaf_count(); ++edge) {
    // A path never returns to an edge, so the map does not grow under the loop.
    for (const auto& [state, path] : edges_[edge]) Extend(edge, state, path);
  }
  Winner winner;
  for (const auto& states : edges_) winner.states += static_cast<int64_t>(states.size());
  for (const auto& [state, path] : edges_.back()) {
    std::vector<Step> steps;
    for (const Step* step : StepsOf(path)) steps.push_back(*step);
    Candidate candidate = MakeCandidate(problem_, std::move(steps));
    if (!winner.candidate || RanksBefore(candidate, *winner.candidate, strategy)) {
      winner.candidate = std::move(candidate);
    }
  }
  return winner;
}

}  // namespace

Winner FindWinner(const Problem& problem, Strategy strategy, SearchSpace* space) {
  return Programme(problem, space).Run(strategy);
}

}  // namespace fft
