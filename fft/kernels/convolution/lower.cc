#include "fft/kernels/convolution/lower.h"

#include "fft/base/int_math.h"
#include "fft/choice/line_map.h"
#include "fft/codegen/dag/butterfly.h"
#include "fft/kernels/lines/lower_line.h"
#include "fft/kernels/lines/pass.h"
#include "fft/kernels/lines/tiling.h"
#include "fft/kernels/lowering.h"

namespace fft::kernels {

std::vector<Parameter> BluesteinTables(const KernelSpec& spec) {
  using enum ParameterId;
  std::vector<Parameter> list = PassTables(spec);
  list.insert(list.end(), {kTwiddlesBack, kChirp, kChirpBack, kChirpFilter});
  return list;
}

std::vector<Parameter> RaderTables(const KernelSpec& spec) {
  using enum ParameterId;
  std::vector<Parameter> list = PassTables(spec);
  if (spec.lines_per_transform) list.push_back(kTwiddlesFirst);
  list.insert(list.end(), {kTwiddlesBack, kPermutation, kRaderFilter});
  return list;
}

std::vector<Parameter> FilterTables(const KernelSpec& spec) {
  using enum ParameterId;
  std::vector<Parameter> list = PassTables(spec);
  list.insert(list.end(), {kTwiddlesBack, IsChain(spec) ? kSpectra : kColumnsFilter});
  return list;
}

int64_t ChainElements(const KernelSpec& spec) {
  if (!IsWholeChain(spec) || !HoldsRows(spec) || !ReadsRows(spec)) return 0;
  return spec.in_range ? spec.in_range->count : spec.length;
}

LoweredStep LowerConvolution(const Problem& problem, const PlanNode& leaf, const Step& step) {
  LoweredStep lowered = LowerLine(problem, leaf, step, step.kernel->line());
  const KernelSpec& spec = lowered.spec;
  // Counts the transforms forth and back with the product between them, then Bluestein's chirps or
  // Rader's point 0.
  int64_t flops = 2 * PassFlops(spec.length, spec.factors);
  if (spec.kind == KernelKind::kBluestein) flops += 6 * spec.length + 12 * AxisLength(spec);
  if (spec.kind == KernelKind::kRader) flops += 6 * spec.length + 2 * LinePoints(spec);
  if (spec.lines_per_transform) {
    flops *= *spec.lines_per_transform;
    for (const Pass& pass : PassesIntoLines(spec)) {
      flops += pass.butterflies * (codegen::CountFlops(pass.radix) + 6 * (pass.radix - 1));
    }
  }
  lowered.flops += CeilDiv(Rows(step.kernel->map), step.kernel->transforms_per_line) * flops;
  return lowered;
}

}  // namespace fft::kernels
