// Runs whole plans in the AST interpreter. This checks kernels without a compiler and without a
// device.
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

// One user array, as reals. An interleaved complex number is two reals. A planar array also uses
// the second plane.
using InterpreterPlanes = std::array<std::vector<double>, 2>;

// The branches of kernels: for each branch, whether a run took it, and the text of its decision.
class KernelBranches {
 public:
  struct Side {
    std::string text;  // the decision, "if (...)", "for (...)" or "(...) ? ...", and its branch
    bool taken = false;
  };
  void Add(const std::string& kernel, const codegen::InterpReport& report);
  const std::map<std::string, std::vector<Side>>& sides() const { return sides_; }

 private:
  std::map<std::string, std::vector<Side>> sides_;
};

// The user's memory of one execution. In place, `in` is not used. Only chains have spectra.
struct InterpreterBuffers {
  InterpreterPlanes in, out;
  std::vector<double> spectra;
};

// Runs the kernels of assignment `candidate`, step after step, and returns the interpreter's
// objections, one line each. A correct plan has none. If `branches` is not null, it gets the
// branches of the kernels. Callbacks have the meaning of tests/support/test_callbacks.h.
absl::StatusOr<std::vector<std::string>> RunInInterpreter(const PlanDescription& plan,
                                                          int candidate,
                                                          InterpreterBuffers* buffers,
                                                          KernelBranches* branches = nullptr);

}  // namespace fft::testing

#endif  // TESTS_INTERPRETER_RUN_PLAN_H_
