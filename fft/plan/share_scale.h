// The factors by which the leaves of a plan multiply, whose product is Problem::scale.
#ifndef FFT_PLAN_SHARE_SCALE_H_
#define FFT_PLAN_SHARE_SCALE_H_

#include "fft/core/problem.h"
#include "fft/tree/plan_node.h"

namespace fft {

// Sets PlanNode::scale of every leaf of `tree`, a plan of `problem`. The last leaf takes the whole
// scale, except in half precision. There, a sum between two kernels may exceed 65504 although input
// and scaled output fit.
//
// Let L bound the moduli of input and scaled output. Let y be the result of the first k leaves,
// which transform m points in all. Without a scale, |y| <= m L. A transform's largest output is at
// least its largest input, so |scale y| <= L too. These k leaves together multiply by the larger of
// 1/m and the scale, and then |y| <= L. So an unscaled transform has no factors, and a transform
// divided by its number of points divides in every kernel. Spectra within a convolution of n points
// are up to sqrt(n) times as large as its largest result, so they are divided by sqrt(n).
void ShareScale(const Problem& problem, PlanNode* tree);

}  // namespace fft

#endif  // FFT_PLAN_SHARE_SCALE_H_
