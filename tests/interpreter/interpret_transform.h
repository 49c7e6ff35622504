// Runs one transform in the AST interpreter. Takes and returns values, and reports faults.
#ifndef TESTS_INTERPRETER_INTERPRET_TRANSFORM_H_
#define TESTS_INTERPRETER_INTERPRET_TRANSFORM_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/exec/pipeline.h"
#include "tests/interpreter/run_plan.h"

namespace fft::testing {

// The result of an interpreted transform. Values are in canonical order (tests/support/side.h).
struct Interpretation {
  // The input as it was in memory: rounded to the problem's precision, and with equal values where
  // elements share an address.
  std::vector<long double> input;
  std::vector<long double> output;
  // The faults: objections of the interpreter (run_plan.h), written gaps, a changed input. Empty if
  // there are none.
  std::vector<std::string> objections;
};

// Interprets candidate number `candidate` of a plan. `spectra` are only for the plan of a chain.
absl::StatusOr<Interpretation> InterpretTransform(const PlanDescription& plan, int candidate,
                                                  const std::vector<long double>& input,
                                                  const std::vector<long double>& spectra = {},
                                                  KernelBranches* branches = nullptr);

// Returns a target so small that transforms of a few hundred points take several kernels.
Target SmallTarget();

}  // namespace fft::testing

#endif  // TESTS_INTERPRETER_INTERPRET_TRANSFORM_H_
