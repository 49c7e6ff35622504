// What every buffer assignment must keep to, whatever the search thinks: checked from the steps
// alone, without the decision function.
#ifndef TESTS_ASSIGNMENT_CHECK_ASSIGNMENT_H_
#define TESTS_ASSIGNMENT_CHECK_ASSIGNMENT_H_

#include <string>

#include "fft/assign/placement.h"
#include "fft/core/problem.h"
#include "fft/plan/plan_options.h"

namespace fft::testing {

// What is wrong with `candidate`, empty when nothing is:
// - the first step reads the user's input and the last one writes the user's output, each with
//   exactly the user's strides, and every step reads what the one before it has written;
// - nothing writes the input of an out-of-place problem unless options.allow_input_overwrite is
// set;
// - what lies in a user's buffer between the steps has the strides of the user, or lies packed in
// an
//   array that has no gaps (without options.allow_gap_overwrite);
// - no step leaves the extent of what it reads and writes, and temporaries fit into the workspace.
std::string Objection(const Problem& problem, const PlanOptions& options,
                      const Candidate& candidate);

}  // namespace fft::testing

#endif  // TESTS_ASSIGNMENT_CHECK_ASSIGNMENT_H_
