#include "fft/exec/relay.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

#include "fft/assign/workspace.h"
#include "fft/base/int_math.h"
#include "fft/base/json.h"
#include "fft/codegen/emit/shared_memory.h"
#include "fft/codegen/passes/relay_kernels.h"
#include "fft/exec/pieces.h"
#include "fft/kernels/residency.h"

namespace fft {
namespace {

// A piece has at least 1/kPiecesPassedOn of the bytes that the cache keeps between the legs
// (Target::relay_bytes), if the indices of the loop allow such pieces.
constexpr int64_t kPiecesPassedOn = 8;
// The least number of pieces by which the first leg is ahead. With two, the first leg begins a
// piece while the second leg still has a piece to read.
constexpr int64_t kLeastAhead = 2;
// Only one leg of a relay runs at the relay's begin and at its end. So the relay's data must be at
// least this many times Target::relay_bytes.
constexpr int64_t kLeastPassedOn = 3;
// A relay keeps at least this share of the threads that a kernel has on a compute unit by itself.
constexpr double kEnoughThreads = 0.7;
// If a piece is larger than half of Target::relay_bytes, the workgroups between the first leg's
// work on a piece and the second leg's must be at least this share of the workgroups that run at
// once.
constexpr double kEnoughBetween = 0.75;

int64_t MostPieceBytes(const Target& target) {
  return target.relay_bytes + target.relay_bytes / 16;
}

class Planner {
 public:
  Planner(const std::vector<kernels::PlannedKernel>& kernels, const Target& target)
      : kernels_(kernels), target_(target) {}

  std::optional<PlannedRelay> Plan(const PieceRun& run) const {
    if (run.pieces < 2 || run.blocks.size() != 2) return std::nullopt;
    PlannedRelay relay;
    relay.first = run.first;
    relay.pieces = run.pieces;
    relay.threads = codegen::RelayThreads(Leg(relay, 0).threads, Leg(relay, 1).threads);
    if (relay.threads > target_.max_threads) return std::nullopt;
    for (int i = 0; i < 2; ++i) {
      const kernels::PlannedKernel& kernel = Leg(relay, i);
      if (kernel.spec.workgroups == kernels::Workgroups::kPersistent) return std::nullopt;
      if (HasFilter(kernel.spec.kind)) return std::nullopt;  // limited by arithmetic
      const int64_t count = Together(kernel, relay);
      relay.legs[i] = {run.blocks[i], CeilDiv(run.blocks[i], count), kernel.blocks};
      relay.lds_bytes = std::max(relay.lds_bytes,
                                 kLdsArrays * codegen::kSharedAlignment + count * kernel.lds_bytes);
    }
    if (!SetAhead(&relay) || !FitsIndices(relay)) return std::nullopt;
    const int64_t groups = ResidentGroups(relay);
    if (groups == 0) return std::nullopt;
    relay.spec = {Leg(relay, 0).spec, Leg(relay, 1).spec, static_cast<int>(groups)};
    relay.name = kernels::RelayName(relay.spec);
    return relay;
  }

 private:
  // The most shared arrays of a kernel. Each of them is aligned.
  static constexpr int64_t kLdsArrays = 4;

  const kernels::PlannedKernel& Leg(const PlannedRelay& relay, int i) const {
    return kernels_[relay.first + i];
  }

  static int64_t Together(const kernels::PlannedKernel& kernel, const PlannedRelay& relay) {
    return codegen::SideBySide(kernel.threads, relay.threads);
  }

  bool SetAhead(PlannedRelay* relay) const {
    const int64_t moved = std::min(Leg(*relay, 0).bytes_moved, Leg(*relay, 1).bytes_moved);
    relay->piece_bytes = moved / 2 / relay->pieces;
    if (relay->piece_bytes == 0 || moved / 2 < kLeastPassedOn * target_.relay_bytes) return false;
    if (relay->piece_bytes > MostPieceBytes(target_)) return false;
    relay->ahead =
        std::max((target_.relay_bytes + relay->piece_bytes / 2) / relay->piece_bytes, kLeastAhead);
    return relay->ahead < relay->pieces;
  }

  static bool FitsIndices(const PlannedRelay& relay) {
    const int64_t both = relay.legs[0].groups + relay.legs[1].groups;
    const int64_t limit = std::numeric_limits<int32_t>::max();
    for (const RelayLeg& leg : relay.legs) {
      if (leg.blocks > limit / (relay.pieces + 1)) return false;
    }
    return both < limit / both && both <= limit / relay.pieces;
  }

  // The least registers with which a thread of the kernel is about as fast as with all registers
  // that it is expected to need. The formula interpolates between measured points. A thread that
  // only transforms needs fewer registers; a thread that does more needs almost all of them.
  static double EnoughRegisters(const kernels::PlannedKernel& kernel) {
    const kernels::KernelSpec& spec = kernel.spec;
    const double wanted = static_cast<double>(kernel.registers);
    const double enough = std::min(0.9 * wanted, 1.3 * wanted - 48);
    const bool does_more =
        spec.large_twiddle.steps > 0 || spec.exchange == Exchange::kHalf || ConvertsFormat(spec);
    return does_more ? std::max(enough, wanted - 8) : enough;
  }

  // The threads on a compute unit if the kernel runs outside a relay.
  int64_t OwnThreads(const kernels::PlannedKernel& kernel) const {
    const int64_t groups =
        kernel.spec.resident_groups
            ? std::min<int64_t>(kernels::RoomFor(kernel.threads, kernel.lds_bytes, target_),
                                *kernel.spec.resident_groups)
            : kernels::ResidentGroups(kernel.threads, kernel.lds_bytes, kernel.registers, target_);
    return std::max<int64_t>(groups, 1) * kernel.threads;
  }

  // The workgroups of the relay on a compute unit; 0 if there are too few.
  int64_t ResidentGroups(const PlannedRelay& relay) const {
    const auto& first = Leg(relay, 0);
    const auto& second = Leg(relay, 1);
    if (relay.lds_bytes > target_.lds_bytes) return 0;
    const int64_t wanted = std::max(OwnThreads(first), OwnThreads(second));
    int64_t groups = std::min(kernels::RoomFor(relay.threads, relay.lds_bytes, target_),
                              (wanted + relay.threads / 2) / relay.threads);
    const double registers = std::max(EnoughRegisters(first), EnoughRegisters(second));
    while (groups > 0 &&
           static_cast<double>(kernels::RegistersAt(groups, relay.threads, target_)) < registers) {
      --groups;
    }
    if (2 * relay.piece_bytes > target_.relay_bytes) {
      const int64_t between = (relay.ahead - 1) * (relay.legs[0].groups + relay.legs[1].groups);
      while (groups > 0 &&
             static_cast<double>(between) <
                 kEnoughBetween * static_cast<double>(groups * target_.compute_units)) {
        --groups;
      }
    }
    if (groups < 2) return 0;  // a second workgroup must run while one waits
    for (const kernels::PlannedKernel* kernel : {&first, &second}) {
      const int64_t threads = groups * Together(*kernel, relay) * kernel->threads;
      if (static_cast<double>(threads) <
          kEnoughThreads * static_cast<double>(OwnThreads(*kernel))) {
        return 0;
      }
    }
    return groups;
  }

  const std::vector<kernels::PlannedKernel>& kernels_;
  const Target& target_;
};

}  // namespace

int64_t PlannedRelay::GroupsOf(int leg, std::optional<int> alone) const {
  return alone.value_or(leg) == leg ? legs[leg].groups : 0;
}

int64_t PlannedRelay::blocks(std::optional<int> alone) const {
  return pieces * (GroupsOf(0, alone) + GroupsOf(1, alone));
}

std::array<int32_t, 8> PlannedRelay::Numbers(std::optional<int> alone) const {
  static_assert(codegen::kRelayParameters.size() == 9);
  const int64_t values[] = {
      pieces,         alone ? 0 : ahead, GroupsOf(0, alone), GroupsOf(1, alone),
      legs[0].blocks, legs[1].blocks,    legs[0].total,      legs[1].total};
  std::array<int32_t, 8> numbers;
  std::transform(std::begin(values), std::end(values), numbers.begin(),
                 [](int64_t value) { return static_cast<int32_t>(value); });
  return numbers;
}

std::vector<PlannedRelay> PlanRelays(const Problem& problem, const Candidate& candidate,
                                     const std::vector<kernels::PlannedKernel>& kernels,
                                     const Target& target) {
  if (target.relay_bytes == 0) return {};
  // A piece has bytes in three arrays: the array that the relay reads, the array between its legs,
  // and the array that it writes.
  PieceTarget pieces;
  pieces.cache_bytes = 3 * MostPieceBytes(target);
  pieces.enough_bytes = 3 * target.relay_bytes / kPiecesPassedOn;
  pieces.most_kernels = 2;
  std::vector<PlannedRelay> relays;
  int64_t offset = RoundUp(candidate.workspace_bytes, kWorkspaceAlignment);
  for (const PieceRun& run : CutIntoPieces(problem, candidate, pieces)) {
    auto relay = Planner(kernels, target).Plan(run);
    if (!relay) continue;
    relay->signal_offset = offset;
    offset += relay->signal_bytes();
    relays.push_back(*std::move(relay));
  }
  return relays;
}

Json ToJson(const PlannedRelay& relay) {
  Json legs = Json::array();
  for (const RelayLeg& leg : relay.legs) {
    legs.push_back({{"blocks", leg.blocks}, {"groups", leg.groups}});
  }
  return {{"kernels", {relay.first, relay.first + 1}},
          {"name", relay.name},
          {"spec", ToJson(relay.spec)},
          {"pieces", relay.pieces},
          {"piece_bytes", relay.piece_bytes},
          {"ahead", relay.ahead},
          {"legs", legs},
          {"blocks", relay.blocks()},
          {"threads", relay.threads},
          {"lds_bytes", relay.lds_bytes},
          {"signal_bytes", relay.signal_bytes()}};
}

}  // namespace fft
