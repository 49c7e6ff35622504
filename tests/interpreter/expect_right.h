// A candidate's kernels, interpreted and found right, or the test fails.
#ifndef TESTS_INTERPRETER_EXPECT_RIGHT_H_
#define TESTS_INTERPRETER_EXPECT_RIGHT_H_

#include <cstdint>

#include "fft/exec/pipeline.h"

namespace fft::testing {

// Of random input: InterpretTransform objects to nothing, and the output lies within its gate of
// the reference's. Callbacks are those of ScalingCallbacks.
void ExpectRight(const PlanDescription& plan, int candidate, uint64_t seed = 5);

}  // namespace fft::testing

#endif  // TESTS_INTERPRETER_EXPECT_RIGHT_H_
