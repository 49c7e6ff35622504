#include "fft/kernels/lowering.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "fft/assign/user_arrays.h"
#include "fft/base/int_math.h"
#include "fft/codegen/dag/butterfly.h"
#include "fft/shapes/host_shape.h"

namespace fft::kernels {

namespace {

// A step reads the factors of a window in the form in which it reads the reals of the input.
WindowUse WindowUseOf(const Problem& problem, const Step& step) {
  if (!problem.input.has_window || step.leaf > 0) return WindowUse::kNone;
  return HoldsPairs(problem, step.in) ? WindowUse::kPairs : WindowUse::kElements;
}

}  // namespace

KernelSpec SpecOf(const Problem& problem, const PlanNode& leaf, const Step& step) {
  KernelSpec spec;
  spec.kind = step.kernel->kind;
  const bool is_inverse = leaf.kinds.front() == AxisKind::kInverse;
  spec.direction = is_inverse ? Direction::kInverse : Direction::kForward;
  spec.tiling = step.kernel->map.tiling;
  spec.precision = problem.precision;
  spec.placement = step.in_place ? Placement::kInPlace : Placement::kOutOfPlace;
  spec.in_format = step.in.format;
  spec.out_format = step.out.format;
  const Precision in = PrecisionOf(problem, step.in.buffer);
  const Precision out = PrecisionOf(problem, step.out.buffer);
  if (in != spec.precision) spec.in_precision = in;
  if (out != spec.precision) spec.out_precision = out;
  spec.large_twiddle = step.kernel->twiddles;
  spec.scale = leaf.scale != 1 ? ScaleKind::kScale : ScaleKind::kNone;
  spec.window = WindowUseOf(problem, step);
  if (StoresFunction(leaf.out_side, step.out)) spec.function = problem.output.function;
  return spec;
}

IndexWidth IndexWidthFor(const Dims& dims, int64_t twiddle_length) {
  const int64_t limit = std::numeric_limits<int32_t>::max();
  const std::optional<int64_t> in = InExtent(dims), out = OutExtent(dims);
  if (!in || !out || *in - 1 > limit || *out - 1 > limit) return IndexWidth::k64;
  for (const Dim& dim : dims) {
    if (dim.length > limit || Magnitude(dim.in_stride) > limit ||
        Magnitude(dim.out_stride) > limit) {
      return IndexWidth::k64;
    }
  }
  return twiddle_length <= limit / 2 ? IndexWidth::k32 : IndexWidth::k64;
}

int64_t PointBytes(const Problem& problem, const EdgePlacement& edge) {
  return int64_t{ElementBytes(problem, edge)} * (IsPlanar(edge.format) ? 2 : 1);
}

int64_t PassFlops(int64_t length, const std::vector<int>& factors) {
  int64_t flops = 0;
  int64_t rest = length;
  for (int radix : factors) {
    const int64_t butterflies = length / radix;
    flops += butterflies * codegen::CountFlops(radix);
    rest /= radix;
    // A rotation is six operations. The first output of each butterfly is not rotated, nor is any
    // output of the last pass.
    if (rest > 1) flops += butterflies * (radix - 1) * 6;
  }
  return flops;
}

bool IsFar(const Step& step, const KernelSpec& spec, int64_t bytes_moved, Dims reach) {
  constexpr int64_t kMostPoints = 8192;  // 64 KiB in single precision on each side
  const int64_t lines = std::max<int64_t>(1, spec.second_axis.length) * spec.transforms_per_group;
  if (!step.kernel->knows_tile || bytes_moved <= kFarBytes) return false;
  if (spec.length * lines > kMostPoints) return false;
  for (Dim& dim : reach) dim.length += TileWidth(spec);
  return IndexWidthFor(reach, 0) == IndexWidth::k32 || spec.index == IndexWidth::k64;
}

void AddLoop(int i, const Dim& loop, IndexValues* values) {
  values->push_back({{ParameterId::kLoopLength, i}, loop.length});
  values->push_back({{ParameterId::kLoopInStride, i}, loop.in_stride});
  values->push_back({{ParameterId::kLoopOutStride, i}, loop.out_stride});
}

}  // namespace fft::kernels
