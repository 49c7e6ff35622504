// Lowering of the leaves that move elements.
#ifndef FFT_CODEGEN_LOWER_TRANSPOSE_H_
#define FFT_CODEGEN_LOWER_TRANSPOSE_H_

#include "fft/codegen/lower_plan.h"

namespace fft::codegen {

// Without what LowerPlan fills in for every kind of kernel.
PlannedKernel LowerTranspose(const Problem& problem, const PlanNode& leaf, const Step& step);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_LOWER_TRANSPOSE_H_
