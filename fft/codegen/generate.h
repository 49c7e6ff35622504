// From a KernelSpec to source text.
#ifndef FFT_CODEGEN_GENERATE_H_
#define FFT_CODEGEN_GENERATE_H_

#include <string>

#include "absl/status/statusor.h"
#include "fft/base/trace.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/kernel_spec.h"
#include "fft/core/target.h"

namespace fft::codegen {

// The kernel's AST as generated, before any pass: what the interpreter runs.
absl::StatusOr<Kernel> GenerateKernel(const KernelSpec& spec);

// The kernel's source in a dialect: generates the AST, runs the dialect's passes and prints. With a
// trace, records the AST after each pass under stage "codegen".
absl::StatusOr<std::string> GenerateSource(const KernelSpec& spec, Dialect dialect, Trace* trace);

// The digest of the generator's own sources, made by the build: part of every cache key.
std::string GeneratorVersion();

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_GENERATE_H_
