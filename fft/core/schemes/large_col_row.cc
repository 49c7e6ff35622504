#include "fft/core/schemes/large_col_row.h"

#include "fft/core/cost_model.h"
#include "fft/core/schemes/large_1d.h"

namespace fft {
namespace {

// N = N1 * N2, n = n1 * N2 + n2, k = k1 + N1 * k2:
//
//   in edge            between                        out edge
//        n2 ->              n2 ->                          k1 ->
//   n1 [ x x x x ]     k1 [ y y y y ]  columns done   k2 [ X X X ]
//    | [ x x x x ] ==>  | [ y y y y ]  and twiddled ==> | [ X X X ]
//    v [ x x x x ]      v [ y y y y ]                   v [ X X X ]
//                                                        [ X X X ]
//   child 0: over n1 for every n2, elements stay in place; y[k1, n2] * exp(-+2 pi i n2 k1 / N)
//   child 1: over n2 for every k1, written transposed to k1 + N1 * k2; may be split again
//
// The position in the middle is k1 * N2 + n2 in the input edge's numbering, so child 0 can run in
// place on the input's buffer or in a temporary; only child 1 moves elements.

std::vector<TransformRequest> Split(const TransformRequest& request, int64_t n1) {
  const Dim& axis = request.axes.front();
  const int64_t n2 = axis.length / n1;
  TransformRequest columns = request;
  columns.axes = {{n1, axis.in_stride * n2, axis.in_stride * n2}};
  for (Dim& loop : columns.loops) loop.out_stride = loop.in_stride;
  columns.loops.push_back({n2, axis.in_stride, axis.in_stride});
  columns.large_twiddle = {axis.length, static_cast<int>(columns.loops.size()) - 1};

  TransformRequest rows = request;
  rows.axes = {{n2, axis.in_stride, n1 * axis.out_stride}};
  rows.loops.push_back({n1, axis.in_stride * n2, axis.out_stride});
  return {columns, rows};
}

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request,
                                                      const Target& target) {
  return ChooseSplits(request, target, Split);
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice& choice,
                                     PlanNode* node) {
  node->scheme = SchemeKind::kLargeColRow;
  node->axes = request.axes;
  node->loops = request.loops;
  return Split(request, choice.split.front());
}

double ExtraSeconds(const TransformRequest& request, const Target& target) {
  if (request.placement == Placement::kInPlace) return 0;
  double bytes = 2.0 * 2 * RealBytes(request.precision);
  for (const Dims* dims : {&request.axes, &request.loops}) {
    for (const Dim& dim : *dims) bytes *= static_cast<double>(dim.length);
  }
  return WorkspacePenaltySeconds(bytes, target);
}

}  // namespace

// Out of place, the columns of a read-only input need a workspace to go to.
const Scheme kLargeColRowScheme = {
    SchemeKind::kLargeColRow,
    "L1D_CC",
    "column kernel in place, then a transform that writes transposed",
    Applicable,
    Expand,
    ExtraSeconds};

}  // namespace fft
