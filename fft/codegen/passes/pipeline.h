// The AST passes that turn a generated kernel into the form that its dialect's emitter takes.
#ifndef FFT_CODEGEN_PASSES_PIPELINE_H_
#define FFT_CODEGEN_PASSES_PIPELINE_H_

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/core/target.h"

namespace fft::codegen {

struct PassRecord {
  std::string pass;  // "lower_to_host"
  bool changed = false;
  Kernel after;
};

inline constexpr int kAllPasses = std::numeric_limits<int>::max();

// Called after each pass, in order, also for passes that changed nothing.
using PassObserver = std::function<void(const PassRecord&)>;

// Runs the dialect's passes, and the verifier before the first and after each of them. An error
// names the pass. Some passes only improve the code; the first `pass_limit` of these are run. If a
// smaller limit makes a wrong kernel right, bisection over the limit finds the pass that errs.
absl::StatusOr<Kernel> LowerForDialect(const Kernel& kernel, Dialect dialect,
                                       const PassObserver& observer = nullptr,
                                       int pass_limit = kAllPasses);

// The names of a dialect's passes, in order.
std::vector<std::string> PassNames(Dialect dialect);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_PIPELINE_H_
