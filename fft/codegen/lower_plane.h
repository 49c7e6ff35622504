// Lowering of the leaves that transform whole planes in one workgroup.
#ifndef FFT_CODEGEN_LOWER_PLANE_H_
#define FFT_CODEGEN_LOWER_PLANE_H_

#include "fft/codegen/lower_plan.h"

namespace fft::codegen {

// Without what LowerPlan fills in for every kind of kernel.
PlannedKernel LowerPlane(const Problem& problem, const PlanNode& leaf, const Step& step);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_LOWER_PLANE_H_
