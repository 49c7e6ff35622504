#include "fft/codegen/lower_plane.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/codegen/lowering.h"
#include "fft/core/plane_shape.h"

namespace fft::codegen {
namespace {

// A leaf's index map in memory strides: two axes and the loops, [0] the one that tiles run along.
struct PlaneMap {
  Dim x, y;
  Dims loops;
};

PlaneMap MapOf(const Step& step) {
  PlaneMap map;
  map.y = step.axes[0];
  map.x = step.axes[1];
  // The two transforms commute, so lanes run along whichever axis is closest in memory.
  if (std::pair(map.y.in_stride, map.y.out_stride) < std::pair(map.x.in_stride, map.x.out_stride)) {
    std::swap(map.x, map.y);
  }
  for (const Dim& loop : step.loops) {
    if (loop.length > 1) map.loops.push_back(loop);
  }
  MergeLoops(&map.loops);
  if (map.loops.empty()) map.loops.push_back({1, 0, 0});
  const auto longest =
      std::max_element(map.loops.begin(), map.loops.end(),
                       [](const Dim& a, const Dim& b) { return a.length < b.length; });
  std::swap(map.loops.front(), *longest);
  return map;
}

KernelSpec MakeSpec(const Problem& problem, const PlanNode& leaf, const Step& step,
                    const PlaneMap& map, const PlaneShape& shape) {
  KernelSpec spec;
  spec.kind = KernelKind::kStockhamPlane;
  spec.direction = IsForward(problem.type) ? Direction::kForward : Direction::kInverse;
  spec.length = map.x.length;
  spec.factors = shape.x_factors;
  spec.second_axis = {map.y.length, shape.y_factors};
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
  spec.in_stride = map.x.in_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.out_stride = map.x.out_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.outer_loops = static_cast<int>(map.loops.size()) - 1;
  spec.scale = leaf.applies_scale && problem.scale != 1.0 ? ScaleKind::kScale : ScaleKind::kNone;
  Dims padded = map.loops;
  padded[0].length = RoundUp(padded[0].length, shape.planes_per_group);
  padded.insert(padded.end(), {map.x, map.y});
  spec.index = IndexWidthFor(padded, 0);
  return spec;
}

IndexValues ValuesOf(const PlaneMap& map) {
  IndexValues values = {{"in_stride", map.x.in_stride},
                        {"out_stride", map.x.out_stride},
                        {"y_in_stride", map.y.in_stride},
                        {"y_out_stride", map.y.out_stride},
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

absl::StatusOr<PlannedKernel> LowerPlane(const Problem& problem, const PlanNode& leaf,
                                         const Step& step, const Target& target) {
  const PlaneMap map = MapOf(step);
  FFT_ASSIGN_OR_RETURN(
      const PlaneShape shape,
      ChoosePlaneShape({map.x.length, map.y.length, problem.precision, map.loops[0].length},
                       target));
  PlannedKernel kernel;
  kernel.leaf = step.leaf;
  kernel.spec = MakeSpec(problem, leaf, step, map, shape);
  kernel.name = KernelName(kernel.spec);
  kernel.threads = shape.threads;
  kernel.lds_bytes = shape.lds_bytes;
  kernel.registers = shape.registers;
  kernel.blocks = CeilDiv(map.loops[0].length, shape.planes_per_group);
  int64_t planes = map.loops[0].length;
  for (size_t i = 1; i < map.loops.size(); ++i) {
    kernel.blocks *= map.loops[i].length;
    planes *= map.loops[i].length;
  }
  FFT_RETURN_IF_ERROR(CheckGrid(kernel));
  AddArguments(problem, leaf, ValuesOf(map), &kernel);
  const int64_t points = planes * map.x.length * map.y.length;
  kernel.bytes_moved = points * (PointBytes(step.in.format, problem.precision) +
                                 PointBytes(step.out.format, problem.precision));
  kernel.flops = planes * (map.y.length * PassFlops(map.x.length, shape.x_factors) +
                           map.x.length * PassFlops(map.y.length, shape.y_factors));
  if (kernel.spec.scale == ScaleKind::kScale) kernel.flops += 2 * points;
  return kernel;
}

}  // namespace fft::codegen
