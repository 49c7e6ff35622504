// From a plan and its buffer assignment to kernels with launch descriptions.
#ifndef FFT_KERNELS_LOWER_PLAN_H_
#define FFT_KERNELS_LOWER_PLAN_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/assign/placement.h"
#include "fft/base/json_fwd.h"
#include "fft/core/problem.h"
#include "fft/core/target.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/parameter.h"
#include "fft/kernels/tables/twiddles.h"
#include "fft/tree/plan_node.h"

namespace fft::kernels {

// One parameter of a kernel, in the order of its signature.
struct KernelArgument {
  Parameter parameter;
  int64_t value = 0;  // kIndex; 32 or 64 bits wide as KernelSpec::index says
  double real = 0;    // kReal; float or double as the precision says
  ParameterKind kind() const { return parameter.kind(); }
  friend bool operator==(const KernelArgument&, const KernelArgument&) = default;
};

// Everything that a launch needs except pointers, like the launch struct of rocFFT's code generator
// design. For example, the first of two kernels for 2^20 points in single precision on sm_90 has
// 128 blocks of 256 threads, 64 KiB of LDS and 96 registers per thread.
struct PlannedKernel {
  int leaf = 0;  // index into Leaves(root) and Candidate::steps
  std::string name;
  KernelSpec spec;
  int64_t blocks = 1;  // workgroups; one-dimensional grid
  int threads = 1;     // per workgroup
  int64_t lds_bytes = 0;
  // 32-bit registers that a thread is expected to need at least; 0 on a CPU, and for kernels that
  // only convert or move elements.
  int registers = 0;
  std::vector<KernelArgument> arguments;
  std::vector<TwiddleTable> tables;  // for the arguments that are tables, in their order
  int64_t bytes_moved = 0;           // global memory, read + written
  int64_t flops = 0;                 // real additions and multiplications
  // Whether the kernel may be launched while the one before it runs. It then waits itself for the
  // end of that kernel.
  bool launches_early = false;
  friend bool operator==(const PlannedKernel&, const PlannedKernel&) = default;
};

// Lowers every step of `candidate`, each kernel as if it ran by itself. InvalidArgument for a step
// made by hand that holds no kernel.
absl::StatusOr<std::vector<PlannedKernel>> LowerPlan(const Problem& problem, const PlanNode& root,
                                                     const Candidate& candidate);

// Sets which kernels do their tiles from the last to the first, which launch early, and which
// prefetch tiles. Kernel i is in launch launches[i], counted from 0. Kernels that share a launch do
// their tiles in order, launch in turn and prefetch nothing.
void JoinInSequence(const Target& target, const std::vector<int>& launches,
                    std::vector<PlannedKernel>* kernels);

// Lowers one step of `leaf`, which holds its kernel.
PlannedKernel LowerStep(const Problem& problem, const PlanNode& leaf, const Step& step);

Json ToJson(const PlannedKernel& kernel);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LOWER_PLAN_H_
