// A candidate's kernels, interpreted and found right, or the test fails.
#ifndef TESTS_INTERPRETER_EXPECT_RIGHT_H_
#define TESTS_INTERPRETER_EXPECT_RIGHT_H_

#include "fft/exec/pipeline.h"

namespace fft::testing {

// Of random input: InterpretTransform objects to nothing, and the output lies within its gate of
// the reference's.
void ExpectRight(const PlanDescription& plan, int candidate);

}  // namespace fft::testing

#endif  // TESTS_INTERPRETER_EXPECT_RIGHT_H_
