// The Stockham kernel: KernelSpec -> AST.
//
// Stockham autosort by decimation in frequency: pass p with radix r works on sequences interleaved
// with stride s = product of the earlier radices. Butterfly i = q + s g (0 <= q < s, 0 <= g < m,
// m = N / (s r)) reads points i + (N / r) j and writes points q + s (r g + k), output k rotated by
// exp(-+2 pi i g k / (m r)). The last pass has g = 0: it rotates by nothing and writes natural
// order.
#ifndef FFT_CODEGEN_KERNELS_STOCKHAM_H_
#define FFT_CODEGEN_KERNELS_STOCKHAM_H_

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/kernel_spec.h"

namespace fft::codegen {

// Fails with Unimplemented for a combination of fields that has no kernel.
absl::StatusOr<Kernel> MakeStockhamKernel(const KernelSpec& spec);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_KERNELS_STOCKHAM_H_
