// From a KernelSpec to source text.
#ifndef FFT_KERNELS_GENERATE_H_
#define FFT_KERNELS_GENERATE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fft/codegen/ast/kernel.h"
#include "fft/codegen/passes/pipeline.h"
#include "fft/core/target.h"
#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/relay_spec.h"
#include "fft/kernels/source_report.h"

namespace fft::kernels {

// The kernel's AST before the AST passes of any dialect, which the interpreter runs. The observer
// sees it as generated ("generate") and after each AST pass for formats, storage and callbacks.
absl::StatusOr<codegen::Kernel> GenerateKernel(const KernelSpec& spec,
                                               const codegen::PassObserver& observer = nullptr);

// The kernel of a relay, made of the kernels of two specs. The observer also sees the joined kernel
// ("relay").
absl::StatusOr<codegen::Kernel> GenerateKernel(const RelaySpec& spec,
                                               const codegen::PassObserver& observer = nullptr);

// The kernel's source in a dialect: generates the AST, runs the dialect's AST passes (pass_limit:
// LowerForDialect) and prints. A report gets the AST after each of these passes, up to an error.
absl::StatusOr<std::string> GenerateSource(const KernelSpec& spec, Dialect dialect,
                                           SourceReport* report,
                                           int pass_limit = codegen::kAllPasses);
absl::StatusOr<std::string> GenerateSource(const RelaySpec& spec, Dialect dialect,
                                           SourceReport* report,
                                           int pass_limit = codegen::kAllPasses);

// A kernel's source and the AST from which it is printed.
struct MappedSource {
  std::string text;
  std::string ast;  // after the dialect's AST passes
  // For each line of `text`, the number (from 1) of the line of `ast` with the same statement; 0
  // for a line of no statement.
  std::vector<int> ast_lines;
};
absl::StatusOr<MappedSource> GenerateMappedSource(const KernelSpec& spec, Dialect dialect);

// The digest of the generator's own sources, made by the build, and `pass_limit` if it is below
// kAllPasses. It is part of every cache key.
std::string GeneratorVersion(int pass_limit = codegen::kAllPasses);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_GENERATE_H_
