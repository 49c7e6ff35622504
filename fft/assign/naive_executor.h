// Runs a candidate assignment on real buffers with naive arithmetic. This proves that a plan's
// index maths and its buffers are right, with no kernel, compiler or device involved.
#ifndef FFT_ASSIGN_NAIVE_EXECUTOR_H_
#define FFT_ASSIGN_NAIVE_EXECUTOR_H_

#include <string>

#include "fft/assign/placement.h"
#include "fft/core/problem.h"
#include "fft/tree/plan_node.h"

namespace fft {

// The order in which the transforms of one kernel run; a right plan does not depend on it.
enum class TransformOrder { kForward, kBackward };

// Executes the steps of `candidate` in double precision on random input and compares with a naive
// DFT of the whole problem. Returns what is wrong, empty when nothing is: a wrong value, an element
// between the strides that was written, an input that changed although no step writes it, an access
// outside of a buffer. Planar user arrays are kept interleaved.
std::string RunNaively(const Problem& problem, const PlanNode& root, const Candidate& candidate,
                       TransformOrder order);

}  // namespace fft

#endif  // FFT_ASSIGN_NAIVE_EXECUTOR_H_
