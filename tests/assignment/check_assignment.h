// The rules that every buffer assignment must keep. They are checked from only the steps, without
// the search and its decision function.
#ifndef TESTS_ASSIGNMENT_CHECK_ASSIGNMENT_H_
#define TESTS_ASSIGNMENT_CHECK_ASSIGNMENT_H_

#include <string>

#include "fft/assign/placement.h"
#include "fft/core/problem.h"
#include "fft/plan/plan_options.h"

namespace fft::testing {

// Returns the first broken rule of `candidate`; empty if it keeps all rules. The first step reads
// the user's input and the last step writes the user's output, each with exactly the user's
// strides. Every other step reads the output of the step before. No step accesses elements beyond
// the extent of its arrays, and temporaries fit into the workspace.
//
// Only with options.allow_input_overwrite may a step write the input of an out-of-place problem.
// Data between steps that lies in a user's buffer has the user's strides, or is packed. It may be
// packed only in a buffer without gaps, or with options.allow_gap_overwrite.
std::string Objection(const Problem& problem, const PlanOptions& options,
                      const Candidate& candidate);

}  // namespace fft::testing

#endif  // TESTS_ASSIGNMENT_CHECK_ASSIGNMENT_H_
