#include "fft/plan/schemes/2d_single.h"

#include <string>

#include "fft/plan/schemes/multi_axis.h"

namespace fft {
namespace {

// One kernel, a workgroup holds whole planes:
//
//   in edge       x ->              workgroup                     out edge      x ->
//            y [ a a a a ]   rows --LDS--> columns          y [ b b b b ]
//            | [ a a a a ]  ===========================>    | [ b b b b ]
//            v [ a a a a ]   every element read and         v [ b b b b ]
//                            written once

PlanNode LeafFor(const TransformRequest& request) {
  PlanNode leaf;
  FillNode(SchemeKind::k2dSingle, request, &leaf);
  return leaf;
}

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request,
                                                      Planning& planning) {
  if (std::optional<Refusal> refusal = RefuseAxes(request, 2)) return *std::move(refusal);
  return TakeKernel(LeafFor(request), request, &planning);
}

}  // namespace

const Scheme k2dSingleScheme = {SchemeKind::k2dSingle,
                                "one kernel holds whole planes in registers and LDS", 2, Applicable,
                                ExpandLeaf<LeafFor>};

}  // namespace fft
