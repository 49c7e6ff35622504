// What Rader's and Bluestein's schemes in one kernel have in common.
#ifndef FFT_PLAN_SCHEMES_CONVOLUTION_LEAF_H_
#define FFT_PLAN_SCHEMES_CONVOLUTION_LEAF_H_

#include <vector>

#include "fft/base/int_math.h"
#include "fft/plan/scheme.h"
#include "fft/plan/schemes/real_to_real.h"
#include "fft/shapes/kernel_shape.h"

namespace fft {

// The leaf of `kind` around a convolution of length `convolution`. If the transform is of reals,
// `points` says whether a point of the convolution is a single real or a pair.
PlanNode ConvolutionLeaf(SchemeKind kind, const TransformRequest& request, int64_t convolution,
                         RealPoints points = RealPoints::kSingle);

// The cheapest lengths of the convolution: one for points that are pairs of reals and one for
// single reals, the cheaper one first. Choice::split is {length} for single reals and {length, 2}
// for pairs.
Applicability ChooseConvolutionLength(SchemeKind kind, const TransformRequest& request,
                                      Planning* planning);

// Whether a length needs no convolution: the Stockham scheme takes it, and none of its radices is a
// prime so large that its butterfly costs as much as a convolution.
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
