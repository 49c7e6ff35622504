// A relay is two neighbouring kernels of a plan as one launch on a GPU. Its second leg reads what
// the first one wrote while the second-level cache still holds it.
#ifndef FFT_EXEC_RELAY_H_
#define FFT_EXEC_RELAY_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fft/assign/placement.h"
#include "fft/base/json_fwd.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/kernels/lower_plan.h"
#include "fft/kernels/relay_spec.h"

namespace fft {

// One leg of a relay: a kernel in pieces.
struct RelayLeg {
  int64_t blocks = 1;  // the kernel's workgroups of a piece
  int64_t groups = 1;  // the relay's workgroups of a piece
  int64_t total = 1;   // the kernel's workgroups
  friend bool operator==(const RelayLeg&, const RelayLeg&) = default;
};

// A relay of a plan.
//
// Example: the plan of 2^20 points in single precision, 64 times, for sm_90 has one relay of its
// two kernels: first = 0, pieces = 64 (a transform each), piece_bytes = 8 MiB, ahead = 2, threads =
// 256.
struct PlannedRelay {
  int first = 0;  // kernel of the plan that is the first leg; the next one is the second
  kernels::RelaySpec spec;
  std::string name;
  int64_t pieces = 1;
  int64_t piece_bytes = 0;  // bytes that a piece passes on
  int64_t ahead = 1;        // how many pieces the first leg is ahead of the second
  std::array<RelayLeg, 2> legs;
  int threads = 1;
  int64_t lds_bytes = 0;
  // Where its signals lie in the workspace, behind temporaries: one count a piece.
  int64_t signal_offset = 0;
  int64_t signal_bytes() const { return pieces * int64_t{sizeof(int32_t)}; }
  // The workgroups that launch the whole relay, or one leg (0, 1) alone, and the values of the
  // relay's own parameters except `relay_signals`.
  int64_t blocks(std::optional<int> alone = std::nullopt) const;
  std::array<int32_t, 8> Numbers(std::optional<int> alone) const;
  friend bool operator==(const PlannedRelay&, const PlannedRelay&) = default;

 private:
  int64_t GroupsOf(int leg, std::optional<int> alone) const;
};

// The pairs of the candidate's lowered kernels that run as relays, in order; none on a target
// without Target::relay_bytes. The pieces of such a pair share nothing with other pieces
// (CutIntoPieces); they are small enough and there are many. As many threads of the pair fit a
// compute unit, or nearly as many, as of each kernel alone.
std::vector<PlannedRelay> PlanRelays(const Problem& problem, const Candidate& candidate,
                                     const std::vector<kernels::PlannedKernel>& kernels,
                                     const Target& target);

Json ToJson(const PlannedRelay& relay);

}  // namespace fft

#endif  // FFT_EXEC_RELAY_H_
