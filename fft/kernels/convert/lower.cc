#include "fft/kernels/convert/lower.h"

#include <limits>
#include <optional>

#include "fft/core/dim.h"
#include "fft/kernels/lines/lower_line.h"

namespace fft::kernels {

LoweredStep LowerConvert(const Problem& problem, const PlanNode& leaf, const Step& step) {
  KernelShape shape;
  shape.threads_per_transform = step.kernel->threads;
  LoweredStep lowered = LowerLine(problem, leaf, step, shape);
  lowered.spec.known_tile = {.is_in_row = step.kernel->knows_tile};
  // Threads are numbered through the whole grid, so the index has to hold these numbers too.
  const std::optional<int64_t> points = Volume(ReachOfLine(leaf, step.kernel->map, lowered.spec));
  if (!points || *points > std::numeric_limits<int32_t>::max() / 2) {
    lowered.spec.index = IndexWidth::k64;
  }
  return lowered;
}

}  // namespace fft::kernels
