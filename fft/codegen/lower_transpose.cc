#include "fft/codegen/lower_transpose.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/codegen/lowering.h"
#include "fft/kernels/line_map.h"

namespace fft::codegen {
namespace {

KernelSpec MakeSpec(const Problem& problem, const PlanNode& leaf, const Step& step) {
  const KernelMap& map = step.kernel->map;
  const TransposeShape& shape = step.kernel->move();
  const bool copies = map.tiling == Tiling::kRowRow;
  KernelSpec spec;
  spec.kind = step.kernel->kind;
  spec.length = shape.tile_x;
  spec.transforms_per_group = shape.tile_y;
  spec.threads_per_transform = shape.threads / shape.tile_y;
  spec.tiling = map.tiling;
  spec.exchange = copies ? Exchange::kNone : Exchange::kFull;
  if (!copies) spec.lds = {1, shape.pitch, 0, shape.pitch * shape.tile_y};
  spec.precision = problem.precision;
  spec.placement = step.in_place ? Placement::kInPlace : Placement::kOutOfPlace;
  spec.in_format = step.in.format;
  spec.out_format = step.out.format;
  const auto kind = [](int64_t stride) {
    return stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  };
  spec.in_stride = kind(map.loops[0].in_stride);
  spec.out_stride = kind(map.loops[copies ? 0 : 1].out_stride);
  spec.outer_loops = static_cast<int>(map.loops.size()) - 2;
  // Only a rotation has a direction.
  if (map.twiddle_axis >= 0 && !IsForward(problem.type)) spec.direction = Direction::kInverse;
  spec.scale = leaf.applies_scale && problem.scale != 1.0 ? ScaleKind::kScale : ScaleKind::kNone;
  // Threads past the end compute addresses that they do not use.
  Dims padded = map.loops;
  padded[0].length = RoundUp(padded[0].length, shape.tile_x);
  padded[1].length = RoundUp(padded[1].length, shape.tile_y);
  spec.index = IndexWidthFor(padded, map.twiddle_axis >= 0 ? leaf.large_twiddle.length : 0);
  return spec;
}

IndexValues ValuesOf(const KernelMap& map) {
  IndexValues values;
  for (int i = 0; i < std::ssize(map.loops); ++i) {
    const Dim& dim = map.loops[i];
    const std::string side = i == 0 ? "x_" : i == 1 ? "y_" : "";
    const std::string suffix = i < 2 ? "" : absl::StrCat("_", i - 1);
    values.push_back({i < 2 ? side + "count" : "length" + suffix, dim.length});
    values.push_back({side + "in_stride" + suffix, dim.in_stride});
    values.push_back({side + "out_stride" + suffix, dim.out_stride});
  }
  return values;
}

}  // namespace

PlannedKernel LowerTranspose(const Problem& problem, const PlanNode& leaf, const Step& step) {
  const KernelMap& map = step.kernel->map;
  PlannedKernel kernel;
  kernel.spec = MakeSpec(problem, leaf, step);
  kernel.spec.large_twiddle = step.kernel->twiddles;
  AddArguments(problem, leaf, ValuesOf(map), &kernel);
  const int64_t points = Rows(map);
  kernel.bytes_moved = points * (PointBytes(step.in.format, problem.precision) +
                                 PointBytes(step.out.format, problem.precision));
  kernel.flops = points * (6 * kernel.spec.large_twiddle.steps +
                           (kernel.spec.scale == ScaleKind::kScale ? 2 : 0));
  return kernel;
}

}  // namespace fft::codegen
