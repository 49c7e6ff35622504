#include "fft/kernels/stockham/lower.h"

#include "fft/base/int_math.h"
#include "fft/choice/line_map.h"
#include "fft/kernels/lines/lower_line.h"
#include "fft/kernels/lowering.h"

namespace fft::kernels {

LoweredStep LowerStockham(const Problem& problem, const PlanNode& leaf, const Step& step) {
  LoweredStep lowered = LowerLine(problem, leaf, step, step.kernel->line());
  const KernelSpec& spec = lowered.spec;
  const int64_t lines = CeilDiv(Rows(step.kernel->map), step.kernel->transforms_per_line);
  lowered.flops += lines * PassFlops(spec.length, spec.factors);
  return lowered;
}

}  // namespace fft::kernels
