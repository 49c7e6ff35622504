// Buffers, placements and candidates: what a buffer assignment consists of.
//
// The leaves of a plan run in order; edge i lies between leaf i-1 and leaf i. Edge 0 is the user's
// input, the last edge the user's output, and only the edges between are decided. A placement puts
// an edge's canonical space (fft/core/layout.h) into a buffer with an exact layout.
#ifndef FFT_ASSIGN_PLACEMENT_H_
#define FFT_ASSIGN_PLACEMENT_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fft/base/json_fwd.h"
#include "fft/core/layout.h"
#include "fft/core/problem.h"
#include "fft/tree/kernel_choice.h"
#include "fft/tree/plan_node.h"

namespace fft {

// The buffers of a plan. An in-place problem has only the user buffer kUserOut and no kUserIn. Only
// the points of a convolution, between its kernels, may enter kTempBluestein; the data of later
// edges may stay there.
enum class Buffer { kUserIn, kUserOut, kTemp0, kTemp1, kTempBluestein };

// The temporaries in the order in which the search offers them: kTempBluestein in all three rounds,
// kTemp0 from the second round on, kTemp1 in the third round.
inline constexpr std::array kTemporaries = {Buffer::kTempBluestein, Buffer::kTemp0, Buffer::kTemp1};

constexpr bool IsTemporary(Buffer buffer) { return buffer >= Buffer::kTemp0; }

// The index of a temporary in Candidate::temp_offsets: 0 for TEMP0, 1 for TEMP1, 2 for
// TEMP_BLUESTEIN.
constexpr int TemporaryIndex(Buffer temporary) {
  return static_cast<int>(temporary) - static_cast<int>(Buffer::kTemp0);
}

// An edge's data in a buffer. Both arrays of a planar user buffer have the same layout. In a planar
// temporary the imaginary parts lie layout.extent() elements behind the real parts. For example,
// {.buffer = Buffer::kTemp0, .layout = Layout::Packed(1024)} is 1024 interleaved complex numbers at
// the beginning of TEMP0.
struct EdgePlacement {
  Buffer buffer = Buffer::kUserOut;
  ArrayFormat format = ArrayFormat::kComplexInterleaved;
  Layout layout;
  bool padded = false;
  // If this is not 0, the data is planar (CP) in one array of reals, and each imaginary part lies
  // this many reals behind its real part (before it, if negative).
  int64_t pair_stride = 0;
  friend bool operator==(const EdgePlacement&, const EdgePlacement&) = default;
};

// The precision of the numbers in a buffer. Temporaries have the problem's.
inline Precision PrecisionOf(const Problem& problem, Buffer buffer) {
  if (IsTemporary(buffer)) return problem.precision;
  return PrecisionOf(problem, buffer == Buffer::kUserIn ? problem.input : problem.output);
}
inline int ElementBytes(const Problem& problem, const EdgePlacement& edge) {
  return ElementBytes(edge.format, PrecisionOf(problem, edge.buffer));
}

// The offset of element 0 of the imaginary parts of a planar edge in a user's `array`. It is as far
// from array.offsets[1] as element 0 of the real parts is from array.offsets[0].
int64_t ImaginaryOffset(const ArrayDescription& array, const EdgePlacement& edge);

// A fuse shim: which neighbouring leaves run as one kernel, and how (fft/assign/shims/).
enum class ShimKind {
  kNone,  // one leaf as it is
  kTransposeStockham,
  kStockhamTranspose,
  kStockhamZXy,
  kStockhamXyZ,
  kTransposeStockhamTranspose,
  kRealPostTranspose,
  kTransposeRealPre,
  kChirpStockham,
  kStockhamFilter,
  kStockhamChirp,
};

// A kernel that one step can run: a leaf, or several neighbouring leaves fused into one.
struct KernelOption {
  int leaf = 0;        // index of the first leaf in Leaves(root)
  int leaf_count = 1;  // how many leaves it does the work of
  ShimKind shim = ShimKind::kNone;
  PlanNode node;  // a leaf that reads edge `leaf` and writes edge `leaf + leaf_count`
  friend bool operator==(const KernelOption&, const KernelOption&) = default;
};

// One kernel with both its edges placed. `axes` and `loops` come from its node, with memory strides
// (elements) in place of canonical strides. A loop that has no single stride is split into parts,
// and the outer parts stand at the end of `loops`. For example, a step may have `leaf` 0, read
// USER_IN, write TEMP0 and have `axes` {{2048, 512, 512}}: columns of 2048 points in rows of 512.
struct Step {
  int leaf = 0;  // as in KernelOption
  int leaf_count = 1;
  ShimKind shim = ShimKind::kNone;
  EdgePlacement in;
  EdgePlacement out;
  bool in_place = false;
  Dims axes;
  Dims loops;
  std::vector<int64_t> row_steps;      // node.row.loop_steps for these loops, if the node has a row
  std::vector<int64_t> twiddle_steps;  // TwiddleStepsOf(node) for these loops
  std::vector<int64_t> output_lengths;  // lengths of the dims written, largest out_stride first
  int64_t bytes_moved = 0;              // global memory, read + written
  double seconds = 0;                   // predicted: kernel->price.Seconds()
  SharedChoice kernel;                  // what runs; none in steps made by hand
  friend bool operator==(const Step&, const Step&) = default;
};

// The figures by which candidates are ranked. The first five are the criteria of rocFFT's buffer
// assignment design, in their order of weight. For example, two kernels that go IN > OUT > OUT have
// 2 buffers, 1 step in place, some nanoseconds and zeros otherwise.
struct Scores {
  int fused = 0;         // kernels fused into neighbours; more is better
  int buffers = 0;       // distinct buffers used, user buffers included; fewer is better
  int padded = 0;        // padded reads and writes; more is better
  int in_place = 0;      // in-place steps; more is better
  int type_changes = 0;  // steps whose formats differ; fewer is better
  int input_writes = 0;  // steps that write the user's input of an out-of-place problem
  // The predicted time. Each step counts whole nanoseconds, so that sums do not depend on the
  // order.
  int64_t nanoseconds = 0;
  friend bool operator==(const Scores&, const Scores&) = default;
};

// One valid assignment of buffers to all edges. For example, two kernels of 2^20 points in single
// precision may go USER_IN -> TEMP0 -> USER_OUT, with one temporary, a workspace of 8 MiB and 32
// MiB moved.
struct Candidate {
  std::vector<Step> steps;
  Scores scores;
  int pass = 0;                 // how many of TEMP0 and TEMP1 it uses: 0, 1 or 2
  int64_t workspace_bytes = 0;  // of all temporaries, after sharing by liveness
  // Where each temporary begins in the workspace, in bytes, by TemporaryIndex. Temporaries behind
  // the last used one are left out.
  std::vector<int64_t> temp_offsets;
  int64_t bytes_moved = 0;  // sums over the steps
  double seconds = 0;       // predicted by the cost model
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

// One try of the search: a kernel with a placement for its output. Its children are tries for the
// next leaf. `fused`, `in_place` and `type_changes` are sums over the path from the root to this
// try. For example, leaf 0 from USER_IN to TEMP0 is a valid try, and its children are the tries of
// leaf 1 from TEMP0.
struct PlacementTrace {
  int leaf = -1;  // the first leaf that the kernel covers; -1: the root, before the first leaf
  int leaf_count = 1;
  ShimKind shim = ShimKind::kNone;
  Buffer in_buffer = Buffer::kUserIn;
  Buffer out_buffer = Buffer::kUserOut;
  ArrayFormat in_format = ArrayFormat::kComplexInterleaved;
  ArrayFormat out_format = ArrayFormat::kComplexInterleaved;
  bool out_padded = false;
  int fused = 0;
  int in_place = 0;
  int type_changes = 0;
  std::string refusal;  // empty when the try was valid
  const PlacementTrace* parent = nullptr;
  std::vector<std::unique_ptr<PlacementTrace>> branches;
};

// The value of Step::output_lengths for a step whose kernel does the work of `node`.
std::vector<int64_t> OutputLengths(const PlanNode& node, const Step& step);

std::string ToString(Buffer buffer);  // "USER_IN", "TEMP0", "TEMP_BLUESTEIN", ...
std::string ToString(ShimKind shim);  // "none", "TRANSPOSE+STOCKHAM", ...
Json ToJson(const Scores& scores);
// Steps carry leaf, buffers, formats, in_place, lengths, strides and layouts of both sides.
Json ToJson(const Candidate& candidate);
Json ToJson(const PlacementTrace& trace);

}  // namespace fft

#endif  // FFT_ASSIGN_PLACEMENT_H_
