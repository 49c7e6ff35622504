// Runs whole plans in the AST interpreter: the second opinion on every kernel, with no compiler and
// no device.
#ifndef TESTS_INTERPRETER_RUN_PLAN_H_
#define TESTS_INTERPRETER_RUN_PLAN_H_

#include <array>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/codegen/interp/interpreter.h"
#include "fft/exec/pipeline.h"

namespace fft::testing {

// One user array, in reals: interleaved complex numbers are two, planar ones use the second plane.
using InterpreterPlanes = std::array<std::vector<double>, 2>;

// The decisions of kernels, by kernel: for each side whether some run took it, and the text of the
// decision.
class KernelBranches {
 public:
  struct Side {
    std::string text;  // "if (...)", "for (...)" or "(...) ? ...", and which side
    bool taken = false;
  };
  void Add(const std::string& kernel, const codegen::InterpReport& report);
  const std::map<std::string, std::vector<Side>>& sides() const { return sides_; }

 private:
  std::map<std::string, std::vector<Side>> sides_;
};

// Memory of one execution. In place, `in` is not used; chains alone have spectra.
struct InterpreterBuffers {
  InterpreterPlanes in, out;
  std::vector<double> spectra;
};

// Runs the kernels of assignment `candidate`, step after step, and returns the interpreter's
// objections, one line each. A correct plan has none. `branches`, if given, gets the kernels'
// decisions. Callbacks have the meaning of those in tests/support/test_callbacks.h.
absl::StatusOr<std::vector<std::string>> RunInInterpreter(const PlanDescription& plan,
                                                          int candidate,
                                                          InterpreterBuffers* buffers,
                                                          KernelBranches* branches = nullptr);

}  // namespace fft::testing

#endif  // TESTS_INTERPRETER_RUN_PLAN_H_
