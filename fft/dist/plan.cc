#include "fft/dist/plan.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/dist/steps.h"
#include "fft/dist/view.h"
#include "fft/dist/work_arrays.h"

namespace fft::dist {
namespace {

// Data that travels less than this each way is not worth parting.
constexpr double kPartSeconds = 100e-6;
constexpr int kMostParts = 4;

// One part of an exchange, from the stores of its pieces to its arrival.
struct ExchangePart {
  std::vector<Stage> begin;   // fills the pieces and starts the messages
  std::vector<Stage> finish;  // waits, and moves what did not arrive where it stays
  View arrival;
};

class PlanMaker {
 public:
  explicit PlanMaker(DistPlan* plan)
      : plan_(plan),
        problem_(plan->problem),
        global_(plan->problem.problem),
        rank_(plan->rank),
        is_direct_(plan->options.transport == Transport::kDirect),
        steps_(StepsOf(problem_, plan->candidates[plan->candidate])) {}

  void Make() {
    const bool is_local = steps_.size() == 1;
    if (is_direct_ && !is_local) Add(0, Fence{0, true});
    View data = PackedView(steps_[0].in_boxes[rank_], problem_.input_order, {Place::kInput},
                           steps_[0].in_bytes);
    for (size_t i = 0; i + 1 < steps_.size(); ++i) {
      std::vector<ExchangePart> parts = MakeParts(i, data);
      if (parts.size() > 1) {
        FinishInParts(i + 1, std::move(parts));
        AssignWork();
        return;
      }
      AddAll(std::move(parts[0].begin));
      AddAll(std::move(parts[0].finish));
      data = parts[0].arrival;
    }
    FinishWith(steps_.back(), data);
    AssignWork();
  }

 private:
  bool IsInPlace() const { return global_.placement == Placement::kInPlace; }
  bool IsLast(size_t i) const { return i + 1 == steps_.size(); }

  template <typename Work>
  void Add(int lane, Work work) {
    plan_->stages.push_back({lane, std::move(work)});
  }
  void AddAll(std::vector<Stage> stages) {
    std::move(stages.begin(), stages.end(), std::back_inserter(plan_->stages));
  }

  int AddArray(int64_t bytes) {
    plan_->arrays.push_back({bytes, 0});
    return static_cast<int>(plan_->arrays.size()) - 1;
  }

  // Adds the scale to the transform after which none follows.
  LocalTransform Transform(const std::vector<int>& axes, const View& from, const View& to,
                           bool is_last) const {
    LocalTransform stage = TransformStage(global_, axes, from, to);
    if (is_last) stage.problem.scale = global_.scale;
    return stage;
  }

  bool TransformsAfter(size_t step) const {
    for (size_t i = step + 1; i < steps_.size(); ++i) {
      if (!steps_[i].axes.empty()) return true;
    }
    return false;
  }

  // Whether reading the input and writing the output must not meet.
  bool NeedsDetour() const { return IsInPlace() && steps_.size() <= 2; }

  // From the data of the last step to the output.
  void FinishWith(const Step& step, const View& data) {
    if (data.box.empty()) return;
    const View out =
        PackedView(problem_.output[rank_], problem_.output_order, {Place::kOutput}, step.out_bytes);
    if (data.ref.place == Place::kOutput) return;
    if (step.axes.empty()) {
      Add(0, CopyStage(data, out));
      return;
    }
    View from = data;
    const bool meets = data.ref.place == Place::kInput && IsInPlace();
    if (meets && data.strides == out.strides && !IsReal(global_.type)) {
      from.ref.place = Place::kOutput;
    } else if (meets) {
      const ArrayRef ref = {Place::kWork, AddArray(Bytes(out))};
      View detour = out;
      detour.ref = ref;
      Add(0, Transform(step.axes, data, detour, true));
      Add(0, CopyStage(detour, out));
      return;
    }
    Add(0, Transform(step.axes, from, out, true));
  }

  static int64_t Bytes(const View& view) { return view.box.volume() * view.element_bytes; }

  // Parts of the arrivals overlap: a part is transformed while the next one is on its way.
  void FinishInParts(size_t last, std::vector<ExchangePart> parts) {
    Add(1, Fence{0, false});
    AddAll(std::move(parts[0].begin));
    const View out = PackedView(problem_.output[rank_], problem_.output_order, {Place::kOutput},
                                steps_[last].out_bytes);
    for (size_t p = 0; p < parts.size(); ++p) {
      if (p + 1 < parts.size()) AddAll(std::move(parts[p + 1].begin));
      AddAll(std::move(parts[p].finish));
      const View& from = parts[p].arrival;
      if (from.box.empty()) continue;
      Add(0,
          Transform(steps_[last].axes, from, Part(out, AfterLast(steps_[last], from.box)), true));
    }
    Add(0, Fence{1, false});
  }

  // The same part of the space after the step's transforms.
  Box AfterLast(const Step& step, Box box) const {
    if (!step.axes.empty() && step.axes.back() == LastAxis() && IsReal(global_.type)) {
      box.lower.back() = 0;
      box.upper.back() = step.out_boxes[rank_].upper.back();
    }
    return box;
  }
  Box BeforeLast(const Step& step, Box box) const {
    if (!step.axes.empty() && step.axes.back() == LastAxis() && IsReal(global_.type)) {
      box.lower.back() = 0;
      box.upper.back() = step.in_boxes[rank_].upper.back();
    }
    return box;
  }
  int LastAxis() const { return static_cast<int>(global_.lengths.size()); }

  // ---- one exchange

  // Where the pieces of a step's data are: stored by its transforms already, or still to be.
  struct Source {
    View data;
    int split_axis = -1;  // transformed along while the pieces are stored; -1: pieces are copied
    std::vector<int> axes;
  };

  // Transforms the step's data, all but the axis that is transformed piece by piece.
  Source MakeSource(size_t i, const View& data, int parts) {
    const Step& step = steps_[i];
    Source source{data, -1, {}};
    if (step.axes.empty()) return source;
    if (problem_.ranks() * parts <= plan_->options.max_split_launches) {
      const int part_axis = parts > 1 ? PartAxis(step, steps_[i + 1], parts) : -1;
      source.split_axis = SplitAxis(problem_, step, part_axis);
    }
    std::vector<int> before = step.axes;
    before.erase(std::remove(before.begin(), before.end(), source.split_axis), before.end());
    if (!before.empty()) {
      const bool changes = before.back() == LastAxis() && IsReal(global_.type);
      const Box& box = changes || source.split_axis < 0 ? step.out_boxes[rank_] : data.box;
      const int bytes = changes || source.split_axis < 0 ? step.out_bytes : data.element_bytes;
      const View to = PackedView(box, NaturalOrder(box.axes()), {Place::kWork, AddArray(0)}, bytes);
      const bool in_place = data.ref.place == Place::kWork && !changes;
      if (in_place) {
        source.data = data;
      } else {
        plan_->arrays.back().bytes = Bytes(to);
        source.data = to;
      }
      if (!data.box.empty()) {
        Add(0, Transform(before, data, source.data, source.split_axis < 0 && !TransformsAfter(i)));
      }
    }
    if (source.split_axis >= 0) source.axes = {source.split_axis};
    return source;
  }

  int PartsOf(size_t i) const {
    if (!IsLast(i + 1) || steps_[i + 1].axes.empty() || IsInPlace()) return 1;
    int parts = plan_->options.pieces;
    if (parts == 0) {
      const DistCandidate& chosen = plan_->candidates[plan_->candidate];
      const double each = chosen.exchange_seconds / std::max(1, chosen.exchanges);
      parts = std::clamp(static_cast<int>(each / kPartSeconds), 1, kMostParts);
      if (plan_->options.link.name == "memory") parts = 1;
    }
    return PartAxis(steps_[i], steps_[i + 1], parts) < 0 ? 1 : parts;
  }

  // The share of a rank's new box that arrives with one part.
  Box PartBox(size_t i, int peer, int part, int parts) const {
    Box box = steps_[i + 1].in_boxes[peer];
    if (parts == 1 || box.empty()) return box;
    const int axis = PartAxis(steps_[i], steps_[i + 1], parts);
    const int64_t lower = box.lower[axis], length = box.length(axis);
    box.lower[axis] = lower + length * part / parts;
    box.upper[axis] = lower + length * (part + 1) / parts;
    return box;
  }

  std::vector<ExchangePart> MakeParts(size_t i, const View& data) {
    const int parts = PartsOf(i);
    const Source source = MakeSource(i, data, parts);
    std::vector<ExchangePart> result;
    for (int part = 0; part < parts; ++part) result.push_back(MakePart(i, source, part, parts));
    return result;
  }

  // An exchange under way: where its pieces arrive, on this rank and on others.
  struct Transfer {
    size_t step = 0;
    int part = 0;
    int parts = 1;
    std::vector<int> order;  // of the arrivals
    ArrayRef arrival;        // on every rank alike
    int send_array = 0;
    int64_t send_bytes = 0;
    int receive_array = 0;
    int64_t receive_bytes = 0;
    int lane = 0;
  };

  View ArrivalOf(const Transfer& transfer, int peer) const {
    ArrayRef ref = transfer.arrival;
    if (peer != rank_) {
      ref.place = ref.place == Place::kOutput ? Place::kPeerOutput : Place::kPeerWork;
      ref.peer = peer;
    }
    const Box box = PartBox(transfer.step, peer, transfer.part, transfer.parts);
    return PackedView(box, transfer.order, ref, steps_[transfer.step].out_bytes);
  }

  ExchangePart MakePart(size_t i, const Source& source, int part, int parts) {
    Transfer transfer{i, part, parts};
    transfer.lane = parts > 1 ? 1 : 0;
    const bool ends = IsLast(i + 1) && steps_[i + 1].axes.empty();
    transfer.order =
        ends ? problem_.output_order : ArrivalOrder(steps_[i].next, plan_->options.transport);
    transfer.arrival = {Place::kOutput};
    if (!ends || NeedsDetour()) transfer.arrival = {Place::kWork, AddArray(0)};
    transfer.send_array = AddArray(0);
    transfer.receive_array = AddArray(0);
    ExchangePart result;
    result.arrival = ArrivalOf(transfer, rank_);
    if (transfer.arrival.place == Place::kWork) {
      plan_->arrays[transfer.arrival.array].bytes = Bytes(result.arrival);
    }
    Exchange exchange{plan_->exchanges++};
    std::vector<Stage> own;
    BeginSends(source, &transfer, &exchange, &result.begin, &own);
    std::vector<Stage> unpack;
    BeginReceives(&transfer, result.arrival, &exchange, &unpack);
    plan_->arrays[transfer.send_array].bytes = transfer.send_bytes;
    plan_->arrays[transfer.receive_array].bytes = transfer.receive_bytes;
    const int number = exchange.number;
    result.begin.push_back({transfer.lane, std::move(exchange)});
    // While the others' pieces are on their way.
    for (Stage& stage : own) stage.lane = 0;
    result.finish = std::move(own);
    result.finish.push_back({0, Finish{number}});
    std::move(unpack.begin(), unpack.end(), std::back_inserter(result.finish));
    return result;
  }

  // Stores this rank's pieces, what it keeps itself apart, and lists the messages.
  void BeginSends(const Source& source, Transfer* transfer, Exchange* exchange,
                  std::vector<Stage>* stages, std::vector<Stage>* own) const {
    const Step& step = steps_[transfer->step];
    const int ranks = problem_.ranks();
    for (int k = 1; k <= ranks; ++k) {
      const int peer = (rank_ + k) % ranks;
      const View arrival = ArrivalOf(*transfer, peer);
      const Box piece = Intersection(step.out_boxes[rank_], arrival.box);
      if (piece.empty()) continue;
      const bool is_source_before = source.split_axis == LastAxis();
      const View from = Part(source.data, is_source_before ? BeforeLast(step, piece) : piece);
      if (is_direct_ || peer == rank_) {
        Store(source, from, Part(arrival, piece), *transfer, peer == rank_ ? own : stages);
        continue;
      }
      View block =
          PackedView(piece, transfer->order, {Place::kWork, transfer->send_array}, step.out_bytes);
      if (source.split_axis < 0 && IsPackedAs(from, transfer->order)) {
        block = from;
      } else {
        block.ref.byte_offset = transfer->send_bytes;
        transfer->send_bytes += AlignedBytes(Bytes(block));
        Store(source, from, block, *transfer, stages);
      }
      exchange->sends.push_back({peer, piece, block.ref, Bytes(block)});
    }
  }

  void Store(const Source& source, const View& from, const View& to, const Transfer& transfer,
             std::vector<Stage>* stages) const {
    if (source.split_axis < 0) {
      stages->push_back({transfer.lane, CopyStage(from, to)});
      return;
    }
    const bool is_last = !TransformsAfter(transfer.step);
    stages->push_back({transfer.lane, Transform(source.axes, from, to, is_last)});
  }

  // Lists what arrives from other ranks, and the copies of what cannot arrive where it stays.
  void BeginReceives(Transfer* transfer, const View& arrival, Exchange* exchange,
                     std::vector<Stage>* unpack) const {
    if (is_direct_) return;
    const Step& step = steps_[transfer->step];
    for (int peer = 0; peer < problem_.ranks(); ++peer) {
      const Box piece = Intersection(step.out_boxes[peer], arrival.box);
      if (piece.empty() || peer == rank_) continue;
      const View place = Part(arrival, piece);
      View block = place;
      if (!IsPackedAs(place, transfer->order)) {
        block = PackedView(piece, transfer->order, {Place::kWork, transfer->receive_array},
                           step.out_bytes);
        block.ref.byte_offset = transfer->receive_bytes;
        transfer->receive_bytes += AlignedBytes(Bytes(block));
        unpack->push_back({0, CopyStage(block, place)});
      }
      exchange->receives.push_back({peer, piece, block.ref, Bytes(block)});
    }
  }

  void AssignWork() {
    plan_->work_bytes = PlaceWorkArrays(plan_->stages, is_direct_, &plan_->arrays);
  }

  DistPlan* const plan_;
  const DistProblem& problem_;
  const Problem& global_;
  const int rank_;
  const bool is_direct_;
  const std::vector<Step> steps_;
};

}  // namespace

absl::StatusOr<DistPlan> MakeDistPlan(const DistProblem& problem, const DistOptions& options,
                                      int rank) {
  DistPlan plan;
  FFT_ASSIGN_OR_RETURN(plan.problem, CompleteDistProblem(problem));
  if (rank < 0 || rank >= plan.problem.ranks()) {
    return InvalidField("rank", absl::StrCat(rank), absl::StrCat("0 to ", problem.ranks() - 1));
  }
  if (options.pieces < 0 || options.pieces > 64) {
    return InvalidField("options.pieces", absl::StrCat(options.pieces), "0 to 64");
  }
  plan.rank = rank;
  plan.options = options;
  FFT_ASSIGN_OR_RETURN(plan.candidates, FindCandidates(plan.problem, options));
  if (options.candidate < 0 || options.candidate >= std::ssize(plan.candidates)) {
    return InvalidField("options.candidate", absl::StrCat(options.candidate),
                        absl::StrCat("0 to ", plan.candidates.size() - 1));
  }
  plan.candidate = options.candidate;
  PlanMaker(&plan).Make();
  return plan;
}

}  // namespace fft::dist
