// The common part of the schemes that are one kernel around a convolution.
#ifndef FFT_PLAN_SCHEMES_CONVOLUTION_LEAF_H_
#define FFT_PLAN_SCHEMES_CONVOLUTION_LEAF_H_

#include <vector>

#include "fft/base/int_math.h"
#include "fft/plan/scheme.h"
#include "fft/plan/schemes/real_to_real.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {

// The leaf of `kind` around a convolution of length `convolution`. Where the transform's reals are
// no pairs of neighbours, the points are single reals.
PlanNode ConvolutionLeaf(SchemeKind kind, const TransformRequest& request, int64_t convolution,
                         RealPoints points = RealPoints::kSingle);

// The cheapest lengths that the convolution may have: one for points that are pairs of reals, and
// one for single reals, the cheaper one first. A choice holds the length, and for pairs a 2 after
// it.
Applicability ChooseConvolutionLength(SchemeKind kind, const TransformRequest& request,
                                      Planning* planning);

// Whether a length needs no convolution: passes can transform it, and none of them has a prime
// whose butterfly costs as much as a convolution.
inline bool AfterStockham(const TransformRequest& request, SchemeKind best) {
  const int64_t points = ConvolutionLeaf(best, request, 0).axes.back().length;
  return best == SchemeKind::kStockham && LargestPrimeFactor(points) <= kMaxPrimeRadix;
}

template <SchemeKind kind>
Applicability TakesConvolution(const TransformRequest& request, Planning* planning) {
  return ChooseConvolutionLength(kind, request, planning);
}

template <SchemeKind kind>
std::vector<TransformRequest> ExpandConvolution(const TransformRequest& request,
                                                const Choice& choice, PlanNode* node) {
  const RealPoints points = choice.split.size() > 1 ? RealPoints::kPairs : RealPoints::kSingle;
  *node = ConvolutionLeaf(kind, request, choice.split.front(), points);
  node->kernel = choice.kernel;
  return {};
}

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_CONVOLUTION_LEAF_H_
