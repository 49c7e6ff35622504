#include "fft/codegen/generate.h"

#include "fft/base/status.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/generator_version.h"
#include "fft/codegen/kernels/convert.h"
#include "fft/codegen/kernels/stockham.h"
#include "fft/codegen/passes/pipeline.h"
#include "fft/codegen/passes/split_planar.h"
#include "fft/codegen/passes/store_half.h"
#include "fft/codegen/signature.h"

namespace fft::codegen {
namespace {

void RecordAst(Trace* trace, const std::string& pass, const Kernel& kernel, bool changed) {
  if (trace == nullptr) return;
  trace->Add("codegen", kernel.name,
             {{"pass", pass}, {"changed", changed}, {"ast", Print(kernel)}});
}

absl::StatusOr<Kernel> MakePlainKernel(const KernelSpec& spec) {
  switch (spec.kind) {
    case KernelKind::kStockham:
      return MakeStockhamKernel(spec);
    case KernelKind::kConvert:
      return MakeConvertKernel(spec);
  }
  return absl::InternalError("a kernel kind without a generator");
}

// The same transform on real or interleaved data of the precision that is computed in.
KernelSpec PlainSpec(const KernelSpec& spec) {
  KernelSpec plain = spec;
  plain.precision = ComputePrecision(spec.precision);
  for (ArrayFormat* format : {&plain.in_format, &plain.out_format}) {
    if (*format != ArrayFormat::kReal) *format = ArrayFormat::kComplexInterleaved;
  }
  return plain;
}

}  // namespace

absl::StatusOr<Kernel> GenerateKernel(const KernelSpec& spec) {
  FFT_ASSIGN_OR_RETURN(Kernel kernel, MakePlainKernel(PlainSpec(spec)));
  kernel.name = KernelName(spec);
  if (IsPlanar(spec.in_format)) kernel = SplitPlanar(kernel, "in");
  if (IsPlanar(spec.out_format)) kernel = SplitPlanar(kernel, "out");
  if (spec.precision == Precision::kHalf) {
    for (const Parameter& parameter : Signature(spec)) {
      const bool is_data =
          parameter.kind == ParameterKind::kInput || parameter.kind == ParameterKind::kInputImag ||
          parameter.kind == ParameterKind::kOutput || parameter.kind == ParameterKind::kOutputImag;
      if (is_data) kernel = StoreHalf(kernel, parameter.name);
    }
  }
  return kernel;
}

absl::StatusOr<std::string> GenerateSource(const KernelSpec& spec, Dialect dialect, Trace* trace) {
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
