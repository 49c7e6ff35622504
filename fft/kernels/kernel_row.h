// A kernel kind for code generation: one entry of fft/kernels/kernel_table.cc, made by the kind's
// folder. Planning and buffer assignment see an entry of another table, which says which leaf gets
// a kernel of the kind (fft/choice/choose.h).
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

namespace fft::kernels {

// A step in the terms of its kernel. The grid, threads and tables follow from the choice and the
// spec.
struct LoweredStep {
  KernelSpec spec;
  IndexValues values;       // the values of all index parameters, except those of callbacks
  int64_t bytes_moved = 0;  // global memory, read + written
  int64_t flops = 0;        // real additions and multiplications
};

// The functions of a kernel kind.
struct KernelRow {
  KernelKind kind;
  // The tables, and the index parameters of the tile, in the order of the signature.
  std::vector<Parameter> (*tables)(const KernelSpec& spec);
  std::vector<Parameter> (*indices)(const KernelSpec& spec);
  // Lowers `step`, whose leaf `leaf` holds its kernel.
  LoweredStep (*lower)(const Problem& problem, const PlanNode& leaf, const Step& step);
  // The AST for interleaved or real data of single or double precision, without callbacks; AST
  // passes make the other formats. Unimplemented for a combination of fields that has no kernel.
  absl::StatusOr<codegen::Kernel> (*emit)(const KernelSpec& spec,
                                          const std::vector<Parameter>& signature);
  // How many elements a workgroup reads of each transform of its line, if they lie side by side;
  // else 0. The function is null if kernels of the kind prefetch nothing.
  int64_t (*dense_elements)(const KernelSpec& spec) = nullptr;
  int ask_barrier = 1;  // the barrier before which a kernel prefetches
  int ask_groups = 1;   // kernels prefetch if a compute unit holds at most this many workgroups
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_KERNEL_ROW_H_
