// Large 1D real transforms by a kernel of real columns and a transform of rows.
#include <utility>

#include "fft/base/int_math.h"
#include "fft/machine/model.h"
#include "fft/plan/planning.h"
#include "fft/plan/schemes/chain.h"
#include "fft/plan/schemes/large_1d.h"
#include "fft/plan/schemes/table.h"
#include "fft/plan/schemes/workspace_seconds.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {
namespace {

// N = N1 * N2 reals, n = n1 * N2 + n2, k = k1 + N1 * k2; forward:
//
//   in edge, reals      between, k1 <= N1/2            out edge, k <= N/2
//        n2 ->              n2 ->                          k1 ->
//   n1 [ x x x x ]     k1 [ y y y y ]  columns done   k2 [ X X X x x ]
//    | [ x x x x ] ==>  | [ y y y y ]  and twiddled ==> | [ X X X x x ]
//    v [ x x x x ]      v [ y y y y ]                   v [ X ]
//      [ x x x x ]
//
//   child 0: over n1 for every n2, columns of reals to half a spectrum each, of which the other
//            half is y[N1-k1, n2] = conj(y[k1, n2]); times exp(-2 pi i n2 k1 / N)
//   child 1: over n2 for every k1, by passes, a convolution or a split of N2, written to
//            k = k1 + N1 * k2. If k is more than N/2, the conjugate is written to N - k, an x of
//            the picture. All rows together write each element of 0 .. N/2 once
//
// The inverse is the mirror image: child 0 reads X, over k2 for every k1, and child 1 makes columns
// of reals. This moves as many elements as a complex transform of N/2 points, and needs no
// conversion. Between the children, y has rows of n2 as in the picture, or rows of k1.
enum class Between { kRowsOfN2, kRowsOfK1 };

// Rows of k1 have N1/2 + 1 elements and begin at multiples of this many elements.
constexpr int64_t kAligned = 8;

template <Between lies>
std::vector<TransformRequest> Split(const TransformRequest& request,
                                    const std::vector<int64_t>& factors) {
  const Dim& axis = request.axes.front();
  const int64_t n1 = factors[0], n2 = axis.length / n1, half = n1 / 2 + 1;
  const bool forward = request.kind == TransformKind::kRealToHermitian;
  TransformRequest columns = request;
  columns.factors.clear();
  columns.scheme.reset();
  columns.axes.clear();
  columns.loops.clear();
  TransformRequest rows = columns;
  columns.scheme = SchemeKind::kStockham;
  rows.kind = TransformKind::kComplex;
  constexpr bool turned = lies == Between::kRowsOfK1;
  if (factors.size() > 2) {
    rows.scheme = turned ? SchemeKind::kL1dCr : SchemeKind::kL1dCc;
    rows.factors.assign(factors.begin() + 1, factors.end());
  }
  const int64_t pitch = turned ? RoundUp(half, kAligned) : n2;
  const std::vector<int64_t> between = PackedLoops(request.loops, pitch * (turned ? n2 : half));
  const int64_t k1_step = turned ? 1 : pitch, n2_step = turned ? pitch : 1;
  // `from` is the stride read by the forward transform, `to` the stride it writes. The inverse
  // transform exchanges them.
  const auto add = [forward](int64_t length, int64_t from, int64_t to, Dims* dims) {
    dims->push_back(forward ? Dim{length, from, to} : Dim{length, to, from});
  };
  const int64_t reals = forward ? axis.in_stride : axis.out_stride;
  const int64_t spectrum = forward ? axis.out_stride : axis.in_stride;
  add(n1, reals * n2, k1_step, &columns.axes);
  add(n2, n2_step, spectrum * n1, &rows.axes);
  for (size_t i = 0; i < request.loops.size(); ++i) {
    const Dim& loop = request.loops[i];
    add(loop.length, forward ? loop.in_stride : loop.out_stride, between[i], &columns.loops);
    add(loop.length, between[i], forward ? loop.out_stride : loop.in_stride, &rows.loops);
  }
  add(n2, reals, n2_step, &columns.loops);
  add(half, k1_step, spectrum, &rows.loops);
  rows.row.operation = forward ? RowOperation::kFoldOut : RowOperation::kUnfoldIn;
  rows.row.points = axis.length / 2 + 1;
  rows.row.reals = axis.length;
  rows.row.length = half * n2;
  rows.row.axis_step = n1;
  rows.row.loop_steps.assign(rows.loops.size(), 0);
  rows.row.loop_steps.back() = 1;
  rows.row.stride = spectrum;
  const LargeTwiddle twiddle = {axis.length, static_cast<int>(request.loops.size())};
  (forward ? columns : rows).large_twiddle = twiddle;
  // The function does not return a conditional expression of two initializer lists: if memory runs
  // out while one list is made, GCC 12 destroys the other list.
  if (!forward) std::swap(columns, rows);
  return {columns, rows};
}

template <Between lies>
double ExtraSeconds(const TransformRequest& request, const Target& target) {
  const PlanWeights& weights = ModelOf(target).plan;
  const double copy = WorkspaceSeconds(request, target);
  const bool turned = lies == Between::kRowsOfK1;
  // Both layouts between the children move as many bytes. Below `turned_below` points rows of k1
  // are preferred, else rows of n2; the other layout is charged extra.
  const bool is_second = turned != (request.axes.front().length < weights.turned_below);
  double seconds = request.placement == Placement::kInPlace ? 0 : copy;
  if (turned && weights.turned_convolution > 0 && HasConvolution(request, target)) {
    seconds += weights.turned_convolution * DataBytes(request) / (target.bandwidth_gbs * 1e9);
  } else if (is_second) {
    seconds += weights.turned_tie * copy;
  }
  return seconds;
}

}  // namespace

// The data between the children is larger than either user array, so it needs a workspace.
const Scheme kL1dRealCcScheme = {
    .kind = SchemeKind::kL1dRealCc,
    .summary = "columns of reals, then rows whose conjugates fill the other half",
    .axes = 1,
    .applicable = TakesSplits<Split<Between::kRowsOfN2>>,
    .expand = ExpandSplit<SchemeKind::kL1dRealCc, Split<Between::kRowsOfN2>>,
    .extra_seconds = ExtraSeconds<Between::kRowsOfN2>,
    .plans = PlansReal,
    .splits = true,
};

const Scheme kL1dRealCrScheme = {
    .kind = SchemeKind::kL1dRealCr,
    .summary = "the same, with the columns' spectra as rows between the two kernels",
    .axes = 1,
    .applicable = TakesSplits<Split<Between::kRowsOfK1>>,
    .expand = ExpandSplit<SchemeKind::kL1dRealCr, Split<Between::kRowsOfK1>>,
    .extra_seconds = ExtraSeconds<Between::kRowsOfK1>,
    .plans = PlansReal,
    .splits = true,
};

}  // namespace fft
