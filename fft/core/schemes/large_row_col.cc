#include "fft/core/schemes/large_row_col.h"

#include "fft/core/schemes/large_1d.h"

namespace fft {
namespace {

// N = N1 * N2, n = n1 * N2 + n2, k = k1 + N1 * k2:
//
//   in edge            between                        out edge
//        n2 ->              k1 ->                          k1 ->
//   n1 [ x x x x ]     n2 [ y y y ]  columns done,    k2 [ X X X ]
//    | [ x x x x ] ==>  | [ y y y ]  twiddled and ==>  | [ X X X ]
//    v [ x x x x ]      v [ y y y ]  transposed        v [ X X X ]
//                         [ y y y ]                      [ X X X ]
//   child 0: over n1 for every n2, y[k1, n2] * exp(-+2 pi i n2 k1 / N), written transposed
//   child 1: over n2 for every k1, elements stay in place; may be split again
//
// The position in the middle is k1 + N1 * n2 in the output edge's numbering, so an out-of-place
// transform goes straight to the output buffer, stays there, and needs no workspace.

std::vector<TransformRequest> Split(const TransformRequest& request, int64_t n1) {
  const Dim& axis = request.axes.front();
  const int64_t n2 = axis.length / n1;
  TransformRequest columns = request;
  columns.axes = {{n1, axis.in_stride * n2, axis.out_stride}};
  columns.loops.push_back({n2, axis.in_stride, n1 * axis.out_stride});
  columns.large_twiddle = {axis.length, static_cast<int>(columns.loops.size()) - 1};

  TransformRequest rows = request;
  rows.axes = {{n2, n1 * axis.out_stride, n1 * axis.out_stride}};
  for (Dim& loop : rows.loops) loop.in_stride = loop.out_stride;
  rows.loops.push_back({n1, axis.out_stride, axis.out_stride});
  rows.placement = Placement::kInPlace;
  return {columns, rows};
}

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request,
                                                      const Target& target) {
  return ChooseSplits(request, target, Split);
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice& choice,
                                     PlanNode* node) {
  node->scheme = SchemeKind::kLargeRowCol;
  node->axes = request.axes;
  node->loops = request.loops;
  return Split(request, choice.split.front());
}

}  // namespace

const Scheme kLargeRowColScheme = {SchemeKind::kLargeRowCol, "L1D_CR",
                                   "column kernel that writes transposed, then columns in place",
                                   Applicable, Expand};

}  // namespace fft
