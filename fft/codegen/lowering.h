// What the lowering of every kind of leaf has in common.
#ifndef FFT_CODEGEN_LOWERING_H_
#define FFT_CODEGEN_LOWERING_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "fft/codegen/kernel_spec.h"
#include "fft/codegen/lower_plan.h"
#include "fft/core/dim.h"

namespace fft::codegen {

// 32 bits where every offset and index over `dims` provably fits, exponents below `twiddle_length`
// (0: none) included. Lengths are those that threads past the end reach.
IndexWidth IndexWidthFor(const Dims& dims, int64_t twiddle_length);

// Bytes of one element: planar data moves as two arrays.
int64_t PointBytes(ArrayFormat format, Precision precision);

// Real additions and multiplications of the passes of one transform.
int64_t PassFlops(int64_t length, const std::vector<int>& factors);

// Fills the arguments and tables of the kernel's signature. Every index parameter must have a
// value.
using IndexValues = std::vector<std::pair<std::string, int64_t>>;
void AddArguments(const Problem& problem, const PlanNode& leaf, const IndexValues& values,
                  PlannedKernel* kernel);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_LOWERING_H_
