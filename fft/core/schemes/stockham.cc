#include "fft/core/schemes/stockham.h"

#include "absl/strings/str_cat.h"
#include "fft/core/cost_model.h"
#include "fft/core/kernel_shape.h"

namespace fft {
namespace {

// One kernel, all loops in its grid:
//
//   axis n  --[in_stride]-->  workgroup (registers + LDS)  --[out_stride]-->  axis k
//                             x[n]  ->  X[k] * exp(-+2 pi i j k / L)
//
// j is the index of the loop large_twiddle names, L its length; without one the factor is 1.

// Memory strides can turn any side of a leaf from rows to columns, so every tiling must fit.
constexpr Tiling kTilings[] = {Tiling::kRowRow, Tiling::kColCol, Tiling::kRowCol, Tiling::kColRow};

std::variant<std::vector<Choice>, Refusal> Applicable(const TransformRequest& request,
                                                      const Target& target) {
  if (request.axes.size() != 1) {
    return Refusal{absl::StrCat("a kernel transforms one axis, not ", request.axes.size())};
  }
  const Dim& axis = request.axes.front();
  for (Tiling tiling : kTilings) {
    const auto shape = ChooseKernelShape({axis.length, request.precision, tiling, 1}, target);
    if (!shape.ok()) return Refusal{std::string(shape.status().message())};
  }
  const auto seconds = KernelSeconds(axis, request.loops, request.precision, target);
  if (!seconds.ok()) return Refusal{std::string(seconds.status().message())};
  return std::vector<Choice>{{{axis.length}, *seconds}};
}

std::vector<TransformRequest> Expand(const TransformRequest& request, const Choice&,
                                     PlanNode* node) {
  node->scheme = SchemeKind::kStockham;
  node->axes = request.axes;
  node->loops = request.loops;
  node->large_twiddle = request.large_twiddle;
  return {};
}

}  // namespace

const Scheme kStockhamScheme = {SchemeKind::kStockham, "STOCKHAM",
                                "one kernel holds a whole transform in registers and LDS",
                                Applicable, Expand};

}  // namespace fft
