// The ways to compute a transform over several ranks, and the predicted cost of each.
//
// Data is held in one decomposition after another: in the input's boxes, in process grids, in the
// output's boxes. Where a decomposition has an axis whole on every rank, the data is transformed
// along that axis. Between two decompositions the ranks exchange the elements that change their
// rank. Slabs, pencils and bricks differ in the grids that they pass through.
#ifndef FFT_DIST_CANDIDATES_H_
#define FFT_DIST_CANDIDATES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json_fwd.h"
#include "fft/dist/decomposition.h"
#include "fft/dist/link_model.h"
#include "fft/dist/problem.h"

namespace fft::dist {

// How the pieces of an exchange get to other ranks.
enum class Transport {
  kMessages,  // packed pieces through the communicator
  kDirect,    // into memory that all ranks can address: by copies, or by the stores of kernels
};

// How a piece gets into another rank's memory (Transport::kDirect).
enum class PeerStore {
  kAuto,     // copies where `link` is one between devices
  kKernels,  // the kernels that make it
  kCopies,   // copies, of pieces that kernels store in the rank's own memory
};

// How a transform over several ranks is planned.
//
// Example: {.transport = Transport::kDirect, .link = *FindLinkModel("nvlink")} for the GPUs of one
// process.
struct DistOptions {
  Transport transport = Transport::kMessages;
  LinkModel link;
  // Index into the ranked candidates; 0 is the cheapest.
  int candidate = 0;
  int max_candidates = 64;  // how many are kept; the cheapest is always among them
  // Parts into which the last exchange is cut. Each is transformed while the next one is on its
  // way; 0 takes as many as pay with `link`.
  int pieces = 0;
  // With kDirect, groups into which a step's data is cut, to be transformed and sent one after the
  // other; 0 takes as many as pay with `link`.
  int groups = 0;
  PeerStore peer_store = PeerStore::kAuto;
  // A step whose kernels store into the pieces of several ranks takes a launch for each piece.
  // Beyond this many ranks the pieces are copied instead.
  int max_split_launches = 16;

  friend bool operator==(const DistOptions&, const DistOptions&) = default;
};

// Where a decomposition's boxes come from: the input, a process grid, or the output.
enum class Holder { kInput, kGrid, kOutput };

// The data held in one decomposition, and the axes transformed meanwhile (0 is the batch's, 1 the
// slowest length's), in their order.
struct Held {
  Holder holder = Holder::kGrid;
  Grid grid;  // for kGrid
  std::vector<int> transformed;
  friend bool operator==(const Held&, const Held&) = default;
};

// One way to compute the transform, with its predicted cost. For example, a volume from slabs to
// slabs has a path of two decompositions and 1 exchange.
struct DistCandidate {
  std::vector<Held> path;  // from the input to the output
  double seconds = 0;      // predicted: local_seconds + exchange_seconds
  double local_seconds = 0;
  double exchange_seconds = 0;
  int exchanges = 0;
  int64_t node_bytes = 0;     // bytes that the busiest rank sends within its node
  int64_t network_bytes = 0;  // bytes that it sends to other nodes
  friend bool operator==(const DistCandidate&, const DistCandidate&) = default;
};

// The candidates of a completed problem, cheapest first.
absl::StatusOr<std::vector<DistCandidate>> FindCandidates(const DistProblem& problem,
                                                          const DistOptions& options);

// The boxes of a decomposition. `is_hermitian` says whether the last axis of reals holds half a
// spectrum, n/2 + 1 elements.
std::vector<Box> HeldBoxes(const DistProblem& problem, const Held& held, bool is_hermitian);

// How the pieces that go from one decomposition to another cut the axes.
struct Redistribution {
  bool is_identity = true;     // nothing changes owners
  std::vector<bool> from_cut;  // by axis: whether some piece does not span its old box
  std::vector<bool> to_cut;    // by axis: whether some piece does not span its new box
};
// Looks at every `step`-th rank's old box. `is_identity` is exact whatever `step` is.
Redistribution Redistribute(const std::vector<Box>& from, const std::vector<Box>& to, int step = 1);

std::string ToString(Transport transport);  // "messages", "direct"
std::string ToString(PeerStore store);      // "auto", "kernels", "copies"
std::string ToString(Holder holder);        // "input", "grid", "output"
// "input -> 1x2x1x1: axes 2 3 -> output: axis 1"
std::string ToString(const DistCandidate& candidate);
Json ToJson(const DistOptions& options);
Json ToJson(const DistCandidate& candidate);

}  // namespace fft::dist

#endif  // FFT_DIST_CANDIDATES_H_
