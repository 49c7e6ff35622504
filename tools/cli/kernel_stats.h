// The compilers' figures of kernels, by kind of kernel.
#ifndef TOOLS_CLI_KERNEL_STATS_H_
#define TOOLS_CLI_KERNEL_STATS_H_

#include <string>
#include <vector>

#include "fft/core/target.h"
#include "fft/kernels/lower_plan.h"
#include "fft/rtc/objects/code_object_stats.h"

namespace fft::cli {

// A kernel and its compiler's figures.
struct KernelFigures {
  kernels::PlannedKernel kernel;
  rtc::KernelStats stats;
};

// The kind of a kernel, tiling, exchange, precision, and "twiddled" for kernels that multiply by
// large twiddles: "stockham sbrr full single".
std::string KindOfKernel(const kernels::KernelSpec& spec);

// Estimated share of the wavefronts that a compute unit of the target could hold, from registers,
// LDS and workgroup size: between 0 and 1.
double Occupancy(const KernelFigures& figures, const Target& target);

// One line per kind: how many kernels, the most registers, LDS, spilled registers and scratch of
// any, and the range of occupancies.
std::string KindsText(const std::vector<KernelFigures>& kernels, const Target& target);

}  // namespace fft::cli

#endif  // TOOLS_CLI_KERNEL_STATS_H_
