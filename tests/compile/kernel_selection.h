// Selects a few kernels that represent all others.
#ifndef TESTS_COMPILE_KERNEL_SELECTION_H_
#define TESTS_COMPILE_KERNEL_SELECTION_H_

#include <set>
#include <string>
#include <vector>

#include "fft/kernels/lower_plan.h"

namespace fft::testing {

// Returns the kernels without those whose names occurred before, in order.
std::vector<kernels::PlannedKernel> DistinctKernels(
    const std::vector<kernels::PlannedKernel>& kernels);

// Returns the features of a kernel by which CoveringSubset chooses. They are how it reads and
// writes memory, each radix with the precision, the size of the workgroup with the precision, and
// its large twiddles, strides, index width and scale.
std::set<std::string> Features(const kernels::KernelSpec& spec);

// Returns kernels that together have every feature of `kernels`, longest first. Each kernel has a
// feature that the kernels before it do not have.
std::vector<kernels::PlannedKernel> CoveringSubset(
    const std::vector<kernels::PlannedKernel>& kernels);

}  // namespace fft::testing

#endif  // TESTS_COMPILE_KERNEL_SELECTION_H_
