#include "fft/dist/exchange_stages.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "fft/dist/work_arrays.h"

namespace fft::dist {
namespace {

// An exchange is cut into parts that take at least about this long each.
constexpr double kPartSeconds = 100e-6;
constexpr int kMostParts = 3;
// The least time of a part's kernel, in multiples of the time of a launch.
constexpr double kLeastLaunches = 1.5;

int64_t Bytes(const View& view) { return view.box.volume() * view.element_bytes; }

// Share number `part` (from 0) of `parts` shares of a box along an axis. With axis -1 the whole box
// is the only share.
Box Share(Box box, int axis, int part, int parts) {
  if (axis < 0 || box.empty()) return box;
  const int64_t lower = box.lower[axis], length = box.length(axis);
  box.lower[axis] = lower + CutAt(length, part, parts);
  box.upper[axis] = lower + CutAt(length, part + 1, parts);
  return box;
}

// Share number `group` (from 0) of `groups` shares of a box along an axis. Each share is as long as
// all shares before it together, so that the first pieces are sent early.
Box GroupShare(Box box, int axis, int group, int groups) {
  if (axis < 0 || box.empty()) return box;
  const int64_t lower = box.lower[axis], length = box.length(axis);
  box.lower[axis] = group == 0 ? lower : lower + (length >> (groups - group));
  box.upper[axis] = lower + (length >> (groups - group - 1));
  return box;
}

class ExchangeMaker {
 public:
  ExchangeMaker(PlanDraft* draft, size_t step, const View& data)
      : draft_(*draft),
        plan_(draft->plan),
        options_(draft->plan.options),
        index_(step),
        step_(draft->steps[step]),
        data_(data),
        rank_(draft->rank()),
        ranks_(draft->problem().ranks()) {
    ChooseParts();
    ChooseSource();
    ChooseGroups();
    result_.uses_lane = parts_ > 1 || groups_ > 1;
    is_staged_ = draft_.is_direct() && IsStaged();
  }

  ExchangeStages Make() {
    for (int part = 0; part < parts_; ++part) AddArrival(part);
    // Pieces are stored in this order: first all parts of all groups except the last group, then
    // the parts of the last group one after another.
    for (int group = 0; group < groups_; ++group) {
      PrepareGroup(group);
      if (group + 1 == groups_) break;
      for (int part = 0; part < parts_; ++part) SendPieces(group, &arrivals_[part]);
      FlushCopies();
    }
    for (int part = 0; part < parts_; ++part) {
      Arrival& arrival = arrivals_[part];
      SendPieces(groups_ - 1, &arrival);
      FlushCopies();
      Begin(&arrival);
    }
    return std::move(result_);
  }

 private:
  // One part of the exchange.
  struct Arrival {
    int part = 0;
    ArrayRef ref;  // the same on every rank
    int send_array = 0;
    int64_t send_bytes = 0;
    int receive_array = 0;
    int64_t receive_bytes = 0;
    Exchange exchange;
  };

  // ---- choices

  void ChooseParts() {
    const bool ends = draft_.IsLast(index_ + 1) && draft_.steps[index_ + 1].axes.empty();
    order_ = ends ? draft_.problem().output_order : ArrivalOrder(step_.next, options_.transport);
    arrives_in_output_ = ends && !(draft_.is_in_place() && draft_.steps.size() <= 2);
    if (!draft_.IsLast(index_ + 1) || ends || draft_.is_in_place()) return;
    int parts = options_.pieces;
    if (parts == 0) {
      parts = std::clamp(static_cast<int>(ExchangeSeconds() / kPartSeconds), 1, kMostParts);
      if (options_.link.name == "memory") parts = 1;
      const double least = kLeastLaunches * options_.link.launch_us * 1e-6;
      while (parts > 1 && SmallestKernelSeconds(parts) < least) --parts;
    }
    if (parts < 2) return;
    part_axis_ = PartAxis(step_, draft_.steps[index_ + 1], parts);
    if (part_axis_ >= 0) parts_ = parts;
  }

  // The predicted seconds of the kernels that store one part of the first group's data for one
  // rank. The result is the same on all ranks.
  double SmallestKernelSeconds(int parts) const {
    int64_t most = 0;
    for (const Box& box : step_.out_boxes) most = std::max(most, box.volume());
    int groups = options_.groups > 0 ? options_.groups : std::min(parts, kMostParts);
    if (!draft_.is_direct()) groups = 1;
    const double bytes = static_cast<double>(most) * step_.out_bytes / ranks_ / parts;
    return 2 * bytes / std::exp2(groups - 1) / (options_.link.memory_gbs * 1e9);
  }

  double ExchangeSeconds() const {
    const DistCandidate& chosen = plan_.candidates[plan_.candidate];
    return chosen.exchange_seconds / std::max(1, chosen.exchanges);
  }

  // Chooses the axis that is transformed when the pieces are stored, and the array that the other
  // transforms write.
  void ChooseSource() {
    source_ = data_;
    if (step_.axes.empty()) return;
    if (ranks_ * parts_ <= options_.max_split_launches) {
      split_axis_ = SplitAxis(draft_.problem(), step_, part_axis_);
    }
    before_ = step_.axes;
    before_.erase(std::remove(before_.begin(), before_.end(), split_axis_), before_.end());
    if (before_.empty()) return;
    const int array = draft_.AddArray(0);
    const bool changes = before_.back() == draft_.last_axis() && IsReal(draft_.global().type);
    // Pieces that are copied are stored in the order of their arrival, so that rows can be copied.
    const std::vector<int> order =
        split_axis_ < 0 ? order_ : NaturalOrder(static_cast<int>(order_.size()));
    const bool is_in_order = split_axis_ >= 0 || IsPackedAs(data_, order);
    if (data_.ref.place == Place::kWork && !changes && is_in_order) return;
    const bool is_after = changes || split_axis_ < 0;
    const Box& box = is_after ? step_.out_boxes[rank_] : data_.box;
    source_ = PackedView(box, order, {Place::kWork, array},
                         is_after ? step_.out_bytes : data_.element_bytes);
    plan_.arrays[array].bytes = Bytes(source_);
  }

  // Chooses the groups. With groups the first pieces are sent before all data is transformed.
  void ChooseGroups() {
    int groups = options_.groups;
    if (groups == 0) groups = options_.link.name == "memory" ? 1 : std::min(parts_, kMostParts);
    if (!draft_.is_direct() || draft_.is_in_place() || step_.axes.empty() || groups < 2) return;
    for (int axis = 0; axis < data_.box.axes() && groups_ == 1; ++axis) {
      const bool is_taken =
          axis == part_axis_ || std::count(step_.axes.begin(), step_.axes.end(), axis) > 0;
      const bool is_long = std::all_of(
          step_.out_boxes.begin(), step_.out_boxes.end(),
          [&](const Box& box) { return box.empty() || box.length(axis) >> (groups - 1) > 0; });
      if (is_taken || !is_long) continue;
      group_axis_ = axis;
      groups_ = groups;
    }
  }

  // Whether pieces for other ranks are stored in this rank's memory and then copied. Copy engines
  // then move them while kernels run.
  bool IsStaged() const {
    if (split_axis_ < 0 || options_.peer_store == PeerStore::kKernels) return false;
    return options_.peer_store == PeerStore::kCopies || options_.link.name != "memory";
  }

  // ---- stages

  void AddArrival(int part) {
    Arrival arrival;
    arrival.part = part;
    arrival.ref = {Place::kOutput};
    if (!arrives_in_output_) arrival.ref = {Place::kWork, draft_.AddArray(0)};
    arrival.send_array = draft_.AddArray(0);
    arrival.receive_array = draft_.AddArray(0);
    arrival.exchange.number = plan_.exchanges++;
    ArrivalPart result;
    result.arrival = ViewOf(arrival, rank_);
    if (!arrives_in_output_) plan_.arrays[arrival.ref.array].bytes = Bytes(result.arrival);
    arrivals_.push_back(std::move(arrival));
    result_.parts.push_back(std::move(result));
  }

  View ViewOf(const Arrival& arrival, int peer) const {
    ArrayRef ref = arrival.ref;
    if (peer != rank_) {
      ref.place = ref.place == Place::kOutput ? Place::kPeerOutput : Place::kPeerWork;
      ref.peer = peer;
    }
    const Box box =
        Share(draft_.steps[index_ + 1].in_boxes[peer], part_axis_, arrival.part, parts_);
    return PackedView(box, order_, ref, step_.out_bytes);
  }

  Box GroupBox(int group) const {
    return GroupShare(step_.out_boxes[rank_], group_axis_, group, groups_);
  }

  // Transforms a group's data along all axes except the axis that is transformed piece by piece.
  void PrepareGroup(int group) {
    const Box after = GroupBox(group);
    if (before_.empty() || after.empty()) return;
    const Box box = draft_.Before(index_, after);
    const bool is_after = source_.box == step_.out_boxes[rank_];
    const Completes completes = split_axis_ < 0 ? Completes::kStep : Completes::kPart;
    result_.begin.push_back({0, draft_.Transform(index_, completes, before_, Part(data_, box),
                                                 Part(source_, is_after ? after : box))});
  }

  // Stores a group's pieces for all other ranks. Begin stores the pieces that stay on this rank.
  void SendPieces(int group, Arrival* arrival) {
    const int lane = result_.uses_lane ? 1 : 0;
    const bool stores_in_lane = draft_.is_direct() && !is_staged_;
    if (stores_in_lane && lane == 1) Join();
    for (int k = 1; k < ranks_; ++k) {
      const int peer = (rank_ + k) % ranks_;
      const View place = ViewOf(*arrival, peer);
      const Box piece = Intersection(GroupBox(group), place.box);
      if (piece.empty()) continue;
      if (stores_in_lane) {
        Store(lane, piece, Part(place, piece), &result_.begin);
      } else if (draft_.is_direct()) {
        const View block = StoreInBlock(piece, arrival);
        copies_.push_back({lane, CopyStage(block, Part(place, piece))});
      } else {
        const View block = StoreInBlock(piece, arrival);
        arrival->exchange.sends.push_back({peer, piece, block.ref, Bytes(block)});
      }
    }
  }

  // Makes lane 1 wait for lane 0.
  void Join() { result_.begin.push_back({1, Fence{0, false}}); }

  void FlushCopies() {
    if (copies_.empty()) return;
    if (result_.uses_lane) Join();
    std::move(copies_.begin(), copies_.end(), std::back_inserter(result_.begin));
    copies_.clear();
  }

  // Returns the packed array from which the piece is sent, and stores the piece there.
  View StoreInBlock(const Box& piece, Arrival* arrival) {
    const View from = PieceOfSource(piece);
    if (split_axis_ < 0 && IsPackedAs(from, order_)) return from;
    View block = PackedView(piece, order_, {Place::kWork, arrival->send_array}, step_.out_bytes);
    block.ref.byte_offset = arrival->send_bytes;
    arrival->send_bytes += AlignedBytes(Bytes(block));
    Store(0, piece, block, &result_.begin);
    return block;
  }

  View PieceOfSource(const Box& piece) const {
    const bool is_before = split_axis_ == draft_.last_axis();
    return Part(source_, is_before ? draft_.Before(index_, piece) : piece);
  }

  void Store(int lane, const Box& piece, const View& to, std::vector<Stage>* stages) const {
    const View from = PieceOfSource(piece);
    if (split_axis_ < 0) {
      stages->push_back({lane, CopyStage(from, to)});
    } else {
      stages->push_back(
          {lane, draft_.Transform(index_, Completes::kStep, {split_axis_}, from, to)});
    }
  }

  void Begin(Arrival* arrival) {
    ArrivalPart& part = result_.parts[arrival->part];
    const Box own = Intersection(step_.out_boxes[rank_], part.arrival.box);
    if (!own.empty()) Store(0, own, Part(part.arrival, own), &part.own);
    part.finish.push_back({0, Finish{arrival->exchange.number}});
    if (!draft_.is_direct()) AddReceives(arrival, &part);
    plan_.arrays[arrival->send_array].bytes = arrival->send_bytes;
    plan_.arrays[arrival->receive_array].bytes = arrival->receive_bytes;
    if (result_.uses_lane) Join();
    result_.begin.push_back({result_.uses_lane ? 1 : 0, std::move(arrival->exchange)});
  }

  // Lists the pieces that arrive from other ranks. Pieces that cannot arrive at their place are
  // copied there afterwards.
  void AddReceives(Arrival* arrival, ArrivalPart* part) const {
    for (int peer = 0; peer < ranks_; ++peer) {
      const Box piece = Intersection(step_.out_boxes[peer], part->arrival.box);
      if (piece.empty() || peer == rank_) continue;
      const View place = Part(part->arrival, piece);
      View block = place;
      if (!IsPackedAs(place, order_)) {
        block = PackedView(piece, order_, {Place::kWork, arrival->receive_array}, step_.out_bytes);
        block.ref.byte_offset = arrival->receive_bytes;
        arrival->receive_bytes += AlignedBytes(Bytes(block));
        part->finish.push_back({0, CopyStage(block, place)});
      }
      arrival->exchange.receives.push_back({peer, piece, block.ref, Bytes(block)});
    }
  }

  PlanDraft& draft_;
  DistPlan& plan_;
  const DistOptions& options_;
  const size_t index_;
  const Step& step_;
  const View data_;
  const int rank_;
  const int ranks_;

  std::vector<int> order_;  // the order of axes in the arrays of arrivals
  bool arrives_in_output_ = false;
  int parts_ = 1;
  int part_axis_ = -1;
  int groups_ = 1;
  int group_axis_ = -1;
  View source_;              // the array that pieces are taken from
  int split_axis_ = -1;      // the axis that is transformed piece by piece; -1: pieces are copied
  std::vector<int> before_;  // the axes that are transformed before split_axis_
  bool is_staged_ = false;
  std::vector<Arrival> arrivals_;
  std::vector<Stage> copies_;  // copies that wait until their pieces are stored
  ExchangeStages result_;
};

}  // namespace

int PlanDraft::AddArray(int64_t bytes) {
  plan.arrays.push_back({bytes, 0});
  return static_cast<int>(plan.arrays.size()) - 1;
}

LocalTransform PlanDraft::Transform(size_t step, Completes completes, const std::vector<int>& axes,
                                    const View& from, const View& to) const {
  LocalTransform stage = TransformStage(global(), axes, from, to);
  bool is_final = completes == Completes::kStep;
  for (size_t i = step + 1; i < steps.size(); ++i) is_final = is_final && steps[i].axes.empty();
  if (is_final) stage.problem.scale = global().scale;
  if (problem().is_split_line && axes == std::vector<int>{2}) {
    stage.line = global().lengths[0] * global().lengths[1];
    stage.problem.has_callbacks = true;
    for (const int d : {0, 1, 2}) {
      stage.coordinates.push_back({from.box.length(d), from.strides[d], from.box.lower[d]});
    }
  }
  return stage;
}

Box PlanDraft::After(size_t step, Box box) const {
  const std::vector<int>& axes = steps[step].axes;
  if (axes.empty() || axes.back() != last_axis() || !IsReal(global().type)) return box;
  box.lower.back() = 0;
  box.upper.back() = steps[step].out_boxes[plan.rank].upper.back();
  return box;
}

Box PlanDraft::Before(size_t step, Box box) const {
  const std::vector<int>& axes = steps[step].axes;
  if (axes.empty() || axes.back() != last_axis() || !IsReal(global().type)) return box;
  box.lower.back() = 0;
  box.upper.back() = steps[step].in_boxes[plan.rank].upper.back();
  return box;
}

ExchangeStages MakeExchange(PlanDraft* draft, size_t step, const View& data) {
  return ExchangeMaker(draft, step, data).Make();
}

}  // namespace fft::dist
