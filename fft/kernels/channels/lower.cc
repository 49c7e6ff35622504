#include "fft/kernels/channels/lower.h"

#include "fft/base/int_math.h"
#include "fft/core/dim.h"
#include "fft/kernels/lowering.h"

namespace fft::kernels {
namespace {

// The width of the kernel's indices: 64 bits where offsets in an array, or in the matrices, may not
// fit 32. Threads past an end compute numbers up to the end of their tile.
IndexWidth IndexWidthOf(const PlanNode& leaf, const KernelMap& map, const ChannelsShape& shape) {
  Dims sides = map.loops, matrices = map.loops;
  for (size_t i = 0; i < matrices.size(); ++i) {
    matrices[i].in_stride = matrices[i].out_stride = map.row_steps[i];
  }
  for (Dims* dims : {&sides, &matrices}) {
    (*dims)[0].length = RoundUp((*dims)[0].length, shape.lanes);
    (*dims)[1].length = RoundUp((*dims)[1].length, shape.batch_tile());
  }
  const int64_t outs = RoundUp(leaf.OutLength(), shape.out_tile());
  const Dim& axis = map.axes.back();
  sides.push_back({leaf.InLength(), axis.in_stride, 0});
  sides.push_back({outs, 0, axis.out_stride});
  matrices.push_back({leaf.InLength(), leaf.row.in_step, leaf.row.in_step});
  matrices.push_back({outs, map.row_step, map.row_step});
  const bool fits =
      IndexWidthFor(sides, 0) == IndexWidth::k32 && IndexWidthFor(matrices, 0) == IndexWidth::k32;
  return fits ? IndexWidth::k32 : IndexWidth::k64;
}

IndexValues ValuesOf(const PlanNode& leaf, const KernelMap& map) {
  using enum ParameterId;
  const Dim &axis = map.axes.back(), &tile = map.loops[0], &batch = map.loops[1];
  IndexValues values = {{kInStride, axis.in_stride},       {kOutStride, axis.out_stride},
                        {kTileCount, tile.length},         {kTileInStride, tile.in_stride},
                        {kTileOutStride, tile.out_stride}, {kTileRowStep, map.row_steps[0]},
                        {kRowStep, map.row_step},          {kChannels, leaf.OutLength()},
                        {kChannelStep, leaf.row.in_step},  {kBatch, batch.length},
                        {kBatchInStride, batch.in_stride}, {kBatchOutStride, batch.out_stride}};
  for (int i = 1; i + 1 < std::ssize(map.loops); ++i) {
    AddLoop(i, map.loops[i + 1], &values);
    values.push_back({{kLoopRowStep, i}, map.row_steps[i + 1]});
  }
  return values;
}

}  // namespace

std::vector<Parameter> ChannelsTables(const KernelSpec&) { return {ParameterId::kSpectra}; }

std::vector<Parameter> ChannelsIndices(const KernelSpec& spec) {
  using enum ParameterId;
  std::vector<Parameter> list = {kInStride,      kOutStride,      kRowStep,
                                 kChannels,      kChannelStep,    kBatch,
                                 kBatchInStride, kBatchOutStride, kTileCount};
  if (spec.in_stride == StrideKind::kAny) list.insert(list.end(), {kTileInStride, kTileRowStep});
  if (spec.out_stride == StrideKind::kAny) list.push_back(kTileOutStride);
  return list;
}

LoweredStep LowerChannels(const Problem& problem, const PlanNode& leaf, const Step& step) {
  const KernelMap& map = step.kernel->map;
  const ChannelsShape& shape = step.kernel->channels();
  LoweredStep lowered;
  KernelSpec& spec = lowered.spec = SpecOf(problem, leaf, step);
  spec.length = leaf.InLength();
  spec.factors = {shape.batch_groups, shape.out_groups, shape.batch_each, shape.out_each};
  spec.threads_per_transform = shape.lanes;
  spec.transforms_per_group = shape.batch_groups * shape.out_groups;
  spec.row_operation = leaf.row.operation;
  const bool is_unit = map.loops[0].in_stride == 1 && map.row_steps[0] == 1;
  spec.in_stride = is_unit ? StrideKind::kUnit : StrideKind::kAny;
  spec.out_stride = StrideKindOf(map.loops[0].out_stride);
  spec.outer_loops = static_cast<int>(map.loops.size()) - 2;
  spec.index = IndexWidthOf(leaf, map, shape);
  lowered.values = ValuesOf(leaf, map);

  int64_t rows = 1, matrices = leaf.InLength() * leaf.OutLength();
  for (size_t i = 0; i < map.loops.size(); ++i) {
    rows *= map.loops[i].length;
    if (map.row_steps[i] > 0) matrices *= map.loops[i].length;
  }
  const int64_t bytes = PointBytes(problem, step.in);
  lowered.bytes_moved = (rows * (leaf.InLength() + leaf.OutLength()) + matrices) * bytes;
  lowered.flops = 8 * rows * leaf.InLength() * leaf.OutLength();
  return lowered;
}

}  // namespace fft::kernels
