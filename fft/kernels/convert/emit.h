// The conversion kernel: KernelSpec -> AST. It goes point by point from what the axis holds
// (KernelSpec::load) to what it is to hold (KernelSpec::store), with no transform between.
//
// Threads are numbered through the grid: over the axis first (row-row tiling) or over the tile loop
// first (col-col), then over the other. Between a spectrum of pairs and their points a thread does
// points k and n - k, which makes it safe in place.
#ifndef FFT_KERNELS_CONVERT_EMIT_H_
#define FFT_KERNELS_CONVERT_EMIT_H_

#include <vector>

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/parameter.h"

namespace fft::kernels {

absl::StatusOr<codegen::Kernel> EmitConvert(const KernelSpec& spec,
                                            const std::vector<Parameter>& signature);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_CONVERT_EMIT_H_
