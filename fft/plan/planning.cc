#include "fft/plan/planning.h"

#include <utility>

#include "fft/base/status.h"
#include "fft/choice/choose.h"
#include "fft/core/layout.h"
#include "fft/core/map_dims.h"
#include "fft/plan/scheme.h"

namespace fft {
namespace {

// Replaces the canonical strides of a leaf's kernel by the strides of the user's arrays that it
// reads and writes. Changes nothing if a dim has no single stride there.
void PlaceInArrays(const PlanNode& leaf, const TransformRequest& request, KernelRequest* kernel) {
  if (request.in_layout == nullptr && request.out_layout == nullptr) return;
  const Layout in =
      request.in_layout != nullptr ? *request.in_layout : Layout::Packed(leaf.InPositions());
  const Layout out =
      request.out_layout != nullptr ? *request.out_layout : Layout::Packed(leaf.OutPositions());
  Dims axes = kernel->axes, loops = kernel->loops;
  DimSteps steps = {0, kernel->row_steps, kernel->twiddle_steps};
  const std::string refusal =
      MapDims({in, "the edge read", leaf.InLength()}, {out, "the edge written", leaf.OutLength()},
              &axes, &loops, &steps);
  if (!refusal.empty()) return;
  kernel->axes = std::move(axes);
  kernel->loops = std::move(loops);
  kernel->row_steps = std::move(steps.row_loops);
  kernel->twiddle_steps = std::move(steps.twiddle_loops);
}

}  // namespace

absl::StatusOr<SharedChoice> Planning::Kernel(const PlanNode& leaf,
                                              const TransformRequest& request) {
  Wanted key = {leaf, request.precision, request.in_layout, request.out_layout};
  const auto found = known_.find(key);
  if (found != known_.end()) return found->second;
  --work_left_;
  const auto choose = [&]() -> absl::StatusOr<SharedChoice> {
    KernelRequest kernel = RequestFor(leaf, request.precision, target_);
    kernel.memo = memo_;
    kernel.independent_rows = independent_rows_;
    FFT_RETURN_IF_ERROR(KernelFits(kernel));
    PlaceInArrays(leaf, request, &kernel);
    FFT_ASSIGN_OR_RETURN(KernelChoice choice, ChooseKernel(kernel));
    return SharedChoice(std::move(choice));
  };
  return known_.emplace(std::move(key), choose()).first->second;
}

}  // namespace fft
