// The work of one rank in a transform over several ranks, as a list of stages.
//
// The list is a value, and making it needs no communication and no device. Every rank makes its own
// list from the same problem, so sender and receiver agree on each message. Stages name arrays, not
// addresses.
#ifndef FFT_DIST_PLAN_H_
#define FFT_DIST_PLAN_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json_fwd.h"
#include "fft/core/dim.h"
#include "fft/core/problem.h"
#include "fft/dist/candidates.h"
#include "fft/dist/problem.h"

namespace fft::dist {

enum class Place {
  kInput,       // the user's input
  kOutput,      // the user's output
  kWork,        // an array of the plan's own memory
  kPeerWork,    // the same array of another rank (Transport::kDirect)
  kPeerOutput,  // another rank's output (Transport::kDirect)
};

// A position in an array.
struct ArrayRef {
  Place place = Place::kWork;
  int array = 0;  // for kWork and kPeerWork: index into DistPlan::arrays, the same on all ranks
  int peer = 0;   // for kPeerWork and kPeerOutput: the other rank
  int64_t byte_offset = 0;
  friend bool operator==(const ArrayRef&, const ArrayRef&) = default;
};

// A transform of one rank's data. It has the strides of the arrays that it reads and writes. So it
// can store a piece for another rank in the array that the piece is sent from, or in the memory of
// the other rank. For example, the first stage of slabs transforms `problem.lengths` {512, 512}
// with a loop over the planes of the rank.
struct LocalTransform {
  Problem problem;
  ArrayRef in, out;
  // If above 0, the element (k1, n2) that is read is multiplied by W_N^(k1 n2), with N = `line` and
  // W_N = exp(-+2 pi i / N).
  int64_t line = 0;
  // If `line` > 0: a dim each for the batch, for k1 and for n2. Each dim has the length, the stride
  // in the array that is read, and the first index.
  Dims coordinates;
  friend bool operator==(const LocalTransform&, const LocalTransform&) = default;
};

// A copy of elements from one array to another.
struct BoxCopy {
  Dims dims;  // slowest first
  int element_bytes = 8;
  ArrayRef in, out;
  friend bool operator==(const BoxCopy&, const BoxCopy&) = default;
};

struct Message {
  int peer = 0;
  Box box;  // of the index space
  ArrayRef array;
  int64_t bytes = 0;
  friend bool operator==(const Message&, const Message&) = default;
};

// Starts the messages of one exchange, or of one part of an exchange. Each rank sends at most one
// message to each other rank.
struct Exchange {
  int number = 0;
  std::vector<Message> sends, receives;
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

// Waits until the messages of an exchange have been sent and have arrived.
struct Finish {
  int number = 0;
  friend bool operator==(const Finish&, const Finish&) = default;
};

// Makes later work in the stage's lane wait for the work that this rank, or all ranks, have
// enqueued in `after_lane`.
struct Fence {
  int after_lane = 0;
  bool of_all_ranks = false;
  friend bool operator==(const Fence&, const Fence&) = default;
};

struct Stage {
  int lane = 0;  // 0 is the caller's stream; lane 1 runs beside it
  std::variant<LocalTransform, BoxCopy, Exchange, Finish, Fence> work;
  friend bool operator==(const Stage&, const Stage&) = default;
};

// An array in the memory of the rank.
struct WorkArray {
  int64_t bytes = 0;
  int64_t byte_offset = 0;  // arrays that are not in use at the same time share memory
  friend bool operator==(const WorkArray&, const WorkArray&) = default;
};

// The plan of one rank, and the candidates that it was chosen from. For example,
// MakeDistPlan(problem, {}, 1) is the plan of rank 1, and its `candidate` is 0, the cheapest.
struct DistPlan {
  int rank = 0;
  DistProblem problem;  // completed
  DistOptions options;
  std::vector<DistCandidate> candidates;
  int candidate = 0;  // index of the candidate that runs
  std::vector<Stage> stages;
  std::vector<WorkArray> arrays;
  int64_t work_bytes = 0;
  int exchanges = 0;  // the number of Exchange stages, whose numbers begin with 0
};

// Makes the plan of one rank. The problem need not be completed.
absl::StatusOr<DistPlan> MakeDistPlan(const DistProblem& problem, const DistOptions& options,
                                      int rank);

// {"schema": "fft.dist_plan/1", rank, problem, options, candidates, candidate, stages, arrays}.
Json ToJson(const DistPlan& plan);
// Describes a stage in one line, for people.
std::string ToString(const Stage& stage);

}  // namespace fft::dist

#endif  // FFT_DIST_PLAN_H_
