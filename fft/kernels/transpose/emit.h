// The transpose kernel: KernelSpec -> AST.
//
// A workgroup moves a tile of two dims, X and Y, for one index of the outer loops:
//
//   lanes along X:  in[x0 + x, y0 + y]  -->  tile[y][x] in LDS        (rows of tile padded)
//   barrier
//   lanes along Y:  tile[y][x]  -->  out[x0 + x, y0 + y]
//
// On each side lanes run along the closest dim of that side, whatever the index map. Without LDS
// (Exchange::kNone) the kernel is a copy, and lanes run along X on both sides. On the way an
// element may be scaled and rotated by exp(-+2 pi i j k / N), where j and k are the indices of any
// two of the dims.
//
// Fields of the spec: length is the tile's extent along X, transforms_per_group its extent along Y,
// and threads_per_transform the number of threads for each row of the tile.
#ifndef FFT_KERNELS_TRANSPOSE_EMIT_H_
#define FFT_KERNELS_TRANSPOSE_EMIT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/parameter.h"

namespace fft::kernels {

// Fails with Unimplemented for formats and precisions that only AST passes make.
absl::StatusOr<codegen::Kernel> EmitTranspose(const KernelSpec& spec,
                                              const std::vector<Parameter>& signature);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TRANSPOSE_EMIT_H_
