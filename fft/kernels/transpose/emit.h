// The transpose kernel: KernelSpec -> AST.
//
// A workgroup moves a tile of two dims, X and Y, for one index of the outer loops:
//
//   lanes along X:  in[x0 + x, y0 + y]  -->  tile[y][x] in LDS        (rows of tile padded)
//   barrier
//   lanes along Y:  tile[y][x]  -->  out[x0 + x, y0 + y]
//
// Both sides run along their own closest dim, whatever the index map. Without LDS (Exchange::kNone)
// lanes run along X on both sides: a copy. On the way an element may be rotated by exp(-+2 pi i j k
// / N), with j and k the indices of any two of the dims, and scaled.
//
// Fields of the spec: length is the tile's extent along X, transforms_per_group that along Y,
// threads_per_transform the threads for each row of the tile.
#ifndef FFT_KERNELS_TRANSPOSE_EMIT_H_
#define FFT_KERNELS_TRANSPOSE_EMIT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/parameter.h"

namespace fft::kernels {

// Fails with Unimplemented for formats and precisions that AST passes make of others.
absl::StatusOr<codegen::Kernel> EmitTranspose(const KernelSpec& spec,
                                              const std::vector<Parameter>& signature);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TRANSPOSE_EMIT_H_
