// Lowering of the leaves that move elements.
#ifndef FFT_CODEGEN_LOWER_TRANSPOSE_H_
#define FFT_CODEGEN_LOWER_TRANSPOSE_H_

#include "absl/status/statusor.h"
#include "fft/codegen/lower_plan.h"

namespace fft::codegen {

// Fails when the tile fits no workgroup of the target.
absl::StatusOr<PlannedKernel> LowerTranspose(const Problem& problem, const PlanNode& leaf,
                                             const Step& step, const Target& target);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_LOWER_TRANSPOSE_H_
