#include "fft/codegen/passes/relay_kernels.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "fft/base/status.h"
#include "fft/codegen/ast/builder.h"
#include "fft/codegen/ast/rewrite.h"

namespace fft::codegen {
namespace {

// The prefix of the second leg's names.
constexpr std::string_view kNext = "next_";

// One leg, and how its statements become statements of the relay.
class Leg {
 public:
  Leg(const Kernel& kernel, std::string_view prefix, int side, Builder& b)
      : kernel_(kernel), prefix_(prefix), side_(side), b_(b) {
    b.arena()->KeepAlive(kernel.arena);
  }

  void Declare(int threads) {
    threads_ = threads;
    for (const Param& param : kernel_.params)
      b_.Param(Name(param.name), param.type, param.aliasing);
    for (const SharedArray& array : kernel_.shared) {
      b_.Shared(Name(array.name), array.element, array.count * count(), side_);
    }
  }

  // The number of the leg's workgroups that one workgroup of the relay runs.
  int count() const { return SideBySide(kernel_.workgroup_size, threads_); }

  // Appends the work of the relay's workgroup number `group` of a piece, which is count()
  // workgroups of the leg.
  void Run(Ex piece, Ex group, Ex blocks, Ex total) {
    const int threads = kernel_.workgroup_size;
    const bool is_whole = threads == threads_;
    const int together = WarpThreads(threads);
    part_ = is_whole ? b_.Int(0) : b_.Let("relay_part", b_.ThreadIndex() / together);
    thread_ = is_whole ? b_.ThreadIndex() : b_.Let("relay_thread", b_.ThreadIndex() % together);
    if (!is_whole && together != threads) b_.If(thread_ >= threads, [&] { b_.Exit(); });
    const Ex index = b_.Let("relay_index", group * count() + part_);
    block_ = b_.Let("relay_block", piece * blocks + index);
    Ex is_there = block_ < total;
    if (!is_whole) is_there = LogicalAnd(is_there, index < blocks);
    if (together * count() < threads_) is_there = LogicalAnd(is_there, part_ < count());
    const Node* body =
        Rewrite(b_.arena(), kernel_.body, [this](const Node* node) { return Rewritten(node); });
    b_.If(is_there, [&] {
      for (const Node* statement : body->args) b_.Append(statement);
    });
  }

 private:
  std::string Name(std::string_view name) const { return std::string(prefix_) + std::string(name); }

  const Node* Rewritten(const Node* node) {
    switch (node->kind) {
      case Kind::kBuiltin:
        if (node->builtin() == BuiltinId::kThreadIndex) return thread_.node();
        FFT_CHECK(node->builtin() == BuiltinId::kBlockIndex);
        return block_.node();
      case Kind::kVarRef:
      case Kind::kLet:
      case Kind::kDeclVar:
      case Kind::kFor:
        return Renamed(node);
      case Kind::kLoad:
      case Kind::kStore:
        return Moved(node);
      case Kind::kBarrier:
        return threads_ == kernel_.workgroup_size ? node
                                                  : BarrierOf(WarpThreads(kernel_.workgroup_size));
      default:
        return node;
    }
  }

  const Node* Renamed(const Node* node) const {
    if (prefix_.empty()) return node;
    Payload payload = node->payload;
    const std::string name = Name(node->name());
    payload.text = name;
    return b_.arena()->Make(node->kind, node->type, node->args, payload);
  }

  // The access to a shared array, moved to the part of the array that is this workgroup's own.
  const Node* Moved(const Node* node) const {
    if (count() == 1 || node->arg(0)->type.space() != AddressSpace::kShared) return node;
    const auto array = std::find_if(
        kernel_.shared.begin(), kernel_.shared.end(),
        [&](const SharedArray& known) { return Name(known.name) == node->arg(0)->name(); });
    FFT_CHECK(array != kernel_.shared.end());
    std::vector<const Node*> args(node->args.begin(), node->args.end());
    args[1] = (Ex(b_.arena(), args[1]) + part_ * array->count).node();
    return b_.arena()->WithArgs(node, args);
  }

  const Node* BarrierOf(int threads) const {
    Payload payload;
    payload.integer = threads;
    return b_.arena()->Make(Kind::kBarrier, Type::Void(), {}, payload);
  }

  const Kernel& kernel_;
  const std::string_view prefix_;
  const int side_;
  Builder& b_;
  int threads_ = 0;  // the number of threads of the relay's workgroup
  Ex part_, thread_, block_;
};

absl::Status CheckLeg(const Kernel& kernel) {
  const auto refuse = [&](std::string_view why) {
    return absl::InvalidArgumentError(kernel.name +
                                      " cannot be part of a relay: " + std::string(why));
  };
  if (kernel.model != ExecutionModel::kWorkgroup) return refuse("it has no workgroups");
  if (kernel.launches_early) return refuse("it launches early");
  if (!kernel.load_callback.text.empty() || !kernel.store_callback.text.empty()) {
    return refuse("it has callbacks");
  }
  bool is_fixed = true;
  Walk(kernel.body, [&](const Node* node) {
    is_fixed &= node->kind != Kind::kCopyAsync && node->kind != Kind::kSignal;
    if (node->kind == Kind::kBuiltin) is_fixed &= node->builtin() != BuiltinId::kBlockCount;
    return is_fixed;
  });
  return is_fixed ? absl::OkStatus() : refuse("its workgroups are persistent");
}

// The work of one workgroup of the relay: a leg, a piece, and the workgroup's number in the piece.
// First come the workgroups of the first leg's first pieces, then both legs evenly mixed, then the
// second leg's last pieces.
struct Turn {
  Ex leg;           // 0, 1
  Ex piece, group;  // the leg's piece, and the relay's workgroup of that piece
};

Turn TurnOf(const std::array<Ex, 9>& given, Builder& b) {
  const auto& [signals, pieces, ahead, groups, next_groups, blocks, next_blocks, total,
               next_total] = given;
  const auto at_least_one = [&](Ex count) { return Select(count < 1, b.Int(1), count); };
  const Ex block = b.Let("relay_at", b.BlockIndex());
  const Ex lead = b.Let("relay_lead", ahead * groups);
  const Ex leads = b.Let("relay_leads", block < lead);
  const Ex divisor = b.Let("relay_divisor", at_least_one(groups));
  const Ex next_divisor = b.Let("relay_next_divisor", at_least_one(next_groups));
  const Ex both = b.Let("relay_both", groups + next_groups);
  const Ex mixed = b.Let("relay_mixed", (pieces - ahead) * both);
  const Ex rest = b.Let("relay_rest", Select(leads, b.Int(0), block - lead));
  const Ex step = b.Let("relay_step", rest / both);
  const Ex within = b.Let("relay_within", rest - step * both);
  // How many workgroups of the second leg come before this workgroup, and whether this workgroup
  // belongs to that leg.
  const Ex before = b.Let("relay_before", within * next_groups / both);
  const Ex is_next = b.Let("relay_is_next", (within + 1) * next_groups / both > before);
  const Ex is_mixed = b.Let("relay_is_mixed", rest < mixed);
  const Ex last = b.Let("relay_last", Select(is_mixed, b.Int(0), rest - mixed));
  Turn turn;
  turn.leg = b.Let("relay_leg",
                   Select(leads, b.Int(0),
                          Select(LogicalAnd(is_mixed, LogicalNot(is_next)), b.Int(0), b.Int(1))));
  turn.piece = b.Let("relay_piece", Select(leads, block / divisor,
                                           Select(is_mixed, step + Select(is_next, b.Int(0), ahead),
                                                  pieces - ahead + last / next_divisor)));
  turn.group = b.Let(
      "relay_group",
      Select(leads, block % divisor,
             Select(is_mixed, Select(is_next, before, within - before), last % next_divisor)));
  return turn;
}

}  // namespace

absl::StatusOr<Kernel> RelayKernels(const Kernel& first, const Kernel& second,
                                    const RelayForm& form) {
  FFT_RETURN_IF_ERROR(CheckLeg(first));
  FFT_RETURN_IF_ERROR(CheckLeg(second));
  const int threads = RelayThreads(first.workgroup_size, second.workgroup_size);
  Builder b(form.name);
  Leg leg(first, "", 1, b), next(second, kNext, 2, b);
  leg.Declare(threads);
  next.Declare(threads);
  std::array<Ex, kRelayParameters.size()> given;
  for (size_t i = 0; i < given.size(); ++i) {
    const Type type = i == 0 ? Type::Global(Type::Int32()) : Type::Int32();
    given[i] = b.Param(kRelayParameters[i], type);
  }
  const auto& [signals, pieces, ahead, groups, next_groups, blocks, next_blocks, total,
               next_total] = given;
  b.SetWorkgroup(threads, form.min_blocks);
  b.Comment("which leg, which piece of it, which workgroup of the piece");
  const Turn turn = TurnOf(given, b);
  const Ex thread = b.ThreadIndex();
  b.Comment("the first leg: pieces on their way to the cache");
  b.If(Equals(turn.leg, b.Int(0)), [&] {
    leg.Run(turn.piece, turn.group, blocks, total);
    b.Barrier();
    b.If(thread < 1, [&] { b.Signal(signals, turn.piece); });
  });
  b.Comment("the second leg: pieces from the cache");
  b.If(Equals(turn.leg, b.Int(1)), [&] {
    b.If(thread < 1, [&] { b.AwaitSignals(signals, turn.piece, groups); });
    b.Barrier();
    next.Run(turn.piece, turn.group, next_blocks, next_total);
  });
  return b.Finish();
}

}  // namespace fft::codegen
