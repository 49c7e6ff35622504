// The factors by which the leaves of a plan multiply, whose product is Problem::scale.
#ifndef FFT_PLAN_SHARE_SCALE_H_
#define FFT_PLAN_SHARE_SCALE_H_

#include "fft/core/problem.h"
#include "fft/tree/plan_node.h"

namespace fft {

// Sets PlanNode::scale of every leaf of `tree`, a plan of `problem`. The last leaf takes the whole
// scale, except in half precision, where a sum between two kernels may pass 65504 though input and
// scaled output fit.
//
// Let L bound the moduli of input and scaled output, and let y be what the first k leaves make of
// the input, which are transforms of m points in all. Without scale |y| <= m L. A transform's
// largest output is at least its largest input, hence |scale y| <= L too. So what these leaves
// multiply by together is 1/m, or the scale if that is more, and |y| stays within L: an unscaled
// transform has no factors, and one divided by its points divides in every kernel. Spectra within
// a convolution of n points hold up to sqrt(n) times its largest result, and are divided by that.
void ShareScale(const Problem& problem, PlanNode* tree);

}  // namespace fft

#endif  // FFT_PLAN_SHARE_SCALE_H_
