// The Stockham kernel: KernelSpec -> AST. One transform between global memory and global memory
// (stockham_pass.h has the index maths, stockham_device.h the movement of values).
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
