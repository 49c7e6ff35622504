#include "fft/codegen/lower_plane.h"

#include <algorithm>
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
  const PlaneShape& shape = step.kernel->plane();
  const Dim &y = map.axes[0], &x = map.axes[1];
  KernelSpec spec;
  spec.kind = step.kernel->kind;
  spec.direction = IsForward(problem.type) ? Direction::kForward : Direction::kInverse;
  spec.length = x.length;
  spec.factors = shape.x_factors;
  spec.second_axis = {y.length, shape.y_factors};
  spec.threads_per_transform = shape.threads / shape.planes_per_group;
  spec.transforms_per_group = shape.planes_per_group;
  spec.tiling = Tiling::kPlane;
  spec.exchange = shape.exchange;
  spec.lds = shape.lds;
  if (shape.resident_groups > 0) spec.resident_groups = shape.resident_groups;
  spec.precision = problem.precision;
  spec.placement = step.in_place ? Placement::kInPlace : Placement::kOutOfPlace;
  spec.in_format = step.in.format;
  spec.out_format = step.out.format;
  spec.in_stride = x.in_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.out_stride = x.out_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.outer_loops = static_cast<int>(map.loops.size()) - 1;
  spec.scale = leaf.applies_scale && problem.scale != 1.0 ? ScaleKind::kScale : ScaleKind::kNone;
  Dims padded = map.loops;
  padded[0].length = RoundUp(padded[0].length, shape.planes_per_group);
  padded.insert(padded.end(), {x, y});
  spec.index = IndexWidthFor(padded, 0);
  return spec;
}

IndexValues ValuesOf(const KernelMap& map) {
  const Dim &y = map.axes[0], &x = map.axes[1];
  IndexValues values = {{"in_stride", x.in_stride},
                        {"out_stride", x.out_stride},
                        {"y_in_stride", y.in_stride},
                        {"y_out_stride", y.out_stride},
                        {"tile_count", map.loops[0].length},
                        {"tile_in_stride", map.loops[0].in_stride},
                        {"tile_out_stride", map.loops[0].out_stride}};
  for (size_t i = 1; i < map.loops.size(); ++i) {
    values.push_back({absl::StrCat("length_", i), map.loops[i].length});
    values.push_back({absl::StrCat("in_stride_", i), map.loops[i].in_stride});
    values.push_back({absl::StrCat("out_stride_", i), map.loops[i].out_stride});
  }
  return values;
}

}  // namespace

PlannedKernel LowerPlane(const Problem& problem, const PlanNode& leaf, const Step& step) {
  const KernelMap& map = step.kernel->map;
  const PlaneShape& shape = step.kernel->plane();
  const int64_t y = map.axes[0].length, x = map.axes[1].length;
  PlannedKernel kernel;
  kernel.spec = MakeSpec(problem, leaf, step);
  AddArguments(problem, leaf, ValuesOf(map), &kernel);
  const int64_t planes = Rows(map);
  const int64_t points = planes * x * y;
  kernel.bytes_moved = points * (PointBytes(step.in.format, problem.precision) +
                                 PointBytes(step.out.format, problem.precision));
  kernel.flops = planes * (y * PassFlops(x, shape.x_factors) + x * PassFlops(y, shape.y_factors));
  if (kernel.spec.scale == ScaleKind::kScale) kernel.flops += 2 * points;
  return kernel;
}

}  // namespace fft::codegen
