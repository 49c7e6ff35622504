// The problem of a transform over several ranks, and the part of the data that each rank holds.
#ifndef FFT_DIST_PROBLEM_H_
#define FFT_DIST_PROBLEM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/base/json_fwd.h"
#include "fft/core/problem.h"
#include "fft/dist/box.h"

namespace fft::dist {

// A problem, and the box of the data that each rank holds. Input and output each have an index
// space: the batch is its first axis, and the lengths follow. In a Hermitian format the last length
// n has n/2 + 1 indices. A box lies packed in its rank's memory. For example, {.problem = problem,
// .input = Slabs(lengths, 0, 4), .output = Slabs(lengths, 1, 4)} has four ranks, which hold slabs
// of the first length before and slabs of the second length after.
struct DistProblem {
  Problem problem;          // no strides, offsets, loops or callbacks; interleaved formats
  std::vector<Box> input;   // one for each rank; a box without a batch axis holds the whole batch
  std::vector<Box> output;  // the same for the output
  // The order of the axes in a rank's memory, slowest first; {} is 0, 1, 2, ... The output order
  // {0, 2, 1} gives transposed planes.
  std::vector<int> input_order;
  std::vector<int> output_order;

  // Set by SplitLine: the lengths {N1, N2} are one transform of N = N1 N2 points. The first axis is
  // transformed, then the data is multiplied by W_N^(k1 n2), and then the second axis is
  // transformed.
  bool is_split_line = false;

  int ranks() const { return static_cast<int>(input.size()); }
  friend bool operator==(const DistProblem&, const DistProblem&) = default;
};

// The problem with packed, interleaved arrays. The result keeps only type, lengths, precision,
// placement, batch and scale.
Problem WithoutLayout(const Problem& problem);

// Returns InvalidArgument if a completed problem has anything that WithoutLayout does not keep. The
// error puts `prefix` before the name of the field.
absl::Status CheckPacked(const Problem& problem, const std::string& prefix);

// Fills in formats, the batch axis and orders, and checks the problem. Boxes must tile the space,
// and input and output must have the same number of boxes. Empty boxes become {0, ...} to {0, ...}.
absl::StatusOr<DistProblem> CompleteDistProblem(const DistProblem& problem);

// Splits the line of a completed problem of one dimension into two dimensions (four-step: n = N2 n1
// + n2, k = k1 + N1 k2), so that several ranks share a transform. Returns the problem unchanged if
// the boxes, the batch or the kind of data allow no N1.
DistProblem SplitLine(const DistProblem& problem);

// The lengths {batch, lengths...} of the index space. With `is_hermitian` the last length n becomes
// n/2 + 1.
std::vector<int64_t> SpaceLengths(const Problem& problem, bool is_hermitian);

// A digest of the completed problem, `options` and the version of planning, as 64 hexadecimal
// digits. Two ranks have the same digest only if they make plans that fit together.
std::string Digest(const DistProblem& problem, const Json& options);

Json ToJson(const DistProblem& problem);

// Returns `ranks` slabs of nearly equal size along an axis of a space of these lengths; an empty
// list if there is no such axis, or if `ranks` is below 1.
std::vector<Box> Slabs(const std::vector<int64_t>& lengths, int axis, int ranks);

}  // namespace fft::dist

#endif  // FFT_DIST_PROBLEM_H_
