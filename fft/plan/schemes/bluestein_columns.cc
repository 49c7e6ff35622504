// A transform of any length as a cyclic convolution in three kernels.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "fft/choice/kinds/convolution.h"
#include "fft/plan/schemes/convert.h"
#include "fft/plan/schemes/convolved_rows.h"
#include "fft/plan/schemes/large_1d.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// The convolution of fft/plan/schemes/bluestein.cc, of M = P Q points. The transform forth and the
// transform back are both split. The transform back is split in the reverse order, so both have the
// same rows:
//
//   x[n] --* c, zeros-->      q ->                          q ->
//                        p [ y y y y ]                 j [ Y Y Y Y ]
//                        | [ y y y y ]  columns done,  | [ Y Y Y Y ]  rows filtered  -->
//                        v [ y y y y ]  twiddled ==>   v [ Y Y Y Y ]  and twiddled
//
//   child 0: times the chirp, elements n = p Q + q; makes pairs of a spectrum if reals are pairs
//   child 1: over p for every q, times exp(-+2 pi i j q / M)
//   child 2: over q for every j: element j + P k of the spectrum, times the filter, and back to q
//   child 3: over j for every q: back to p
//   child 4: times the chirp
//
// Every kernel leaves elements where they are, so nothing is transposed.

// The most lengths of convolutions that are considered.
constexpr size_t kMaxLengths = 6;

// Lengths for the convolution of n points: the shortest ones with prime factors up to 7, and the
// shortest ones that are a power of two times an odd number up to 15.
std::vector<int64_t> ConvolutionLengths(int64_t n) {
  std::vector<int64_t> lengths, even;
  for (int64_t length : SmoothLengths(2 * n - 1)) {
    const int64_t odd = length / (length & -length);
    (odd <= 15 ? even : lengths).push_back(length);
  }
  if (lengths.size() > kMaxLengths) lengths.resize(kMaxLengths);
  if (even.size() > kMaxLengths / 2) even.resize(kMaxLengths / 2);
  lengths.insert(lengths.end(), even.begin(), even.end());
  return lengths;
}

std::vector<TransformRequest> Split(const TransformRequest& request,
                                    const std::vector<int64_t>& split) {
  const int64_t p = split[0], q = split[1], length = p * q;
  const ConvolvedRows rows = PackConvolvedRows(request, length);
  const int64_t stride = rows.packed.back().in_stride;
  const Dim row = {q, stride, stride}, column = {p, stride * q, stride * q};
  TransformRequest part = request;
  part.kind = TransformKind::kComplex;
  part.placement = Placement::kInPlace;
  part.loops = rows.packed;
  part.loops.pop_back();
  const int own = static_cast<int>(part.loops.size());
  TransformRequest columns = part, filter = part;
  columns.scheme = SchemeKind::kStockham;
  columns.axes = {column};
  columns.loops.push_back(row);
  const TransformRequest back = columns;
  columns.large_twiddle = {length, own};
  filter.kind = TransformKind::kChain;
  filter.scheme = SchemeKind::kFilter;
  filter.axes = {row};
  filter.loops.push_back(column);
  filter.large_twiddle = {length, own};
  filter.row.operation = RowOperation::kFilter;
  filter.row.points = rows.given.back().length;
  filter.row.length = length;
  filter.row.axis_step = 1;
  filter.row.loop_steps.assign(filter.loops.size(), 0);
  filter.row.loop_steps.back() = q;
  return {IntoRows(request, rows), columns, filter, back, OutOfRows(request, rows)};
}

// Why the conversions around the convolution have no kernel; empty if they have one.
std::string RefuseConversions(const TransformRequest& request, int64_t length, Planning* planning) {
  const ConvolvedRows rows = PackConvolvedRows(request, length);
  std::vector<TransformRequest> conversions = {IntoRows(request, rows), OutOfRows(request, rows)};
  PassLayouts(request, &conversions);
  for (const TransformRequest& conversion : conversions) {
    const auto kernel = planning->Kernel(ConversionLeaf(conversion), conversion);
    if (!kernel.ok()) return std::string(kernel.status().message());
  }
  return "";
}

// The predicted seconds of the three transforms; nullopt if one has no kernel.
std::optional<double> Estimate(const TransformRequest& request, const std::vector<int64_t>& split,
                               Planning* planning, std::string* reason) {
  const std::vector<TransformRequest> children = Split(request, split);
  std::vector<TransformRequest> transforms = {children[2], children[1], children[3]};
  for (TransformRequest& child : transforms) child.in_layout = child.out_layout = nullptr;
  return KernelSeconds(transforms, planning, reason);
}

Applicability Applicable(const TransformRequest& request, Planning* planning) {
  std::string reason = RefuseConvolvedRows(request);
  if (!reason.empty()) return Refusal{reason};
  const std::vector<int64_t> lengths = ConvolutionLengths(ConvolvedPoints(request));
  // Conversions are tried before transforms are priced. If the shortest convolution has no kernels
  // for its conversions, no longer one has, since its rows hold more elements.
  reason = RefuseConversions(request, *std::min_element(lengths.begin(), lengths.end()), planning);
  if (!reason.empty()) return Refusal{reason};
  std::vector<Choice> choices;
  for (int64_t length : lengths) {
    for (int64_t p : DivisorsNearRoot(length)) {
      if (planning->IsShort() && !choices.empty()) break;
      const std::vector<int64_t> split = {p, length / p};
      if (!request.factors.empty() && request.factors != split) continue;
      const auto seconds = Estimate(request, split, planning, &reason);
      if (seconds) choices.push_back({split, *seconds});
    }
  }
  return CheapestSplits(std::move(choices), reason);
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice& choice,
                                     PlanNode* node) {
  *node = NodeFor(SchemeKind::kBluesteinColumns, request);
  node->convolution = choice.split[0] * choice.split[1];
  return Split(request, choice.split);
}

}  // namespace

const Scheme kBluesteinColumnsScheme = {
    .kind = SchemeKind::kBluesteinColumns,
    .summary = "convolves with a chirp by columns, rows that filter, and columns: any length",
    .axes = 1,
    .applicable = Applicable,
    .expand = Expand,
    .extra_seconds = PairsSeconds,
    .plans = PlansFourier,
    .convolves = true,
    .is_needless = NeedsNoLongConvolution,
};

}  // namespace fft
