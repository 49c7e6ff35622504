#include "fft/codegen/generate.h"

#include "fft/base/status.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/generator_version.h"
#include "fft/codegen/kernels/stockham.h"
#include "fft/codegen/passes/pipeline.h"

namespace fft::codegen {
namespace {

void RecordAst(Trace* trace, const std::string& pass, const Kernel& kernel, bool changed) {
  if (trace == nullptr) return;
  trace->Add("codegen", kernel.name,
             {{"pass", pass}, {"changed", changed}, {"ast", Print(kernel)}});
}

}  // namespace

absl::StatusOr<Kernel> GenerateKernel(const KernelSpec& spec) {
  switch (spec.kind) {
    case KernelKind::kStockham:
      return MakeStockhamKernel(spec);
  }
  return absl::InternalError("a kernel kind without a generator");
}

absl::StatusOr<std::string> GenerateSource(const KernelSpec& spec, Dialect dialect,
                                           Trace* trace) {
  FFT_ASSIGN_OR_RETURN(const Kernel kernel, GenerateKernel(spec));
  RecordAst(trace, "generate", kernel, true);
  const auto observer = [trace](const PassRecord& record) {
    RecordAst(trace, record.pass, record.after, record.changed);
  };
  FFT_ASSIGN_OR_RETURN(const Kernel lowered, LowerForDialect(kernel, dialect, observer));
  return EmitSource(lowered, dialect);
}

std::string GeneratorVersion() { return kGeneratorDigest; }

}  // namespace fft::codegen
