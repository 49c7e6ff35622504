// Figures that compilers report about kernels, summed up by kind of kernel.
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

// Returns the kind, tiling, exchange and precision of a kernel, such as "stockham sbrr full
// single", and behind them "twiddled" for kernels that multiply by large twiddles.
std::string KindOfKernel(const kernels::KernelSpec& spec);

// Returns an estimate of a kernel's occupancy, between 0 and 1: the wavefronts that fit a compute
// unit, given the kernel's registers, LDS and workgroup size, over the most wavefronts that a
// compute unit of the target holds.
double Occupancy(const KernelFigures& figures, const Target& target);

// Returns one line per kind: the number of kernels, the largest number of registers, bytes of LDS,
// spilled registers and bytes of scratch of a kernel, and the range of occupancies.
std::string KindsText(const std::vector<KernelFigures>& kernels, const Target& target);

}  // namespace fft::cli

#endif  // TOOLS_CLI_KERNEL_STATS_H_
