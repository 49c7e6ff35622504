// The 2D kernel: KernelSpec -> AST. A workgroup holds whole planes.
//
//   in --rows along x: first pass loads--> passes over x --LDS--> passes over y --last stores-->
//   out
//
// The work of a pass is one list of butterflies over all lines of the tile, so every pass keeps all
// threads busy whatever the two lengths. Passes over x run along neighbouring butterflies of a row,
// and passes over y across neighbouring columns, so loads and stores both run along rows of global
// memory.
//
// Planes of reals are planes of pairs whose spectrum is made after the last pass, or taken apart
// before the first one, by way of LDS (pairs.h).
//
// Fields of the spec: length and factors belong to x, second_axis to y, and transforms_per_group
// counts planes.
#ifndef FFT_KERNELS_PLANE_EMIT_H_
#define FFT_KERNELS_PLANE_EMIT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/parameter.h"

namespace fft::kernels {

// Fails with Unimplemented for formats and precisions that only AST passes make.
absl::StatusOr<codegen::Kernel> EmitPlane(const KernelSpec& spec,
                                          const std::vector<Parameter>& signature);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_PLANE_EMIT_H_
