// The Stockham kernel: KernelSpec -> AST. The kernel does one transform from global memory to
// global memory (fft/kernels/lines/pass.h has the index maths, fft/kernels/lines/pass_engine.h the
// movement of values).
#ifndef FFT_KERNELS_STOCKHAM_EMIT_H_
#define FFT_KERNELS_STOCKHAM_EMIT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/parameter.h"

namespace fft::kernels {

// Fails with Unimplemented for a combination of fields that has no kernel.
absl::StatusOr<codegen::Kernel> EmitStockham(const KernelSpec& spec,
                                             const std::vector<Parameter>& signature);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_STOCKHAM_EMIT_H_
