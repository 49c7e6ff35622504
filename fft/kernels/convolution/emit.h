// Bluestein's, Rader's and filtering kernels: KernelSpec -> AST. A transform of `points` points is
// a cyclic convolution of `length` points from global memory to global memory, all in one workgroup
// (fft/plan/schemes/bluestein.cc and rader.cc have the maths). A chain (fft/core/chain.h) is a
// cyclic convolution, too: of the caller's rows with the caller's filters, given as spectra.
//
// The passes run in order. The last one multiplies by the filter and computes its own inverse at
// once. The other passes then run mirrored, in reverse order, so all values start and end in the
// same places.
#ifndef FFT_KERNELS_CONVOLUTION_EMIT_H_
#define FFT_KERNELS_CONVOLUTION_EMIT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/parameter.h"

namespace fft::kernels {

// Fails with Unimplemented for a combination of fields that has no kernel.
absl::StatusOr<codegen::Kernel> EmitConvolution(const KernelSpec& spec,
                                                const std::vector<Parameter>& signature);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_CONVOLUTION_EMIT_H_
