#include "fft/core/schemes/single_2d.h"

#include <string>

#include "fft/core/cost_model.h"
#include "fft/core/schemes/multi_axis.h"

namespace fft {
namespace {

// One kernel, a workgroup holds whole planes:
//
//   in edge       x ->              workgroup                     out edge      x ->
//            y [ a a a a ]   rows --LDS--> columns          y [ b b b b ]
//            | [ a a a a ]  ===========================>    | [ b b b b ]
//            v [ a a a a ]   every element read and         v [ b b b b ]
//                            written once

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request,
                                                      const Target& target) {
  if (std::optional<Refusal> refusal = RefuseAxes(request, 2)) return *std::move(refusal);
  const auto seconds = PlaneSeconds(request.axes, request.loops, request.precision, target);
  if (!seconds.ok()) return Refusal{std::string(seconds.status().message())};
  return std::vector<Choice>{{{request.axes.back().length}, *seconds}};
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  FillNode(SchemeKind::kSingle2d, request, node);
  return {};
}

}  // namespace

const Scheme kSingle2dScheme = {SchemeKind::kSingle2d,
                                "2D_SINGLE",
                                "one kernel holds whole planes in registers and LDS",
                                2,
                                Applicable,
                                Expand};

}  // namespace fft
