#include "fft/core/schemes/bluestein.h"

#include "absl/strings/str_cat.h"
#include "fft/core/convolution.h"

namespace fft {
namespace {

// One kernel, all loops in its grid; c[j] = exp(-+pi i j^2 / n), M >= 2 n - 1:
//
//   in axis n           workgroup: M points                                      out axis n
//   [ x x x ]  * c  ->  [ y y y 0 0 0 0 ]  DFT  * B  DFT^-1  [ z z z - - - - ]  * c  ->  [ X X X ]
//
// since j k = (j^2 + k^2 - (k - j)^2) / 2. B is the transform of conj(c), periodic in M, made with
// the plan. The index of a chirp, j^2 modulo 2 n, is exact. L. Bluestein, "A linear filtering
// approach to the computation of discrete Fourier transform", 1970.

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request,
                                                      const Target& target) {
  if (request.axes.size() != 1) {
    return Refusal{absl::StrCat("a kernel transforms one axis, not ", request.axes.size())};
  }
  const auto kernel = ChooseConvolution(Convolution::kBluestein, request.axes.front(),
                                        request.loops, request.precision, target);
  if (!kernel.ok()) return Refusal{std::string(kernel.status().message())};
  return std::vector<Choice>{{{kernel->length}, kernel->seconds}};
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice& choice,
                                     PlanNode* node) {
  *node = NodeFor(request);
  node->scheme = SchemeKind::kBluestein;
  node->large_twiddle = request.large_twiddle;
  node->convolution = choice.split.front();
  return {};
}

}  // namespace

const Scheme kBluesteinScheme = {SchemeKind::kBluestein,
                                 "BLUESTEIN",
                                 "one kernel convolves with a chirp: any length",
                                 1,
                                 Applicable,
                                 Expand};

}  // namespace fft
