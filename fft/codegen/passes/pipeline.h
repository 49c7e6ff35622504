// The list of passes that take a generated kernel to the form its dialect's emitter wants.
#ifndef FFT_CODEGEN_PASSES_PIPELINE_H_
#define FFT_CODEGEN_PASSES_PIPELINE_H_

#include <absl/status/statusor.h>

#include <functional>
#include <string>
#include <vector>

#include "fft/codegen/ast/kernel.h"
#include "fft/core/target.h"

namespace fft::codegen {

struct PassRecord {
  std::string pass;  // "lower_to_host"
  bool changed = false;
  Kernel after;
};

// Called after each pass, in order, also for passes that changed nothing.
using PassObserver = std::function<void(const PassRecord&)>;

// Runs the dialect's passes with the verifier before the first and after each. An error names the
// pass.
absl::StatusOr<Kernel> LowerForDialect(const Kernel& kernel, Dialect dialect,
                                       const PassObserver& observer = nullptr);

// The names of a dialect's passes, in order.
std::vector<std::string> PassNames(Dialect dialect);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_PIPELINE_H_
