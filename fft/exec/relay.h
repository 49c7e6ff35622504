// A relay runs two neighbouring kernels of a plan, its legs, as one launch on a GPU. The second leg
// reads the results of the first leg while the second cache still holds them.
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

// One leg of a relay: a kernel that is cut into pieces.
struct RelayLeg {
  int64_t blocks = 1;  // workgroups of the kernel in a piece
  int64_t groups = 1;  // workgroups of the relay that do this work
  int64_t total = 1;   // workgroups of the kernel in all pieces
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
  int64_t piece_bytes = 0;  // bytes of a piece between the legs
  int64_t ahead = 1;        // how many pieces the first leg is ahead of the second
  std::array<RelayLeg, 2> legs;
  int threads = 1;
  int64_t lds_bytes = 0;
  // The byte offset of the relay's signals in the workspace, behind the temporaries. There is one
  // counter for each piece.
  int64_t signal_offset = 0;
  int64_t signal_bytes() const { return pieces * int64_t{sizeof(int32_t)}; }
  // The number of workgroups, and the values of the relay's parameters except `relay_signals`. Both
  // are for a launch of the whole relay, or only of leg `alone` (0 or 1).
  int64_t blocks(std::optional<int> alone = std::nullopt) const;
  std::array<int32_t, 8> Numbers(std::optional<int> alone) const;
  friend bool operator==(const PlannedRelay&, const PlannedRelay&) = default;

 private:
  int64_t GroupsOf(int leg, std::optional<int> alone) const;
};

// Returns the pairs of the candidate's lowered kernels that run as relays, in order. There are none
// on a target without Target::relay_bytes. A pair becomes a relay if it can be cut into many small
// pieces that share no data (CutIntoPieces). Also, a compute unit must hold about as many threads
// of the relay as of each kernel by itself.
std::vector<PlannedRelay> PlanRelays(const Problem& problem, const Candidate& candidate,
                                     const std::vector<kernels::PlannedKernel>& kernels,
                                     const Target& target);

Json ToJson(const PlannedRelay& relay);

}  // namespace fft

#endif  // FFT_EXEC_RELAY_H_
