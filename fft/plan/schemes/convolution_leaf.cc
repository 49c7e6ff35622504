#include "fft/plan/schemes/convolution_leaf.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/choice/kinds/convolution.h"

namespace fft {

Applicability ChooseConvolutionLength(SchemeKind kind, const TransformRequest& request,
                                      Planning* planning) {
  if (PlansReal(request.kind) && request.large_twiddle.length > 0) {
    return Refusal{"the twiddles of the step around it need complex numbers"};
  }
  // Refuses long convolutions before lengths are listed: LDS holds the points by halves, at least 4
  // bytes each.
  const int64_t points = ConvolutionLeaf(kind, request, 0).axes.front().length;
  if (points > planning->target().lds_bytes / 4) {
    return Refusal{absl::StrCat("a convolution of ", points, " points does not fit ",
                                planning->target().name, ": LDS holds ",
                                planning->target().lds_bytes, " bytes per workgroup")};
  }
  const Convolution convolution =
      kind == SchemeKind::kRader ? Convolution::kRader : Convolution::kBluestein;
  const auto lengths = ConvolutionLengths(convolution, points);
  if (!lengths.ok()) return Refusal{std::string(lengths.status().message())};
  Choice best;
  std::string reason;
  for (int64_t length : *lengths) {
    if (!request.factors.empty() && request.factors != std::vector<int64_t>{length}) continue;
    const auto kernel = planning->Kernel(ConvolutionLeaf(kind, request, length), request);
    if (!kernel.ok()) {
      reason = std::string(kernel.status().message());
      continue;
    }
    const double seconds = (*kernel)->price.Seconds();
    if (!best.kernel || seconds < best.cost) best = {{length}, seconds, *kernel};
  }
  if (!best.kernel) return Refusal{reason};
  return std::vector<Choice>{best};
}

}  // namespace fft
