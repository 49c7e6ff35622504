// What the schemes of large 1D transforms have in common: the splits of a length that are worth
// trying.
#ifndef FFT_PLAN_SCHEMES_LARGE_1D_H_
#define FFT_PLAN_SCHEMES_LARGE_1D_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fft/plan/scheme.h"

namespace fft {

// The children of a split, in execution order: a transform of length n1 = factors[0] in one kernel,
// a transform of length n2, the product of the other factors, and moves. The transform of length n2
// is the last child that names no scheme. If there are more than two factors, it is split into all
// factors but the first.
using SplitFunction = std::vector<TransformRequest> (*)(const TransformRequest& request,
                                                        const std::vector<int64_t>& factors);

// The axis as two parts, a and b. Input n = a N2 + b and output k = a + N1 b have index a along the
// first part and b along the second. N1 is `n1`, N2 the axis's length over n1. With the axis's
// strides `in` and `out`, the parts are {N1, in N2, out} and {N2, in, out N1}.
Dims FourStepParts(const Dim& axis, int64_t n1);

// The range of an axis counted in rows of `row` elements; nullopt if it is not a number of whole
// rows.
std::optional<Ranges> RowsOf(const Ranges& ranges, int64_t row);

// Gives the ranges of a request's axis to the steps of a split into n1 and n2. The first step's
// axis is read in rows of n2 elements, and the last step's axis is written in rows of n1 elements.
void PassRanges(const TransformRequest& request, int64_t n1, std::vector<TransformRequest>* steps);

// If the request's axis is part of a longer row and one edge holds only a part of that row, gives
// the row to the step that reads or writes this edge. The request's large twiddle is shared between
// both steps.
void PassRow(const TransformRequest& request, int64_t n1, std::vector<TransformRequest>* steps);

// The divisors of a length that are nearest to its square root, at most 10.
std::vector<int64_t> DivisorsNearRoot(int64_t length);

// The three cheapest choices. If there are none, a refusal with `reason`, which says why the last
// split had no kernel.
Applicability CheapestSplits(std::vector<Choice> choices, const std::string& reason);

// The predicted seconds of the kernels of children. Each child is a leaf of the scheme that it
// names, or a conversion if it names none. If a child has no kernel, the result is nullopt and
// `reason` says why.
std::optional<double> KernelSeconds(const std::vector<TransformRequest>& children,
                                    Planning* planning, std::string* reason);

// Whether the axis's length has a prime factor that only a convolution can transform.
bool HasConvolution(const TransformRequest& request, const Target& target);

// The seconds charged, beyond the kernels' prices, for splitting a part of a longer transform
// again; 0 if the request is not a part of a longer transform.
double SplitPartSeconds(const TransformRequest& request, const Target& target);

// The split that request.factors asks for, or the cheapest splits {n1, n2} of the single axis of
// `request`, cheapest first, with estimated seconds. If no split into two kernels moves full rows,
// splits whose second factor is split again are considered too. Refuses lengths that have no
// factors or no kernels.
Applicability ChooseSplits(const TransformRequest& request, Planning* planning,
                           SplitFunction split);

// Scheme::applicable and Scheme::expand for a scheme `kind` whose splits have the children `split`.
template <SplitFunction split>
Applicability TakesSplits(const TransformRequest& request, Planning* planning) {
  return ChooseSplits(request, planning, split);
}
template <SchemeKind kind, SplitFunction split>
std::vector<TransformRequest> ExpandSplit(const TransformRequest& request, const Choice& choice,
                                          PlanNode* node) {
  *node = NodeFor(kind, request);
  return split(request, choice.split);
}

}  // namespace fft

#endif  // FFT_PLAN_SCHEMES_LARGE_1D_H_
