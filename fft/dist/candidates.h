// The ways to compute a transform over several ranks, and the predicted cost of each.
//
// A candidate holds the data in one decomposition after another: in the input's boxes, in process
// grids, and in the output's boxes. If every rank holds an axis whole in a decomposition, the data
// is transformed along that axis there. Between two decompositions the ranks exchange elements.
// Slabs, pencils and bricks differ in their process grids.
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

// How ranks send the pieces of an exchange to other ranks.
enum class Transport {
  kMessages,  // packed pieces through the communicator
  kDirect,    // by copies or stores of kernels, into memory that all ranks can address
};

// How a piece is stored into another rank's memory (Transport::kDirect).
enum class PeerStore {
  kAuto,     // kKernels with the link "memory", else kCopies
  kKernels,  // the kernels that make the piece store it there
  kCopies,   // kernels store it in the rank's own memory, and a copy moves it
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
  int max_candidates = 64;  // how many of the cheapest candidates are kept
  // The number of parts of the last exchange. Each part is transformed while the next part is sent.
  // 0: the number that is predicted to be fastest with `link`.
  int pieces = 0;
  // With kDirect: the number of groups of a step's data, which are transformed and sent one after
  // the other. 0: the number that is predicted to be fastest with `link`.
  int groups = 0;
  PeerStore peer_store = PeerStore::kAuto;
  // If kernels store the pieces for other ranks, each piece takes a launch. If there are more
  // pieces than this, copies move them instead.
  int max_split_launches = 16;

  friend bool operator==(const DistOptions&, const DistOptions&) = default;
};

// Whose boxes a decomposition has: the input's, a process grid's, or the output's.
enum class Holder { kInput, kGrid, kOutput };

// A decomposition, and the axes that are transformed in it, in their order. Axis 0 is the batch,
// and axis 1 is the slowest length.
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
  int64_t network_bytes = 0;  // bytes that the busiest rank sends to other nodes
  friend bool operator==(const DistCandidate&, const DistCandidate&) = default;
};

// Returns the candidates of a completed problem, cheapest first.
absl::StatusOr<std::vector<DistCandidate>> FindCandidates(const DistProblem& problem,
                                                          const DistOptions& options);

// The boxes of a decomposition. `is_hermitian` says whether the last axis of a real transform holds
// half a spectrum of n/2 + 1 elements.
std::vector<Box> HeldBoxes(const DistProblem& problem, const Held& held, bool is_hermitian);

// Which axes are cut by the pieces that ranks exchange between two decompositions.
struct Redistribution {
  bool is_identity = true;     // no element changes its rank
  std::vector<bool> from_cut;  // by axis: whether some piece does not span its old box
  std::vector<bool> to_cut;    // by axis: whether some piece does not span its new box
};
// Compares old and new boxes. from_cut and to_cut are computed from the old boxes of each `step`-th
// rank, and is_identity from all boxes.
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
