// 2D transforms in one kernel (2D_SINGLE).
#include "absl/strings/str_cat.h"
#include "fft/plan/schemes/real_pairs.h"
#include "fft/plan/schemes/table.h"

namespace fft {
namespace {

// One kernel, a workgroup holds whole planes:
//
//   in edge       x ->              workgroup                     out edge      x ->
//            y [ a a a a ]   rows --LDS--> columns          y [ b b b b ]
//            | [ a a a a ]  ===========================>    | [ b b b b ]
//            v [ a a a a ]   every element read and         v [ b b b b ]
//                            written once
//
// Planes of reals are transformed as planes of pairs, each of two neighbours along x.

PlanNode LeafFor(const TransformRequest& request) {
  return HoldsPairs(request) ? PairsLeaf(SchemeKind::k2dSingle, request)
                             : NodeFor(SchemeKind::k2dSingle, request);
}

Applicability Applicable(const TransformRequest& request, Planning* planning) {
  if (PlansReal(request.kind) && !HoldsPairs(request)) {
    return Refusal{
        absl::StrCat("rows of ", request.axes.back().length, " reals are no rows of pairs")};
  }
  return TakeKernel(LeafFor(request), request, planning);
}

}  // namespace

const Scheme k2dSingleScheme = {
    .kind = SchemeKind::k2dSingle,
    .summary = "one kernel holds whole planes in registers and LDS",
    .axes = 2,
    .applicable = Applicable,
    .expand = ExpandLeaf<LeafFor>,
    .plans = PlansFourier,
};

}  // namespace fft
