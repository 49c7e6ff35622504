#include "fft/core/schemes/per_axis.h"

namespace fft {
namespace {

// Axes from the fastest to the slowest, each over all positions of the others:
//
//   in edge  --rows, moved-->  out edge  --columns, in place-->  ...  -->  out edge
//
//   child 0: the fastest axis; the other axes are loops that step (in, out)
//   child i: the next axis, in place in the output edge's numbering: everything steps (out, out)
//
// Axes of length 1 have nothing to transform; when all are, one copy remains.

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request,
                                                      const Target&) {
  if (request.axes.size() < 2) return Refusal{"there is only one axis"};
  if (request.large_twiddle.length > 0) {
    return Refusal{"the twiddles of the step around it need one kernel"};
  }
  return std::vector<Choice>{Choice{}};
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  node->scheme = SchemeKind::kPerAxis;
  node->axes = request.axes;
  node->loops = request.loops;
  std::vector<TransformRequest> children;
  for (size_t i = request.axes.size(); i-- > 0;) {
    const bool last_chance = i == 0 && children.empty();
    if (request.axes[i].length == 1 && !last_chance) continue;
    TransformRequest child = request;
    child.axes = {request.axes[i]};
    for (size_t j = 0; j < request.axes.size(); ++j) {
      if (j != i && request.axes[j].length > 1) child.loops.push_back(request.axes[j]);
    }
    if (!children.empty()) {
      child.placement = Placement::kInPlace;
      for (Dims* dims : {&child.axes, &child.loops}) {
        for (Dim& dim : *dims) dim.in_stride = dim.out_stride;
      }
    }
    children.push_back(child);
  }
  return children;
}

}  // namespace

const Scheme kPerAxisScheme = {SchemeKind::kPerAxis, "PER_AXIS",
                               "one strided 1D transform per dimension, fastest first", Applicable,
                               Expand};

}  // namespace fft
