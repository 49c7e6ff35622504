// Runs whole plans in the AST interpreter: the second opinion on every kernel, with no compiler and
// no device.
#ifndef TESTS_INTERPRETER_RUN_PLAN_H_
#define TESTS_INTERPRETER_RUN_PLAN_H_

#include <array>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/exec/pipeline.h"

namespace fft::testing {

// One user array, in reals: interleaved complex numbers are two, planar ones use the second plane.
using InterpreterPlanes = std::array<std::vector<double>, 2>;

// Memory of one execution. In place, `in` is not used; chains alone have spectra.
struct InterpreterBuffers {
  InterpreterPlanes in, out;
  std::vector<double> spectra;
};

// Callbacks have the meaning of those in tests/support/test_callbacks.h.
//
// Runs the kernels of assignment `candidate`, step after step, and returns the interpreter's
// objections, one line each. A correct plan has none.
absl::StatusOr<std::vector<std::string>> RunInInterpreter(const PlanDescription& plan,
                                                          int candidate,
                                                          InterpreterBuffers* buffers);

}  // namespace fft::testing

#endif  // TESTS_INTERPRETER_RUN_PLAN_H_
