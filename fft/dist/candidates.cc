#include "fft/dist/candidates.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "fft/base/status.h"

namespace fft::dist {
namespace {

// If there are more ranks than this, the price is computed from only some of them.
constexpr int kPricedRanks = 32;
// The most paths that are compared.
constexpr int kMaxPaths = 20000;

int ElementBytesAt(const Problem& problem, bool is_hermitian) {
  const bool is_real = IsReal(problem.type) && !is_hermitian;
  return RealBytes(problem.precision) * (is_real ? 1 : 2);
}

// The cost of a redistribution on the busiest rank, for one size of elements.
struct ExchangePrice {
  Redistribution shape;
  double link_seconds = 0;
  int64_t node_bytes = 0;
  int64_t network_bytes = 0;
};

class Finder {
 public:
  Finder(const DistProblem& problem, const DistOptions& options)
      : problem_(problem),
        options_(options),
        last_(static_cast<int>(problem.problem.lengths.size())) {}

  std::vector<DistCandidate> Find() {
    for (int axis = 1; axis <= last_; ++axis) {
      AddGrids(GridsOf(problem_.ranks(), last_ + 1, {axis}));
    }
    DistCandidate start;
    start.path = {{Holder::kInput}};
    Explore(start, 0, problem_.problem.type == TransformType::kRealInverse);
    std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) {
      return std::tuple(a.seconds, a.exchanges) < std::tuple(b.seconds, b.exchanges);
    });
    if (std::ssize(found_) > options_.max_candidates) found_.resize(options_.max_candidates);
    return std::move(found_);
  }

 private:
  using Boxes = std::vector<Box>;

  // Adds grids in which every rank has data. If there are no such grids, adds all grids.
  void AddGrids(std::vector<Grid> grids) {
    const auto lengths = SpaceLengths(problem_.problem, IsRealType());
    const auto wastes = [&](const Grid& grid) {
      for (size_t d = 0; d < lengths.size(); ++d) {
        if (grid.processes[d] > lengths[d]) return true;
      }
      return false;
    };
    const bool all_waste = std::all_of(grids.begin(), grids.end(), wastes);
    for (Grid& grid : grids) {
      if (!all_waste && wastes(grid)) continue;
      if (std::find(grids_.begin(), grids_.end(), grid) == grids_.end()) {
        grids_.push_back(std::move(grid));
      }
    }
  }

  bool IsRealType() const { return IsReal(problem_.problem.type); }
  int64_t volume_mask() const { return (int64_t{1} << (last_ + 1)) - 2; }

  // The axes that can be transformed in this decomposition: all axes that ranks hold whole, in an
  // order that a real transform allows.
  std::vector<int> Transformable(const Held& held, int64_t done, bool is_hermitian) {
    const Boxes& boxes = BoxesOfHeld(held, is_hermitian);
    const auto lengths = SpaceLengths(problem_.problem, is_hermitian);
    const auto is_local = [&](int axis) {
      // A one-dimensional transform that is split into two axes transforms axis 2 in a later
      // decomposition than axis 1.
      if (problem_.is_split_line && axis == 2 && (done >> 1 & 1) == 0) return false;
      return (done >> axis & 1) == 0 && IsLocal(boxes, axis, lengths[axis]);
    };
    std::vector<int> axes;
    for (int axis = last_; axis >= 1; --axis) {
      if (is_local(axis)) axes.push_back(axis);
    }
    const bool has_last = !axes.empty() && axes[0] == last_;
    if (problem_.problem.type == TransformType::kRealForward && !has_last &&
        (done >> last_ & 1) == 0) {
      return {};
    }
    if (problem_.problem.type == TransformType::kRealInverse && has_last) {
      axes.erase(axes.begin());
      int64_t others = done;
      for (const int axis : axes) others |= int64_t{1} << axis;
      if ((others | int64_t{1} << last_) == volume_mask()) axes.push_back(last_);
    }
    return axes;
  }

  const Boxes& BoxesOfHeld(const Held& held, bool is_hermitian) {
    const std::string key = Key(held, is_hermitian);
    const auto found = boxes_.find(key);
    if (found != boxes_.end()) return found->second;
    return boxes_[key] = HeldBoxes(problem_, held, is_hermitian);
  }

  static std::string Key(const Held& held, bool is_hermitian) {
    return absl::StrCat(ToString(held.holder), ToString(held.grid), is_hermitian ? "h" : "");
  }

  // Whether the path can continue with this decomposition. The output boxes of a real transform
  // divide the space after the transform of the last axis. Before that transform, these boxes can
  // hold the data only if they hold the last axis whole.
  bool CanHold(const Held& held, bool is_hermitian) {
    if (!IsRealType() || held.holder != Holder::kOutput) return true;
    const bool is_final = is_hermitian == (problem_.problem.type == TransformType::kRealForward);
    if (is_final) return true;
    const auto lengths = SpaceLengths(problem_.problem, !is_hermitian);
    return IsLocal(problem_.output, last_, lengths[last_]);
  }

  const ExchangePrice& Price(const Held& from, const Held& to, bool is_hermitian) {
    const std::string key = absl::StrCat(Key(from, is_hermitian), ">", Key(to, is_hermitian));
    const auto found = prices_.find(key);
    if (found != prices_.end()) return found->second;
    const Boxes& old_boxes = BoxesOfHeld(from, is_hermitian);
    return prices_[key] = PriceOf(old_boxes, BoxesOfHeld(to, is_hermitian),
                                  ElementBytesAt(problem_.problem, is_hermitian));
  }

  ExchangePrice PriceOf(const Boxes& from, const Boxes& to, int element_bytes) const {
    ExchangePrice price;
    const int ranks = problem_.ranks(), step = std::max(1, ranks / kPricedRanks);
    price.shape = Redistribute(from, to, step);
    for (int rank = 0; rank < ranks && !price.shape.is_identity; rank += step) {
      int64_t node = 0, network = 0;
      double seconds = 0;
      for (int peer = 0; peer < ranks; ++peer) {
        const int64_t bytes = SharedVolume(from[rank], to[peer]) * element_bytes;
        if (peer == rank || bytes == 0) continue;
        const bool near = options_.link.OnOneNode(rank, peer);
        (near ? node : network) += bytes;
        seconds += (near ? options_.link.node : options_.link.network).latency_us * 1e-6;
      }
      seconds += static_cast<double>(node) / (options_.link.node.bandwidth_gbs * 1e9);
      seconds += static_cast<double>(network) / (options_.link.network.bandwidth_gbs * 1e9);
      price.link_seconds = std::max(price.link_seconds, seconds);
      price.node_bytes = std::max(price.node_bytes, node);
      price.network_bytes = std::max(price.network_bytes, network);
    }
    return price;
  }

  double PassSeconds(const Held& held, bool is_hermitian) {
    int64_t volume = 0;
    for (const Box& box : BoxesOfHeld(held, is_hermitian)) volume = std::max(volume, box.volume());
    const double bytes =
        2.0 * static_cast<double>(volume) * ElementBytesAt(problem_.problem, is_hermitian);
    return bytes / (options_.link.memory_gbs * 1e9) + options_.link.launch_us * 1e-6;
  }

  // Adds the step from the end of the path to `to`.
  DistCandidate Extended(const DistCandidate& path, const Held& to, bool is_hermitian) {
    DistCandidate next = path;
    next.path.push_back(to);
    const Held& from = path.path.back();
    const ExchangePrice& price = Price(from, to, is_hermitian);
    if (price.shape.is_identity) return next;
    ++next.exchanges;
    next.exchange_seconds += price.link_seconds;
    next.node_bytes += price.node_bytes;
    next.network_bytes += price.network_bytes;
    // Pieces are copied if no transform can store them, or if they arrive in another place than the
    // one that the next step reads.
    const bool is_fused = std::any_of(from.transformed.begin(), from.transformed.end(),
                                      [&](int axis) { return !price.shape.from_cut[axis]; });
    const auto cuts = std::count(price.shape.to_cut.begin(), price.shape.to_cut.end(), true);
    const int copies =
        (is_fused ? 0 : 1) + (cuts > 1 && options_.transport == Transport::kMessages ? 1 : 0);
    next.local_seconds += copies * PassSeconds(to, is_hermitian);
    return next;
  }

  void Explore(DistCandidate path, int64_t done, bool is_hermitian) {
    if (++explored_ > kMaxPaths) return;
    Held& held = path.path.back();
    held.transformed = Transformable(held, done, is_hermitian);
    for (const int axis : held.transformed) {
      done |= int64_t{1} << axis;
      if (axis == last_ && IsRealType()) is_hermitian = !is_hermitian;
      path.local_seconds += PassSeconds(held, is_hermitian);
    }
    if (done == volume_mask()) {
      Finish(path, is_hermitian);
      return;
    }
    const Held output = {Holder::kOutput};
    if (held.holder != Holder::kOutput && CanHold(output, is_hermitian)) {
      Enter(path, output, done, is_hermitian);
    }
    for (const Grid& grid : grids_) Enter(path, {Holder::kGrid, grid}, done, is_hermitian);
  }

  void Enter(const DistCandidate& path, const Held& next, int64_t done, bool is_hermitian) {
    const std::vector<int> axes = Transformable(next, done, is_hermitian);
    if (axes.empty()) return;
    DistCandidate extended = Extended(path, next, is_hermitian);
    Explore(std::move(extended), done, is_hermitian);
  }

  void Finish(DistCandidate path, bool is_hermitian) {
    if (path.path.back().holder != Holder::kOutput) {
      path = Extended(path, {Holder::kOutput}, is_hermitian);
    }
    path.seconds = path.local_seconds + path.exchange_seconds;
    found_.push_back(std::move(path));
  }

  const DistProblem& problem_;
  const DistOptions& options_;
  const int last_;  // the last axis
  std::vector<Grid> grids_;
  std::map<std::string, Boxes> boxes_;
  std::map<std::string, ExchangePrice> prices_;
  std::vector<DistCandidate> found_;
  int explored_ = 0;
};

}  // namespace

absl::StatusOr<std::vector<DistCandidate>> FindCandidates(const DistProblem& problem,
                                                          const DistOptions& options) {
  if (options.max_candidates < 1) {
    return InvalidField("options.max_candidates", absl::StrCat(options.max_candidates),
                        "at least 1");
  }
  std::vector<DistCandidate> found = Finder(problem, options).Find();
  if (found.empty()) {
    return absl::UnimplementedError("no decomposition takes this problem");
  }
  return found;
}

std::vector<Box> HeldBoxes(const DistProblem& problem, const Held& held, bool is_hermitian) {
  const std::vector<int64_t> lengths = SpaceLengths(problem.problem, is_hermitian);
  if (held.holder == Holder::kGrid) return BoxesOf(held.grid, lengths);
  std::vector<Box> boxes = held.holder == Holder::kInput ? problem.input : problem.output;
  const bool as_given = !IsReal(problem.problem.type) ||
                        is_hermitian == ((held.holder == Holder::kInput) ==
                                         (problem.problem.type == TransformType::kRealInverse));
  if (as_given) return boxes;
  // The boxes belong to the other side of the transform, whose last axis has another length. They
  // hold that axis whole, so here they get the whole last axis of this side.
  for (Box& box : boxes) {
    if (!box.empty()) box.upper.back() = lengths.back();
  }
  return boxes;
}

Redistribution Redistribute(const std::vector<Box>& from, const std::vector<Box>& to, int step) {
  const int axes = from[0].axes();
  Redistribution shape;
  shape.from_cut.assign(axes, false);
  shape.to_cut.assign(axes, false);
  for (size_t rank = 0; rank < from.size(); ++rank) {
    const bool stays = from[rank] == to[rank] || (from[rank].empty() && to[rank].empty());
    shape.is_identity = shape.is_identity && stays;
  }
  for (size_t rank = 0; rank < from.size(); rank += step) {
    for (const Box& box : to) {
      if (SharedVolume(from[rank], box) == 0) continue;
      for (int d = 0; d < axes; ++d) {
        const int64_t lower = std::max(from[rank].lower[d], box.lower[d]);
        const int64_t length = std::min(from[rank].upper[d], box.upper[d]) - lower;
        if (length != from[rank].length(d)) shape.from_cut[d] = true;
        if (length != box.length(d)) shape.to_cut[d] = true;
      }
    }
  }
  return shape;
}

}  // namespace fft::dist
