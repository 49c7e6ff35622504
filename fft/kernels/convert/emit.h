// The conversion kernel: KernelSpec -> AST. It turns, point by point, what the axis holds
// (KernelSpec::load) into what the axis is to hold (KernelSpec::store), with no transform between.
//
// Threads are numbered through the whole grid. With the row-row tiling they run along the axis
// first, with col-col along the tile loop first. If points are pairs of reals, one thread converts
// points k and n - k between a spectrum and the pairs, which makes the kernel safe in place.
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
