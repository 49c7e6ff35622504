// Lowering of the leaves that transform whole planes in one workgroup.
#ifndef FFT_CODEGEN_LOWER_PLANE_H_
#define FFT_CODEGEN_LOWER_PLANE_H_

#include "absl/status/statusor.h"
#include "fft/codegen/lower_plan.h"

namespace fft::codegen {

// Fails when the plane fits no workgroup of the target.
absl::StatusOr<PlannedKernel> LowerPlane(const Problem& problem, const PlanNode& leaf,
                                         const Step& step, const Target& target);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_LOWER_PLANE_H_
