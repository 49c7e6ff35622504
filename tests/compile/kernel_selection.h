// The choice of a few kernels that stand for many.
#ifndef TESTS_COMPILE_KERNEL_SELECTION_H_
#define TESTS_COMPILE_KERNEL_SELECTION_H_

#include <set>
#include <string>
#include <vector>

#include "fft/kernels/lower_plan.h"

namespace fft::testing {

// The kernels of distinct names, in order.
std::vector<kernels::PlannedKernel> DistinctKernels(
    const std::vector<kernels::PlannedKernel>& kernels);

// The features that make a kernel worth compiling. They are its ways through memory, each of its
// radices with its precision, the size of its workgroup with its precision, and its large twiddles,
// strides, index width and scale.
std::set<std::string> Features(const kernels::KernelSpec& spec);

// Kernels that together have every feature of `kernels`: longest first, each with a feature that
// the earlier ones lack.
std::vector<kernels::PlannedKernel> CoveringSubset(
    const std::vector<kernels::PlannedKernel>& kernels);

}  // namespace fft::testing

#endif  // TESTS_COMPILE_KERNEL_SELECTION_H_
