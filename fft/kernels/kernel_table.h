// All kernel kinds, one entry each.
#ifndef FFT_KERNELS_KERNEL_TABLE_H_
#define FFT_KERNELS_KERNEL_TABLE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/kernels/kernel_row.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/parameter.h"

namespace fft::kernels {

const std::vector<KernelRow>& KernelTable();
const KernelRow& RowOf(KernelKind kind);

// KernelRow::dense_elements of the spec's kind.
int64_t DenseElements(const KernelSpec& spec);

// The parameters of a kernel, in order: arrays, tables, the tile, {length_i, in_stride_i,
// out_stride_i, [row_step_i] for outer loops i = 1..}, [scale], [window], [in_pair_stride],
// [load_user], [out_pair_stride], [store_user]. Some kernels lack those in brackets.
std::vector<Parameter> Signature(const KernelSpec& spec);

// Whether a kernel reads the spectra of a chain. Its load callback then reads them, and not the
// input.
bool ReadsSpectra(const KernelSpec& spec);

// KernelRow::emit of the spec's kind.
absl::StatusOr<codegen::Kernel> EmitKernel(const KernelSpec& spec);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_KERNEL_TABLE_H_
