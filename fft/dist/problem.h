// A transform over several ranks: the problem, and who holds which part of it.
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

// The index space of either side has the batch as its first axis and the lengths after it; the last
// length n of a Hermitian side counts n/2 + 1. Every rank's part is a box, which lies packed in the
// rank's memory. For example, {.problem = problem, .input = Slabs(lengths, 0, 4), .output =
// Slabs(lengths, 1, 4)} goes from planes of the first axis to planes of the second over four ranks.
struct DistProblem {
  Problem problem;          // dense: no strides, offsets, loops or callbacks; interleaved formats
  std::vector<Box> input;   // one a rank; boxes without the batch's axis hold the whole batch
  std::vector<Box> output;  // likewise
  // Axes of a rank's memory, slowest first. {} means the batch, then the lengths as they come. The
  // output order {0, 2, 1} leaves planes transposed.
  std::vector<int> input_order;
  std::vector<int> output_order;

  // Set by SplitLine: lengths {N1, N2} are one transform of N1 N2 points, whose axes are
  // transformed in this order, with a multiplication by W_N^(k1 n2) between them.
  bool is_split_line = false;

  int ranks() const { return static_cast<int>(input.size()); }
  friend bool operator==(const DistProblem&, const DistProblem&) = default;
};

// The problem without its layout: strides, distances, offsets, loops and callbacks are left out,
// formats are interleaved.
Problem WithoutLayout(const Problem& problem);

// InvalidArgument where a completed problem asks for more than WithoutLayout keeps; the error puts
// `prefix` before the name of the field.
absl::Status CheckPacked(const Problem& problem, const std::string& prefix);

// Fills in formats, the batch's axis and orders, and checks everything: boxes tile the space, and
// input and output have equally many. Boxes without elements become {0, ...} to {0, ...}.
absl::StatusOr<DistProblem> CompleteDistProblem(const DistProblem& problem);

// A completed problem of one dimension as one of two dimensions (four-step: n = N2 n1 + n2, k = k1
// + N1 k2), so that several ranks share a transform. The problem stays as it is where the boxes,
// the batch or the kind of data allow no N1.
DistProblem SplitLine(const DistProblem& problem);

// The lengths {batch, lengths...} of the index space: either of the data before the last axis is
// transformed, or of the spectrum after that.
std::vector<int64_t> SpaceLengths(const Problem& problem, bool is_hermitian);

// A digest of the completed problem, `options` and the version of this library: 64 hexadecimal
// digits that two ranks share only when they plan the same.
std::string Digest(const DistProblem& problem, const Json& options);

Json ToJson(const DistProblem& problem);

// `ranks` slabs of nearly equal size along an axis of a space of these lengths; none where there is
// no such axis, or no rank.
std::vector<Box> Slabs(const std::vector<int64_t>& lengths, int axis, int ranks);

}  // namespace fft::dist

#endif  // FFT_DIST_PROBLEM_H_
