#include "fft/plan/schemes/filter.h"

namespace fft {
namespace {

// One kernel: rows of Q points, the j-th of P that make up a convolution of M = P Q:
//
//   [ y y y y ]  DFT  ->  [ Y Y Y Y ]  * B[j + P k], conj  ->  [ W W W W ]  DFT  * w^(j c)  ->
//
// with w = exp(-+2 pi i / M), output c (fft/plan/schemes/bluestein_columns.cc).

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request,
                                                      Planning& planning) {
  return TakeKernel(FilterLeaf(request), request, &planning);
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice& choice,
                                     PlanNode* node) {
  *node = FilterLeaf(request);
  node->kernel = choice.kernel;
  return {};
}

}  // namespace

PlanNode FilterLeaf(const TransformRequest& request) {
  PlanNode leaf = NodeFor(request);
  leaf.scheme = SchemeKind::kFilter;
  leaf.large_twiddle = request.large_twiddle;
  return leaf;
}

const Scheme kFilterScheme = {
    .kind = SchemeKind::kFilter,
    .summary = "one kernel transforms rows, multiplies by a filter and transforms back",
    .axes = 1,
    .applicable = Applicable,
    .expand = Expand,
    .only_by_name = true,
};

}  // namespace fft
