// The common part of the schemes of large 1D transforms: the splits of a length that are worth
// trying.
#ifndef FFT_PLAN_SCHEMES_LARGE_1D_H_
#define FFT_PLAN_SCHEMES_LARGE_1D_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fft/plan/scheme.h"

namespace fft {

// The children of a split into factors[0] = n1 and the product n2 of the others, in execution
// order. They are a transform of length n1 in one kernel, a transform of length n2, and the moves
// between them. The transform of length n2 is the last one that names no scheme; factors beyond two
// are asked of it.
using SplitFunction = std::vector<TransformRequest> (*)(const TransformRequest& request,
                                                        const std::vector<int64_t>& factors);

// The axis as two parts, for n = n1 N2 + n2 and k = k1 + N1 k2: {n1, is n2, os} holds n1 and k1,
// {n2, is, os n1} holds n2 and k2.
Dims FourStepParts(const Dim& axis, int64_t n1);

// The range of an axis in rows of `row` elements; absent where it does not consist of whole rows.
std::optional<Ranges> RowsOf(const Ranges& ranges, int64_t row);

// Gives the ranges of a request's axis to two steps, n1 being the first of two factors. The first
// step's axis is read in rows of n2, and the last step's axis is written in rows of n1.
void PassRanges(const TransformRequest& request, int64_t n1, std::vector<TransformRequest>* steps);

// Gives the row of which the request's axis is a part to the step that reads, or writes, the edge
// that holds only a part of the row. Twiddles of rows that are unfolded go to both steps.
void PassRow(const TransformRequest& request, int64_t n1, std::vector<TransformRequest>* steps);

// The few divisors of a length that are nearest to its square root.
std::vector<int64_t> DivisorsNearRoot(int64_t length);

// The few cheapest choices, or, where there are none, the refusal of splits into two kernels with
// the last reason why one had no kernel.
Applicability CheapestSplits(std::vector<Choice> choices, const std::string& reason);

// Seconds of the kernels of children that name their leaf, or else convert; none where one has no
// kernel, and `reason` says why.
std::optional<double> KernelSeconds(const std::vector<TransformRequest>& children,
                                    Planning* planning, std::string* reason);

// Whether some part of the axis can only be a convolution.
bool HasConvolution(const TransformRequest& request, const Target& target);

// Seconds that two kernels in place of one cost for a part of a longer transform, beyond their
// prices.
double SplitPartSeconds(const TransformRequest& request, const Target& target);

// The split that request.factors asks for, or the promising splits {n1, n2} of the single axis of
// `request`, cheapest first, with estimated seconds. Splits into two kernels come first; where none
// moves full rows, splits whose second factor is split again follow. Refuses lengths with nothing
// to split or without kernels.
Applicability ChooseSplits(const TransformRequest& request, Planning* planning,
                           SplitFunction split);

// Applicable and Expand of the scheme `kind` that splits so.
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
