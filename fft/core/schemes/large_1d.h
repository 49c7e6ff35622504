// What the schemes of large 1D transforms share: which splits of a length are worth trying.
#ifndef FFT_CORE_SCHEMES_LARGE_1D_H_
#define FFT_CORE_SCHEMES_LARGE_1D_H_

#include <cstdint>
#include <variant>
#include <vector>

#include "fft/core/scheme.h"

namespace fft {

// The two children of length n1 and length / n1, in execution order; the first is one kernel.
using SplitFunction = std::vector<TransformRequest> (*)(const TransformRequest& request,
                                                        int64_t n1);

// The promising splits {n1, n2} of the single axis of `request`, cheapest first, with estimated
// seconds. Splits into two kernels come first; where none moves full rows, splits whose second
// factor is split again follow. Refuses lengths with nothing to split or without kernels.
std::variant<std::vector<Choice>, Refusal> ChooseSplits(const TransformRequest& request,
                                                        const Target& target, SplitFunction split);

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_LARGE_1D_H_
