#include "tools/tune/tune_kernel.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/codegen/lowering.h"
#include "fft/kernels/large_twiddles.h"

namespace fft::tune {
int64_t TuneCase::transforms() const {
  int64_t count = 1;
  for (const Dim& loop : loops) count *= loop.length;
  return count;
}

absl::StatusOr<TuneCase> MakeCase(const ShapeKey& key, int64_t elements) {
  if (key.use == ShapeUse::kConverting || key.tiling == Tiling::kPlane) {
    return absl::UnimplementedError("conversions and planes are not timed by themselves");
  }
  TuneCase made;
  made.key = key;
  int64_t n = key.length;
  if (key.use == ShapeUse::kConvolving) {
    made.is_rader = IsPrime(key.length + 1);
    n = made.is_rader ? key.length + 1 : (key.length + 1) / 2;
  }
  const int64_t columns = (key.length & (key.length - 1)) == 0 ? 1024 : 960;
  if (key.tiling == Tiling::kRowRow) {
    made.axis = {n, 1, 1};
    made.loops = {{std::max<int64_t>(1, elements / n), n, n}};
  } else {
    const bool rows_in = LoadsRows(key.tiling), rows_out = StoresRows(key.tiling);
    made.axis = {n, rows_in ? 1 : columns, rows_out ? 1 : columns};
    made.loops = {{columns, rows_in ? n : 1, rows_out ? n : 1},
                  {std::max<int64_t>(1, elements / (n * columns)), n * columns, n * columns}};
  }
  if (key.use == ShapeUse::kTwiddled) {
    made.twiddle_length = key.length * (made.loops.size() > 1 ? columns : made.loops[0].length);
  }
  return made;
}

codegen::PlannedKernel MakeKernel(const TuneCase& wanted, const KernelShape& shape,
                                  const Target& target) {
  codegen::PlannedKernel kernel;
  codegen::KernelSpec& spec = kernel.spec;
  const ShapeKey& key = wanted.key;
  if (key.use == ShapeUse::kConvolving) {
    spec.kind = wanted.is_rader ? KernelKind::kRader : KernelKind::kBluestein;
    spec.points = wanted.axis.length;
  }
  spec.length = key.length;
  spec.tiling = key.tiling;
  codegen::SetShape(shape, &spec);
  spec.precision = key.precision;
  spec.placement = Placement::kOutOfPlace;
  spec.in_format = spec.out_format = ArrayFormat::kComplexInterleaved;
  using codegen::StrideKind;
  spec.in_stride = wanted.axis.in_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.out_stride = wanted.axis.out_stride == 1 ? StrideKind::kUnit : StrideKind::kAny;
  spec.outer_loops = static_cast<int>(wanted.loops.size()) - 1;
  if (wanted.twiddle_length > 0) {
    spec.large_twiddle =
        StepsFor({wanted.twiddle_length, 0, 0, key.precision, shape.lds_bytes}, target);
  }
  Dims dims = wanted.loops;
  dims[0].length = RoundUp(dims[0].length, spec.transforms_per_group);
  dims.push_back(wanted.axis);
  dims.back().length = std::max(wanted.axis.length, key.length);
  spec.index = codegen::IndexWidthFor(dims, wanted.twiddle_length);
  kernel.name = codegen::KernelName(spec);
  kernel.threads = shape.threads();
  kernel.registers = shape.registers;
  kernel.lds_bytes = shape.lds_bytes + TableLdsBytes(spec.large_twiddle, key.precision);
  kernel.blocks = CeilDiv(wanted.loops[0].length, spec.transforms_per_group) *
                  (wanted.transforms() / wanted.loops[0].length);
  PlanNode leaf;
  leaf.axes = {wanted.axis};
  leaf.large_twiddle = {wanted.twiddle_length, 0};
  leaf.convolution = key.use == ShapeUse::kConvolving ? key.length : 0;
  codegen::IndexValues values = {{"in_stride", wanted.axis.in_stride},
                                 {"out_stride", wanted.axis.out_stride},
                                 {"tile_count", wanted.loops[0].length},
                                 {"tile_in_stride", wanted.loops[0].in_stride},
                                 {"tile_out_stride", wanted.loops[0].out_stride}};
  for (size_t i = 1; i < wanted.loops.size(); ++i) {
    values.push_back({absl::StrCat("length_", i), wanted.loops[i].length});
    values.push_back({absl::StrCat("in_stride_", i), wanted.loops[i].in_stride});
    values.push_back({absl::StrCat("out_stride_", i), wanted.loops[i].out_stride});
  }
  Problem problem;
  problem.precision = key.precision;
  codegen::AddArguments(problem, leaf, values, &kernel);
  return kernel;
}

}  // namespace fft::tune
