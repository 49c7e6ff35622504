// The plan tree: which kernels, in which order, over which index maps.
//
// A PlanNode is a plain value without a pointer to its parent and without buffers. Leaves are
// kernels, which run in the order of a depth-first walk. `axes` are transformed, and `loops` are
// independent repetitions, the batch included. Their strides count canonical positions
// (fft/core/layout.h) in the edge that the node reads and in the edge that it writes.
#ifndef FFT_TREE_PLAN_NODE_H_
#define FFT_TREE_PLAN_NODE_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "fft/base/json_fwd.h"
#include "fft/core/axis_side.h"
#include "fft/core/dim.h"
#include "fft/core/problem.h"
#include "fft/tree/kernel_choice.h"
#include "fft/tree/scheme_kind.h"

namespace fft {

// The work of a leaf on the rows that it reads.
enum class LeafWork {
  kNone,  // inner nodes
  kTransformsAxis,
  kConvolves,  // transforms an axis by one kernel around a convolution
  kFilters,    // transforms an axis, multiplies by a filter, transforms back
  kTransformsPlane,
  kMoves,     // transforms nothing
  kConverts,  // from one kind of data along the axis to another
  kMixes,     // multiplies the elements along the axis, which are channels, by matrices
  kAdds,      // adds the elements along the axis, which are frames that overlap
};
LeafWork WorkOf(SchemeKind scheme);
inline bool IsConvolution(SchemeKind scheme) { return WorkOf(scheme) == LeafWork::kConvolves; }
inline bool IsTranspose(SchemeKind scheme) { return WorkOf(scheme) == LeafWork::kMoves; }

// The multiplication of a leaf's output k by exp(-+2 pi i j k / length). k runs along the leaf's
// axis, which is axes.front() in a transpose. j is the index of the loop `loop`. In a leaf that
// unfolds rows (RowOperation::kUnfoldIn), j is the number of the row's first point in the enclosing
// row; all loops that step along that row add to it.
struct LargeTwiddle {
  int64_t length = 0;  // 0 = none
  int loop = -1;       // index into PlanNode::loops that supplies j
  friend bool operator==(const LargeTwiddle&, const LargeTwiddle&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const LargeTwiddle& twiddle) {
    return H::combine(std::move(state), twiddle.length, twiddle.loop);
  }
};

// The longer row that each row of a leaf is a part of: a convolution or a spectrum of reals. If l_k
// is the index of loop k, point i of the leaf's axis is element i * axis_step + sum l_k *
// loop_steps[k] of the longer row. For example, rows of 256 points in a convolution of 4096 points
// for a transform of 2000 have length 4096 and points 2000.
struct EnclosingRow {
  RowOperation operation = RowOperation::kNone;
  // The number of the row's elements in an edge that holds only a part of the row. It is n for a
  // convolution that computes a transform of n points, and n/2 + 1 for a spectrum of n reals. An
  // edge with the spectrum of n pairs (AxisFormat::kHermitianOfPairs) has one element more. With
  // kWindowSum and kWindowMean `points` counts the samples of a frame in the edge that is read.
  int64_t points = 0;
  // In a convolution: its length M. In a spectrum: how many points the leaf's rows together put
  // into one longer row. With kWindowSum and kWindowMean: the number of frames.
  int64_t length = 0;
  // The n of a spectrum of n reals, in which element k > n/2 is the conjugate of element n - k.
  int64_t reals = 0;
  // With kWindowSum and kWindowMean: the samples between the begins of neighbouring frames.
  int64_t axis_step = 0;
  std::vector<int64_t> loop_steps;  // 0: the loop repeats rows
  // The stride between the row's elements in the edge that holds only a part of them (CutsInput,
  // CutsOutput). The strides of the leaf's dims in that edge are multiples of this stride, also
  // beyond the row.
  int64_t stride = 0;
  // With kMatrix the row is the array of matrices. Element o of the axis that is written steps by
  // axis_step, and element i of the axis that is read steps by in_step.
  int64_t in_step = 0;
  // The length of the transform that the convolution computes.
  int64_t transform_length() const { return reals > 0 ? reals : points; }
  friend bool operator==(const EnclosingRow&, const EnclosingRow&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const EnclosingRow& row) {
    return H::combine(std::move(state), row.operation, row.points, row.length, row.reals,
                      row.axis_step, row.loop_steps, row.stride, row.in_step);
  }
};

// A node of the plan tree. For example, 64 rows of 1024 points are a leaf of kStockham with axes
// {{1024, 1, 1}} and loops {{64, 1024, 1024}}.
struct PlanNode {
  SchemeKind scheme{};
  // One kind for each axis, or one for all. A leaf has one kind, which gives the sign of its
  // Fourier transform.
  std::vector<AxisKind> kinds = {AxisKind::kForward};
  Dims axes;   // slowest first; a transpose has one axis, which it moves like a loop
  Dims loops;  // slowest first
  // The data along the last axis in the edge read and in the edge written.
  AxisSide in_side, out_side;
  LargeTwiddle large_twiddle;  // leaves only
  int64_t convolution = 0;     // length of the convolution that the kernel is, or is a part of
  double scale = 1;            // leaves only: the factor by which the leaf multiplies its results
  EnclosingRow row;            // for leaves that are parts of longer rows
  // In the leaves of a plan: the kernel that the planner has priced. It has the user's strides in
  // the user's arrays, and canonical strides elsewhere.
  SharedChoice kernel;
  // The shape of the array that the node writes, stored by SetOutputLengths: rocFFT's
  // "outputLength" in reverse order.
  std::vector<int64_t> output_lengths;
  std::vector<PlanNode> children;

  bool is_leaf() const { return children.empty(); }
  friend bool operator==(const PlanNode&, const PlanNode&) = default;
  // A hash of the node itself, without its kernel and children.
  template <typename H>
  friend H AbslHashValue(H state, const PlanNode& node) {
    return H::combine(std::move(state), node.scheme, node.kinds, node.axes, node.loops,
                      node.in_side, node.out_side, node.large_twiddle, node.convolution, node.row);
  }

  // The shapes of the arrays that are read and written. They consist of the axes and loops, slowest
  // first by the strides of their side.
  std::vector<int64_t> InputShape() const;
  std::vector<int64_t> OutputShape() const;
  std::vector<int64_t> InputStrides() const;
  std::vector<int64_t> OutputStrides() const;

  // The elements along the last axis in the edge that is read, and in the edge that is written.
  int64_t InLength() const { return Elements(in_side, axes.back().length); }
  int64_t OutLength() const { return Elements(out_side, axes.back().length); }
  // Elements of all iterations on the side that is read, or written.
  int64_t InElements() const;
  int64_t OutElements() const;
  // The canonical positions that the edge read, or written, must hold, as whole rows of the slowest
  // dim.
  int64_t InPositions() const;
  int64_t OutPositions() const;

  // Predicted seconds of the kernels of all leaves.
  double Seconds() const;
};

// The lengths of the dims with more than one element, slowest first by the strides of one side; {1}
// if there are none.
std::vector<int64_t> LengthsBy(const Dims& dims, int64_t Dim::*stride);

// Stores the output lengths of a node, once its axes, loops and sides are set.
void SetOutputLengths(PlanNode* node);
// Returns an Internal error if the stored output lengths of a node are not those of the array that
// it writes.
absl::Status CheckOutputLengths(const PlanNode& root);

// By how much one step of each loop of a leaf raises the index j of its large twiddles; empty if
// the leaf has none. The loop that supplies j has 1, and others have 0. In a leaf that unfolds
// rows, loops have their steps along the enclosing row.
std::vector<int64_t> TwiddleStepsOf(const PlanNode& leaf);

// Whether a leaf transforms reals as pairs. Along the last axis one of its sides then has one
// element more than there are points.
inline bool HoldsPairs(const PlanNode& leaf) {
  return leaf.in_side.format == AxisFormat::kHermitianOfPairs ||
         leaf.out_side.format == AxisFormat::kHermitianOfPairs;
}

// Whether every element is written where it was read, in one buffer.
bool StaysInPlace(const PlanNode& leaf);

// Leaves in execution order. Pointers stay valid while `root` lives unchanged.
std::vector<const PlanNode*> Leaves(const PlanNode& root);

// The tree as one line: (L1D_CC 65536 (STOCKHAM ...) (STOCKHAM ...)). Equal trees give equal text.
std::string ToString(const PlanNode& node);
// Each node has an "id" by the positions of children: "0" is the root, "0.1" its second child.
Json ToJson(const PlanNode& root);

}  // namespace fft

#endif  // FFT_TREE_PLAN_NODE_H_
