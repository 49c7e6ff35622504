// Runs one transform in the AST interpreter, from values to values, and reports everything that may
// be wrong.
#ifndef TESTS_INTERPRETER_INTERPRET_TRANSFORM_H_
#define TESTS_INTERPRETER_INTERPRET_TRANSFORM_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/exec/pipeline.h"
#include "tests/interpreter/run_plan.h"

namespace fft::testing {

// The result. Values stand in canonical order (tests/support/side.h).
struct Interpretation {
  // The input as memory held it: rounded to the problem's precision; elements that share an address
  // are equal.
  std::vector<long double> input;
  std::vector<long double> output;
  // The objections: the interpreter's (run_plan.h), a gap that was written, an input that was
  // changed. Empty means right.
  std::vector<std::string> objections;
};

// `spectra` are those of a plan that is a whole chain.
absl::StatusOr<Interpretation> InterpretTransform(const PlanDescription& plan, int candidate,
                                                  const std::vector<long double>& input,
                                                  const std::vector<long double>& spectra = {},
                                                  KernelBranches* branches = nullptr);

// A machine so small that transforms of a few hundred points take several kernels.
Target SmallTarget();

}  // namespace fft::testing

#endif  // TESTS_INTERPRETER_INTERPRET_TRANSFORM_H_
