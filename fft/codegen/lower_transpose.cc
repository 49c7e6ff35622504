#include "fft/codegen/lower_transpose.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/codegen/lowering.h"
#include "fft/core/transpose_shape.h"

namespace fft::codegen {
namespace {

// A move in memory strides: dims[0] is X, dims[1] is Y, the others are the loops around the tile.
struct MoveMap {
  Dims dims;
  bool copies = false;
  int k = -1, j = -1;  // indices into dims of the twiddled dims; -1: no twiddle
};

MoveMap MapOf(const PlanNode& leaf, const Step& step) {
  Dims plain, twiddled;
  const bool has_twiddle = leaf.large_twiddle.length > 0;
  (has_twiddle ? twiddled : plain).push_back(step.axes.front());
  for (int i = 0; i < std::ssize(step.loops); ++i) {
    const bool is_j = has_twiddle && i == leaf.large_twiddle.loop;
    (is_j ? twiddled : plain).push_back(step.loops[i]);
  }
  std::erase_if(plain, [](const Dim& dim) { return dim.length == 1; });
  MergeLoops(&plain);
  const int first_twiddled = static_cast<int>(plain.size());
  Dims dims = std::move(plain);
  dims.insert(dims.end(), twiddled.begin(), twiddled.end());

  const TransposeTile tile = ChooseTransposeTile(dims);
  MoveMap map;
  map.copies = tile.copies;
  std::vector<int> order = {tile.x, tile.y};
  for (int i = 0; i < std::ssize(dims); ++i) {
    const bool is_point = dims[i].length == 1 && i < first_twiddled;
    if (i != tile.x && i != tile.y && !is_point) order.push_back(i);
  }
  for (int i = 0; i < std::ssize(order); ++i) {
    map.dims.push_back(order[i] < 0 ? Dim{} : dims[order[i]]);
    if (has_twiddle && order[i] == first_twiddled) map.k = i;
    if (has_twiddle && order[i] == first_twiddled + 1) map.j = i;
  }
  return map;
}

KernelSpec MakeSpec(const Problem& problem, const PlanNode& leaf, const Step& step,
                    const MoveMap& map, const TransposeShape& shape) {
  KernelSpec spec;
  spec.kind = KernelKind::kTranspose;
  spec.length = shape.tile_x;
  spec.transforms_per_group = shape.tile_y;
  spec.threads_per_transform = shape.threads / shape.tile_y;
  spec.tiling = map.copies ? Tiling::kRowRow : Tiling::kRowCol;
  spec.exchange = map.copies ? Exchange::kNone : Exchange::kFull;
  if (!map.copies) spec.lds = {1, shape.pitch, 0, shape.pitch * shape.tile_y};
  spec.precision = problem.precision;
  spec.placement = step.in_place ? Placement::kInPlace : Placement::kOutOfPlace;
  spec.in_format = step.in.format;
  spec.out_format = step.out.format;
  const auto kind = [](int64_t stride) {
    return stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  };
  spec.in_stride = kind(map.dims[0].in_stride);
  spec.out_stride = kind(map.dims[map.copies ? 0 : 1].out_stride);
  spec.outer_loops = static_cast<int>(map.dims.size()) - 2;
  // Only a rotation has a direction.
  if (map.k >= 0 && !IsForward(problem.type)) spec.direction = Direction::kInverse;
  spec.scale = leaf.applies_scale && problem.scale != 1.0 ? ScaleKind::kScale : ScaleKind::kNone;
  // Threads past the end compute addresses that they do not use.
  Dims padded = map.dims;
  padded[0].length = RoundUp(padded[0].length, shape.tile_x);
  padded[1].length = RoundUp(padded[1].length, shape.tile_y);
  spec.index = IndexWidthFor(padded, map.k >= 0 ? leaf.large_twiddle.length : 0);
  return spec;
}

IndexValues ValuesOf(const MoveMap& map) {
  IndexValues values;
  for (int i = 0; i < std::ssize(map.dims); ++i) {
    const Dim& dim = map.dims[i];
    const std::string side = i == 0 ? "x_" : i == 1 ? "y_" : "";
    const std::string suffix = i < 2 ? "" : absl::StrCat("_", i - 1);
    values.push_back({i < 2 ? side + "count" : "length" + suffix, dim.length});
    values.push_back({side + "in_stride" + suffix, dim.in_stride});
    values.push_back({side + "out_stride" + suffix, dim.out_stride});
  }
  return values;
}

}  // namespace

absl::StatusOr<PlannedKernel> LowerTranspose(const Problem& problem, const PlanNode& leaf,
                                             const Step& step, const Target& target) {
  const MoveMap map = MapOf(leaf, step);
  const TransposeTile tile = {0, 1, map.copies};
  FFT_ASSIGN_OR_RETURN(const TransposeShape shape,
                       ChooseTransposeShape(map.dims, tile, problem.precision, target));
  PlannedKernel kernel;
  kernel.leaf = step.leaf;
  kernel.spec = MakeSpec(problem, leaf, step, map, shape);
  TwiddleSteps& twiddle = kernel.spec.large_twiddle;
  if (map.k >= 0) {
    twiddle = StepsFor(
        {leaf.large_twiddle.length, map.j, map.k, problem.precision, shape.lds_bytes}, target);
  }
  kernel.name = KernelName(kernel.spec);
  kernel.threads = shape.threads;
  kernel.lds_bytes = shape.lds_bytes + TableLdsBytes(twiddle, problem.precision);
  kernel.blocks =
      CeilDiv(map.dims[0].length, shape.tile_x) * CeilDiv(map.dims[1].length, shape.tile_y);
  int64_t points = map.dims[0].length * map.dims[1].length;
  for (size_t i = 2; i < map.dims.size(); ++i) {
    kernel.blocks *= map.dims[i].length;
    points *= map.dims[i].length;
  }
  FFT_RETURN_IF_ERROR(CheckGrid(kernel));
  AddArguments(problem, leaf, ValuesOf(map), &kernel);
  kernel.bytes_moved = points * (PointBytes(step.in.format, problem.precision) +
                                 PointBytes(step.out.format, problem.precision));
  kernel.flops = points * (6 * kernel.spec.large_twiddle.steps +
                           (kernel.spec.scale == ScaleKind::kScale ? 2 : 0));
  return kernel;
}

}  // namespace fft::codegen
