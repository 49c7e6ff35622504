#include "fft/kernels/transpose/lower.h"

#include "fft/base/int_math.h"
#include "fft/choice/line_map.h"
#include "fft/kernels/lowering.h"

namespace fft::kernels {
namespace {

KernelSpec MakeSpec(const Problem& problem, const PlanNode& leaf, const Step& step) {
  const KernelMap& map = step.kernel->map;
  const TransposeShape& shape = step.kernel->move();
  const bool copies = map.tiling == Tiling::kRowRow;
  KernelSpec spec = SpecOf(problem, leaf, step);
  spec.length = shape.tile_x;
  spec.transforms_per_group = shape.tile_y;
  spec.threads_per_transform = shape.threads / shape.tile_y;
  spec.exchange = copies ? Exchange::kNone : Exchange::kFull;
  if (!copies) spec.lds = {1, shape.pitch, 0, shape.pitch * shape.tile_y};
  spec.in_stride = StrideKindOf(map.loops[0].in_stride);
  spec.out_stride = StrideKindOf(map.loops[copies ? 0 : 1].out_stride);
  spec.outer_loops = static_cast<int>(map.loops.size()) - 2;
  // Only a rotation has a direction.
  if (map.twiddle_axis < 0) spec.direction = Direction::kForward;
  // Threads past the end compute addresses that they do not use.
  Dims padded = map.loops;
  padded[0].length = RoundUp(padded[0].length, shape.tile_x);
  padded[1].length = RoundUp(padded[1].length, shape.tile_y);
  spec.index = IndexWidthFor(padded, map.twiddle_axis >= 0 ? leaf.large_twiddle.length : 0);
  return spec;
}

IndexValues ValuesOf(const KernelMap& map) {
  using enum ParameterId;
  const Dim &x = map.loops[0], &y = map.loops[1];
  IndexValues values = {{kXCount, x.length},         {kXInStride, x.in_stride},
                        {kXOutStride, x.out_stride}, {kYCount, y.length},
                        {kYInStride, y.in_stride},   {kYOutStride, y.out_stride}};
  for (int i = 1; i + 1 < std::ssize(map.loops); ++i) AddLoop(i, map.loops[i + 1], &values);
  return values;
}

}  // namespace

std::vector<Parameter> TransposeTables(const KernelSpec& spec) {
  if (spec.large_twiddle.steps == 0) return {};
  return {ParameterId::kLargeTwiddles};
}

std::vector<Parameter> TransposeIndices(const KernelSpec& spec) {
  using enum ParameterId;
  const bool copies = spec.exchange == Exchange::kNone;
  const bool is_unit = spec.out_stride == StrideKind::kUnit;
  std::vector<Parameter> list = {kXCount};
  if (spec.in_stride == StrideKind::kAny) list.push_back(kXInStride);
  if (!copies || !is_unit) list.push_back(kXOutStride);
  list.insert(list.end(), {kYCount, kYInStride});
  if (copies || !is_unit) list.push_back(kYOutStride);
  return list;
}

LoweredStep LowerTranspose(const Problem& problem, const PlanNode& leaf, const Step& step) {
  LoweredStep lowered;
  const KernelSpec& spec = lowered.spec = MakeSpec(problem, leaf, step);
  lowered.values = ValuesOf(step.kernel->map);
  const int64_t points = Rows(step.kernel->map);
  lowered.bytes_moved = points * (PointBytes(problem, step.in) + PointBytes(problem, step.out));
  lowered.flops =
      points * (6 * spec.large_twiddle.steps + (spec.scale == ScaleKind::kScale ? 2 : 0));
  return lowered;
}

}  // namespace fft::kernels
