// A chain of rows that no workgroup holds, in three kernels.
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/core/problem.h"
#include "fft/plan/schemes/convolved_rows.h"
#include "fft/plan/schemes/large_1d.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// N = P Q points x[p Q + q], and a spectrum S. The transform forth and the transform back are both
// split. The transform back is split in the reverse order, so both have the same rows:
//
//   in edge          q ->                              q ->               out edge
//               p [ x x x x ]                     j [ Y Y Y Y ]
//               | [ x x x x ]  columns done,      | [ Y Y Y Y ]  rows    -->
//               v [ x x x x ]  twiddled    ==>    v [ Y Y Y Y ]  convolved and twiddled
//
//   child 0: over p for every q, times exp(-2 pi i j q / N)
//   child 1: over q for every j: element j + P k of the spectrum, times S[j + P k], and back to q,
//            times exp(2 pi i j q / N)
//   child 2: over j for every q: back to p
//
// Columns of reals have half a spectrum each, so there are P/2 + 1 rows j between the children, and
// S holds elements 0 .. N/2. Where a range of the input or of the output does not consist of whole
// rows of Q elements, a conversion before child 0 or behind child 2 appends zeros or drops points.

bool IsReal(const TransformRequest& request) { return request.in_side.format == AxisFormat::kReal; }

// The distances between spectra along the request's loops. In a chain of n reals, a distance of
// n/2 + 1 elements becomes n, since the middle child counts n elements for each spectrum.
std::vector<int64_t> SpectrumSteps(const TransformRequest& request) {
  std::vector<int64_t> steps = request.row.loop_steps;
  if (!IsReal(request)) return steps;
  const int64_t reals = request.axes.front().length;
  for (int64_t& step : steps) step = step / (reals / 2 + 1) * reals;
  return steps;
}

std::vector<TransformRequest> Split(const TransformRequest& request,
                                    const std::vector<int64_t>& split) {
  const int64_t p = split[0], q = split[1], length = p * q;
  const bool is_real = IsReal(request);
  const int64_t rows = is_real ? p / 2 + 1 : p;
  const ConvolvedRows edges = PackConvolvedRows(request, rows * q);
  const ConvolvedRows whole = PackConvolvedRows(request, length);
  const std::optional<Ranges> in_rows = RowsOf(request.in_ranges, q);
  const std::optional<Ranges> out_rows = RowsOf(request.out_ranges, q);
  const Dims& in = in_rows ? edges.given : whole.packed;
  const Dims& out = out_rows ? edges.given : whole.packed;
  const int64_t stride = edges.packed.back().in_stride;
  const int64_t in_stride = in.back().in_stride, out_stride = out.back().out_stride;
  const auto loops_of = [](Dims dims, const Dim& last) {
    dims.back() = last;
    return dims;
  };
  const int own = static_cast<int>(request.loops.size());
  TransformRequest forth = request;
  forth.scheme = SchemeKind::kStockham;
  forth.factors.clear();
  forth.row = {};
  forth.in_side = forth.out_side = {};
  forth.in_ranges.clear();
  forth.out_ranges.clear();
  forth.large_twiddle = {length, own};
  TransformRequest middle = forth, back = forth;
  forth.kind = is_real ? TransformKind::kRealToHermitian : TransformKind::kComplex;
  forth.kinds = {AxisKind::kForward};
  forth.axes = {{p, in_stride * q, stride * q}};
  forth.loops = loops_of(Between(edges.given, in, edges.packed), {q, in_stride, stride});
  forth.in_ranges = in_rows.value_or(Ranges());
  middle.scheme = SchemeKind::kFilter;
  middle.placement = Placement::kInPlace;
  middle.axes = {{q, stride, stride}};
  middle.loops = loops_of(edges.packed, {rows, stride * q, stride * q});
  middle.row = request.row;
  middle.row.operation = is_real ? RowOperation::kHalfSpectrum : RowOperation::kSpectrum;
  middle.row.reals = is_real ? length : 0;
  middle.row.axis_step = request.row.axis_step * p;
  middle.row.loop_steps = SpectrumSteps(request);
  middle.row.loop_steps.push_back(request.row.axis_step);
  back.kind = is_real ? TransformKind::kHermitianToReal : TransformKind::kComplex;
  back.kinds = {AxisKind::kInverse};
  back.large_twiddle = {};
  back.axes = {{p, stride * q, out_stride * q}};
  back.loops = loops_of(Between(edges.given, edges.packed, out), {q, stride, out_stride});
  back.out_ranges = out_rows.value_or(Ranges());
  std::vector<TransformRequest> children = {forth, middle, back};
  const AxisFormat format = request.in_side.format;
  if (!in_rows) {
    children.insert(children.begin(),
                    ConversionOver(request, Between(whole.given, whole.given, whole.packed),
                                   SideOf(format, length, request.in_ranges), {format}));
  }
  if (!out_rows) {
    children.push_back(ConversionOver(request, Between(whole.given, whole.packed, whole.given),
                                      {format}, SideOf(format, length, request.out_ranges)));
  }
  return children;
}

// The predicted seconds of the children's kernels; nullopt if a child has no kernel.
std::optional<double> Estimate(const TransformRequest& request, const std::vector<int64_t>& split,
                               Planning* planning, std::string* reason) {
  std::vector<TransformRequest> children = Split(request, split);
  PassLayouts(request, &children);
  return KernelSeconds(children, planning, reason);
}

Applicability Applicable(const TransformRequest& request, Planning* planning) {
  if (IsStorage(request.precision)) {
    return Refusal{absl::StrCat(ToString(request.precision),
                                " precision does not hold the numbers between kernels")};
  }
  const int64_t length = request.axes.front().length;
  std::vector<Choice> choices;
  std::string reason = absl::StrCat(length, " has no factors to split into");
  for (int64_t p : DivisorsNearRoot(length)) {
    if (planning->IsShort() && !choices.empty()) break;
    const std::vector<int64_t> split = {p, length / p};
    if (!request.factors.empty() && request.factors != split) continue;
    const auto seconds = Estimate(request, split, planning, &reason);
    if (seconds) choices.push_back({split, *seconds});
  }
  return CheapestSplits(std::move(choices), reason);
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice& choice,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::kChainColumns, request);
  return Split(request, choice.split);
}

// Whether the best scheme so far is one kernel. No split beats it, since one kernel moves the data
// only once.
bool IsOneKernel(const TransformRequest&, SchemeKind best) { return best == SchemeKind::kFilter; }

}  // namespace

const Scheme kChainColumnsScheme = {
    .kind = SchemeKind::kChainColumns,
    .summary = "columns, rows that are multiplied by the spectra between two transforms, columns",
    .axes = 1,
    .applicable = Applicable,
    .expand = Expand,
    .plans = PlansChains,
    .ranges = RangeUse::kTakes,
    .splits = true,
    .is_needless = IsOneKernel,
};

}  // namespace fft
