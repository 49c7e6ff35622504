// The conversion kernel: KernelSpec -> AST. Pointwise from what the axis holds (KernelSpec::load)
// to what it is to hold (KernelSpec::store), with no transform between.
//
// Threads are numbered through the grid: over the axis first (row-row tiling) or over the tile loop
// first (col-col), then over the other. Between a spectrum of pairs and their points a thread does
// points k and n - k, which makes it safe in place.
#ifndef FFT_CODEGEN_KERNELS_CONVERT_H_
#define FFT_CODEGEN_KERNELS_CONVERT_H_

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/kernel_spec.h"

namespace fft::codegen {

absl::StatusOr<Kernel> MakeConvertKernel(const KernelSpec& spec);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_KERNELS_CONVERT_H_
