#include "fft/core/schemes/rader.h"

#include "absl/strings/str_cat.h"
#include "fft/core/convolution.h"

namespace fft {
namespace {

// One kernel, all loops in its grid; p prime, g generates 1 .. p-1 by its powers, w = exp(-+2 pi
// i/p):
//
//   in axis p                   workgroup: p - 1 points                           out axis p
//   [ x x x x x ] -> x[g^0] x[g^1] .. DFT * B, + x[0] DFT^-1 X[g^0] X[g^-1] .. -> [ X X X X X ]
//
// X[k] = x[0] + sum_(j > 0) x[j] w^(j k) for k > 0, a cyclic convolution of length p - 1 in the
// exponents of g. B is the transform of w^(g^-q), made with the plan. x[0], added to the product at
// 0, comes onto every output. X[0] is x[0] and the sum of the others, which the first transform
// holds at 0. C. Rader, "Discrete Fourier transforms when the number of data samples is prime",
// 1968.

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request,
                                                      const Target& target) {
  if (request.axes.size() != 1) {
    return Refusal{absl::StrCat("a kernel transforms one axis, not ", request.axes.size())};
  }
  const auto kernel = ChooseConvolution(Convolution::kRader, request.axes.front(), request.loops,
                                        request.precision, target);
  if (!kernel.ok()) return Refusal{std::string(kernel.status().message())};
  return std::vector<Choice>{{{kernel->length}, kernel->seconds}};
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice& choice,
                                     PlanNode* node) {
  *node = NodeFor(request);
  node->scheme = SchemeKind::kRader;
  node->large_twiddle = request.large_twiddle;
  node->convolution = choice.split.front();
  return {};
}

}  // namespace

const Scheme kRaderScheme = {SchemeKind::kRader,
                             "RADER",
                             "one kernel convolves in the order of a generator: prime lengths",
                             1,
                             Applicable,
                             Expand};

}  // namespace fft
