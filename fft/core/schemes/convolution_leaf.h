// What the schemes that are one kernel around a convolution share.
#ifndef FFT_CORE_SCHEMES_CONVOLUTION_LEAF_H_
#define FFT_CORE_SCHEMES_CONVOLUTION_LEAF_H_

#include <string>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/core/convolution.h"
#include "fft/core/scheme.h"

namespace fft {

template <Convolution kind>
std::variant<std::vector<Choice>, Refusal> TakesConvolution(const TransformRequest& request,
                                                            const Target& target) {
  if (request.axes.size() != 1) {
    return Refusal{absl::StrCat("a kernel transforms one axis, not ", request.axes.size())};
  }
  const auto kernel =
      ChooseConvolution(kind, request.axes.front(), request.loops, request.precision, target);
  if (!kernel.ok()) return Refusal{std::string(kernel.status().message())};
  return std::vector<Choice>{{{kernel->length}, kernel->seconds}};
}

template <SchemeKind kind>
std::vector<TransformRequest> ExpandConvolution(const TransformRequest& request,
                                                const Choice& choice, PlanNode* node) {
  *node = NodeFor(request);
  node->scheme = kind;
  node->large_twiddle = request.large_twiddle;
  node->convolution = choice.split.front();
  return {};
}

}  // namespace fft

#endif  // FFT_CORE_SCHEMES_CONVOLUTION_LEAF_H_
