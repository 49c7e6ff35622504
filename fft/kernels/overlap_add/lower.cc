#include "fft/kernels/overlap_add/lower.h"

#include "fft/base/int_math.h"
#include "fft/choice/line_map.h"
#include "fft/core/dim.h"
#include "fft/kernels/lowering.h"

namespace fft::kernels {

std::vector<Parameter> OverlapAddTables(const KernelSpec&) { return {ParameterId::kFrameWindow}; }

std::vector<Parameter> OverlapAddIndices(const KernelSpec& spec) {
  using enum ParameterId;
  std::vector<Parameter> list = {kTileCount, kFirstSample, kBatch, kHop};
  if (spec.in_stride == StrideKind::kAny) list.push_back(kInStride);
  if (spec.out_stride == StrideKind::kAny) list.push_back(kOutStride);
  return list;
}

LoweredStep LowerOverlapAdd(const Problem& problem, const PlanNode& leaf, const Step& step) {
  using enum ParameterId;
  const KernelMap& map = step.kernel->map;
  const Dim& axis = map.axes.back();
  const int64_t samples = leaf.OutLength(), frames = leaf.row.length;
  LoweredStep lowered;
  KernelSpec& spec = lowered.spec = SpecOf(problem, leaf, step);
  spec.length = leaf.row.points;
  spec.threads_per_transform = step.kernel->threads;
  spec.transforms_per_group = 1;
  spec.row_operation = leaf.row.operation;
  spec.in_stride = StrideKindOf(axis.in_stride);
  spec.out_stride = StrideKindOf(axis.out_stride);
  const bool has_loops = map.loops.size() > 1 || map.loops.front().length > 1;
  spec.outer_loops = has_loops ? static_cast<int>(map.loops.size()) : 0;
  // Threads past the end compute samples up to the last sample of their workgroup.
  Dims reach = map.loops;
  reach.push_back({leaf.InLength(), axis.in_stride, 0});
  reach.push_back({RoundUp(samples, spec.threads_per_transform), 0, axis.out_stride});
  reach.push_back({leaf.InLength() + spec.threads_per_transform, 1, 1});
  spec.index = IndexWidthFor(reach, 0);
  const Range kept = RangeOf(leaf.out_side).value_or(Range{0, samples});
  lowered.values = {
      {kTileCount, samples},      {kFirstSample, kept.first},  {kBatch, frames},
      {kHop, leaf.row.axis_step}, {kInStride, axis.in_stride}, {kOutStride, axis.out_stride}};
  for (int i = 1; i <= spec.outer_loops; ++i) {
    AddLoop(i, map.loops[i - 1], &lowered.values);
    lowered.values.push_back({{kLoopRowStep, i}, 0});
  }
  const int64_t signals = Rows(map);
  lowered.bytes_moved = signals * (leaf.InLength() * PointBytes(problem, step.in) +
                                   samples * PointBytes(problem, step.out));
  const int64_t components = spec.in_format == ArrayFormat::kReal ? 1 : 2;
  const int64_t squares = spec.row_operation == RowOperation::kWindowMean ? 1 : 0;
  lowered.flops = 2 * (components + squares) * signals * leaf.InLength();
  return lowered;
}

}  // namespace fft::kernels
