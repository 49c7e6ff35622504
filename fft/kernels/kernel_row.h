// What a kernel kind is to code generation: one row of fft/kernels/kernel_table.cc, made by the
// kind's folder. Which leaf gets a kernel of the kind is the other half (fft/choice/choose.h),
// which planning and buffer assignment see.
#ifndef FFT_KERNELS_KERNEL_ROW_H_
#define FFT_KERNELS_KERNEL_ROW_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/assign/placement.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/core/problem.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/parameter.h"
#include "fft/tree/plan_node.h"

namespace fft::codegen {

// A step in the terms of its kernel; grid, threads and tables follow from the choice and the spec.
struct LoweredStep {
  KernelSpec spec;
  IndexValues values;       // of every index parameter, but those of callbacks
  int64_t bytes_moved = 0;  // global memory, read + written
  int64_t flops = 0;        // real additions and multiplications
};

struct KernelRow {
  KernelKind kind;
  // The tables and the index parameters of the tile, in the order of the signature.
  std::vector<Parameter> (*tables)(const KernelSpec& spec);
  std::vector<Parameter> (*indices)(const KernelSpec& spec);
  // `leaf` is the step's, which holds its kernel.
  LoweredStep (*lower)(const Problem& problem, const PlanNode& leaf, const Step& step);
  // The AST for interleaved or real data of single or double precision, without callbacks; passes
  // make the other formats. Unimplemented for a combination of fields that has no kernel.
  absl::StatusOr<Kernel> (*emit)(const KernelSpec& spec, const std::vector<Parameter>& signature);
  // Elements that a workgroup reads, if they lie side by side; 0: they do not. Null: kernels of the
  // kind ask for nothing ahead of its turn.
  int64_t (*dense_elements)(const KernelSpec& spec) = nullptr;
  int ask_barrier = 1;  // of those that ask: before which barrier
};

}  // namespace fft::codegen

#endif  // FFT_KERNELS_KERNEL_ROW_H_
