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

const absl::StatusOr<SharedChoice>& Planning::Kernel(PlanNode leaf,
                                                     const TransformRequest& request) {
  const auto [known, is_new] = known_.try_emplace(
      {std::move(leaf), request.precision, request.in_layout, request.out_layout},
      absl::UnknownError("not chosen yet"));
  if (!is_new) return known->second;
  --work_left_;
  const PlanNode& node = known->first.leaf;
  const auto choose = [&]() -> absl::StatusOr<SharedChoice> {
    KernelRequest kernel = RequestFor(node, request.precision, target_);
    kernel.memo = memo_;
    kernel.independent_rows = independent_rows_;
    FFT_RETURN_IF_ERROR(KernelFits(kernel));
    PlaceInArrays(node, request, &kernel);
    if (problem_ != nullptr && request.in_layout != nullptr) {
      kernel.in_precision = problem_->input.precision;
    }
    if (problem_ != nullptr && request.out_layout != nullptr) {
      kernel.out_precision = problem_->output.precision;
    }
    FFT_ASSIGN_OR_RETURN(KernelChoice choice, ChooseKernel(kernel));
    return SharedChoice(std::move(choice));
  };
  return known->second = choose();
}

}  // namespace fft
