// Expectations about the interpreted kernels of a candidate.
#ifndef TESTS_INTERPRETER_EXPECT_RIGHT_H_
#define TESTS_INTERPRETER_EXPECT_RIGHT_H_

#include <cstdint>
#include <optional>

#include "fft/exec/describe_chain.h"
#include "fft/exec/pipeline.h"

namespace fft::testing {

// Expects that InterpretTransform has no objections for random input, and that the error of the
// output passes the gate. Inputs of a `drawn_seed` have a wider gate, since their errors scatter.
// Callbacks are those of ScalingCallbacks.
void ExpectRight(const PlanDescription& plan, int candidate,
                 std::optional<uint64_t> drawn_seed = std::nullopt);

// Expects the same for a chain with random spectra, which the last of its plans takes. This plan is
// the whole chain, or it adds frames.
void ExpectRight(const ChainDescription& made);

}  // namespace fft::testing

#endif  // TESTS_INTERPRETER_EXPECT_RIGHT_H_
