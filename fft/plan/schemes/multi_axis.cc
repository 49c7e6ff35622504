#include "fft/plan/schemes/multi_axis.h"

#include "absl/strings/str_cat.h"

namespace fft {

std::optional<Refusal> RefuseAxes(const TransformRequest& request, size_t axes) {
  if (request.axes.size() != axes) {
    return Refusal{absl::StrCat("takes ", axes, " axes, not ", request.axes.size())};
  }
  if (request.large_twiddle.length > 0) {
    return Refusal{"the twiddles of the step around it need one kernel"};
  }
  return std::nullopt;
}

void FillNode(SchemeKind kind, const TransformRequest& request, PlanNode* node) {
  *node = NodeFor(request);
  node->scheme = kind;
}

}  // namespace fft
