// Transforms of several axes as a transform of the fast axes and one of the slow ones.
#include <utility>

#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// Slow axes y and fast axes x, of which either may be several:
//
//   in edge       x ->                      out edge      x ->
//            y [ a a a a ]   rows, moved           y [ b b b b ]   columns, in place
//            | [ a a a a ]  ============>          | [ b b b b ]  =================>  out edge
//            v [ a a a a ]                         v [ b b b b ]
//
//   child 0: over x for every y, from the input's numbering to the output's
//   child 1: over y for every x, in place
//
// Nothing is transposed: a column kernel reads and writes rows of neighbouring columns. A real
// forward transform first makes half a spectrum of the fastest axis, so its columns are complex. A
// real inverse transform is the mirror image: columns in place in the input edge's numbering, then
// rows.

// The children of a request whose first `slow` axes are the slow ones.
std::vector<TransformRequest> Split(const TransformRequest& request, int64_t slow) {
  const bool inverse = request.kind == TransformKind::kHermitianToReal;
  TransformRequest rows = request, columns = request;
  for (TransformRequest* part : {&rows, &columns}) part->scheme.reset();
  const auto first_fast = request.axes.begin() + slow;
  rows.axes.assign(first_fast, request.axes.end());
  rows.loops.insert(rows.loops.end(), request.axes.begin(), first_fast);
  columns.axes.assign(request.axes.begin(), first_fast);
  columns.loops.insert(columns.loops.end(), first_fast, request.axes.end());
  if (PlansReal(request.kind)) columns.loops.back().length = columns.loops.back().length / 2 + 1;
  columns = InPlaceOf(columns, inverse ? &Dim::in_stride : &Dim::out_stride);
  // The function does not return a conditional expression of two initializer lists: if memory runs
  // out while one list is made, GCC 12 destroys the other list.
  if (inverse) std::swap(rows, columns);
  return {rows, columns};
}

// Every axis but the slowest is fast.
template <SchemeKind kKind>
std::vector<TransformRequest> ExpandSlowest(const TransformRequest& request, const Choice&,
                                            PlanNode* node) {
  *node = NodeFor(kKind, request);
  return Split(request, 1);
}

// Takes complex requests. Takes a request of reals only if one kernel holds its planes.
Applicability TakesPlanes(const TransformRequest& request, Planning* planning) {
  if (PlansReal(request.kind)) {
    std::vector<TransformRequest> children = Split(request, 1);
    PassLayouts(request, &children);
    const bool inverse = request.kind == TransformKind::kHermitianToReal;
    const Applicability plane = ChoicesOf(k2dSingleScheme, children[inverse ? 1 : 0], planning);
    if (const Refusal* refusal = std::get_if<Refusal>(&plane)) return *refusal;
  }
  return std::vector<Choice>{Choice{}};
}

}  // namespace

const Scheme k2dRcScheme = {
    .kind = SchemeKind::k2dRc,
    .summary = "rows, then columns in place",
    .axes = 2,
    .applicable = TakesAll,
    .expand = ExpandSlowest<SchemeKind::k2dRc>,
};

const Scheme k3dRcScheme = {
    .kind = SchemeKind::k3dRc,
    .summary = "2D transforms of planes, then columns in place",
    .axes = 3,
    .applicable = TakesPlanes,
    .expand = ExpandSlowest<SchemeKind::k3dRc>,
    .plans = PlansFourier,
};

}  // namespace fft
