// The rules that every buffer assignment must keep. They are checked from the steps alone, without
// the search and its decision function.
#ifndef TESTS_ASSIGNMENT_CHECK_ASSIGNMENT_H_
#define TESTS_ASSIGNMENT_CHECK_ASSIGNMENT_H_

#include <string>

#include "fft/assign/placement.h"
#include "fft/core/problem.h"
#include "fft/plan/plan_options.h"

namespace fft::testing {

// What is wrong with `candidate`, empty when nothing is. The first step reads the user's input and
// the last one writes the user's output, each with exactly the user's strides, and every step reads
// what the one before it has written. No step leaves the extent of the arrays that it reads and
// writes, and temporaries fit into the workspace.
//
// The input of an out-of-place problem is not written unless options.allow_input_overwrite is set.
// Data in a user's buffer between the steps has the strides of the user, or lies packed in an array
// that has no gaps (any array with options.allow_gap_overwrite).
std::string Objection(const Problem& problem, const PlanOptions& options,
                      const Candidate& candidate);

}  // namespace fft::testing

#endif  // TESTS_ASSIGNMENT_CHECK_ASSIGNMENT_H_
