#include "fft/kernels/plane/lower.h"

#include <algorithm>

#include "fft/base/int_math.h"
#include "fft/choice/line_map.h"
#include "fft/kernels/lowering.h"

namespace fft::kernels {
namespace {

Dims ReachOf(const PlanNode& leaf, const KernelMap& map, const PlaneShape& shape) {
  Dims padded = map.loops;
  padded[0].length = RoundUp(padded[0].length, shape.planes_per_group);
  Dim x = map.axes[1];
  x.length = std::max(Elements(leaf.in_side, x.length), Elements(leaf.out_side, x.length));
  padded.insert(padded.end(), {x, map.axes[0]});
  return padded;
}

KernelSpec MakeSpec(const Problem& problem, const PlanNode& leaf, const Step& step) {
  const KernelMap& map = step.kernel->map;
  const PlaneShape& shape = step.kernel->plane();
  const Dim &y = map.axes[0], &x = map.axes[1];
  KernelSpec spec = SpecOf(problem, leaf, step);
  spec.length = x.length;
  spec.factors = shape.x_factors;
  spec.second_axis = {y.length, shape.y_factors};
  spec.threads_per_transform = shape.threads / shape.planes_per_group;
  spec.transforms_per_group = shape.planes_per_group;
  spec.exchange = shape.exchange;
  spec.lds = shape.lds;
  spec.load = leaf.in_side.format;
  spec.store = leaf.out_side.format;
  if (shape.resident_groups > 0) spec.resident_groups = shape.resident_groups;
  spec.in_stride = StrideKindOf(x.in_stride);
  spec.out_stride = StrideKindOf(x.out_stride);
  spec.outer_loops = static_cast<int>(map.loops.size()) - 1;
  spec.index = IndexWidthFor(ReachOf(leaf, map, shape), 0);
  return spec;
}

IndexValues ValuesOf(const KernelMap& map) {
  using enum ParameterId;
  const Dim &y = map.axes[0], &x = map.axes[1], &tile = map.loops[0];
  IndexValues values = {{kInStride, x.in_stride},         {kOutStride, x.out_stride},
                        {kYInStride, y.in_stride},        {kYOutStride, y.out_stride},
                        {kTileCount, tile.length},        {kTileInStride, tile.in_stride},
                        {kTileOutStride, tile.out_stride}};
  for (int i = 1; i < std::ssize(map.loops); ++i) AddLoop(i, map.loops[i], &values);
  return values;
}

}  // namespace

std::vector<Parameter> PlaneTables(const KernelSpec& spec) {
  std::vector<Parameter> list;
  if (spec.factors.size() > 1) list.push_back(ParameterId::kTwiddles);
  if (spec.second_axis.factors.size() > 1) list.push_back(ParameterId::kTwiddlesY);
  if (HasPairs(spec)) list.push_back(ParameterId::kPairTwiddles);
  return list;
}

std::vector<Parameter> PlaneIndices(const KernelSpec& spec) {
  using enum ParameterId;
  std::vector<Parameter> list;
  if (spec.in_stride == StrideKind::kAny) list.push_back(kInStride);
  if (spec.out_stride == StrideKind::kAny) list.push_back(kOutStride);
  list.insert(list.end(), {kYInStride, kYOutStride, kTileCount, kTileInStride, kTileOutStride});
  return list;
}

int64_t PlaneElements(const KernelSpec& spec) {
  return ReadsOneRow(spec) ? Elements({spec.load}, spec.length) * spec.second_axis.length : 0;
}

LoweredStep LowerPlane(const Problem& problem, const PlanNode& leaf, const Step& step) {
  const KernelMap& map = step.kernel->map;
  const PlaneShape& shape = step.kernel->plane();
  const int64_t y = map.axes[0].length, x = map.axes[1].length;
  LoweredStep lowered;
  lowered.spec = MakeSpec(problem, leaf, step);
  lowered.values = ValuesOf(map);
  const int64_t planes = Rows(map);
  const int64_t points = planes * x * y;
  lowered.bytes_moved = leaf.InElements() * PointBytes(problem, step.in) +
                        leaf.OutElements() * PointBytes(problem, step.out);
  lowered.spec.known_tile.is_far =
      IsFar(step, lowered.spec, lowered.bytes_moved, ReachOf(leaf, map, shape));
  lowered.flops = planes * (y * PassFlops(x, shape.x_factors) + x * PassFlops(y, shape.y_factors));
  if (HasPairs(lowered.spec)) lowered.flops += 8 * points;
  if (lowered.spec.scale == ScaleKind::kScale) lowered.flops += 2 * points;
  return lowered;
}

}  // namespace fft::kernels
