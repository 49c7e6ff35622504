#include "fft/kernels/generate.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"
#include "fft/codegen/ast/print.h"
#include "fft/codegen/emit/emit.h"
#include "fft/codegen/passes/ask_ahead.h"
#include "fft/codegen/passes/call_callbacks.h"
#include "fft/codegen/passes/copy_at_once.h"
#include "fft/codegen/passes/relay_kernels.h"
#include "fft/codegen/passes/reverse_groups.h"
#include "fft/codegen/passes/split_planar.h"
#include "fft/codegen/passes/store_narrow.h"
#include "fft/kernels/generator_version.h"
#include "fft/kernels/kernel_table.h"

namespace fft::kernels {
namespace {

bool IsInput(const Parameter& parameter) {
  return parameter.kind() == ParameterKind::kInput || parameter.kind() == ParameterKind::kInputImag;
}

bool IsData(const Parameter& parameter) {
  return IsInput(parameter) || parameter.kind() == ParameterKind::kOutput ||
         parameter.kind() == ParameterKind::kOutputImag;
}

// The spec of the same transform on real or interleaved data of the precision in which the kernel
// computes.
KernelSpec PlainSpec(const KernelSpec& spec) {
  KernelSpec plain = spec;
  plain.precision = ComputePrecision(spec.precision);
  plain.in_precision = plain.out_precision = std::nullopt;
  for (ArrayFormat* format : {&plain.in_format, &plain.out_format}) {
    if (*format != ArrayFormat::kReal) *format = ArrayFormat::kComplexInterleaved;
  }
  plain.load_callback = plain.store_callback = {};
  return plain;
}

// Marks the kernel's data arrays as shared with other kernels, which write or read them while this
// kernel runs or waits.
void ShareData(const KernelSpec& spec, codegen::Kernel* kernel) {
  const std::vector<Parameter> signature = Signature(spec);
  for (codegen::Param& param : kernel->params) {
    for (const Parameter& parameter : signature) {
      if (parameter.name() == param.name && IsData(parameter)) {
        param.aliasing = codegen::Aliasing::kMayAlias;
      }
    }
  }
}

codegen::AheadForm AheadFormOf(const KernelSpec& spec) {
  codegen::AheadForm form;
  form.groups = spec.tiles_ahead.value_or(0);
  form.falls = spec.group_order == GroupOrder::kFalling;
  form.rows = TileWidth(spec);
  form.elements = DenseElements(spec);
  form.line_elements = kLineBytes / ElementBytes(spec.in_format, InPrecision(spec));
  form.barrier = RowOf(spec.kind).ask_barrier;
  return form;
}

codegen::CallbackFunction FunctionOf(const CallbackText& callback, Precision precision) {
  return {callback.text,
          callback.reals ? codegen::Type::Real(precision) : codegen::Type::Complex(precision),
          callback.declarations};
}

// Applies the load callback to the array that it reads: the input, or the spectra of a chain, which
// have the precision of the arithmetic.
codegen::Kernel WithLoadCallback(const KernelSpec& spec, const codegen::Kernel& kernel) {
  const bool reads_spectra = ReadsSpectra(spec);
  const Precision precision = reads_spectra ? ComputePrecision(spec.precision) : InPrecision(spec);
  const Parameter array = reads_spectra ? ParameterId::kSpectra : ParameterId::kIn;
  return CallOnLoad(kernel, array.name(), FunctionOf(spec.load_callback, precision));
}

}  // namespace

absl::StatusOr<codegen::Kernel> GenerateKernel(const KernelSpec& spec,
                                               const codegen::PassObserver& observer) {
  FFT_ASSIGN_OR_RETURN(codegen::Kernel kernel, EmitKernel(PlainSpec(spec)));
  kernel.name = KernelName(spec);
  const auto become = [&](const char* pass, codegen::Kernel next) {
    kernel = std::move(next);
    if (observer) observer({pass, true, kernel});
  };
  become("generate", kernel);
  if (spec.launch == LaunchTime::kEarly) {
    kernel.launches_early = true;
    ShareData(spec, &kernel);
  }
  const bool falls = spec.group_order == GroupOrder::kFalling;
  if (spec.tiles_ahead) become("ask_ahead", AskAhead(kernel, AheadFormOf(spec)));
  if (falls && !IsPersistent(spec)) become("reverse_groups", ReverseGroups(kernel));
  const bool is_copied =
      !IsPlanar(spec.in_format) && spec.load_callback.text.empty() && !IsStorage(InPrecision(spec));
  if (IsPersistent(spec) && !is_copied) become("copy_at_once", CopyAtOnce(kernel));
  if (IsPlanar(spec.in_format)) become("split_planar", SplitPlanar(kernel, "in"));
  if (IsPlanar(spec.out_format)) become("split_planar", SplitPlanar(kernel, "out"));
  for (const Parameter& parameter : Signature(spec)) {
    const Precision stored = IsInput(parameter) ? InPrecision(spec) : OutPrecision(spec);
    if (!IsData(parameter) || !IsStorage(stored)) continue;
    const std::string pass = absl::StrCat("store_", ToString(stored));
    become(pass.c_str(), StoreNarrow(kernel, parameter.name(), stored));
  }
  if (!spec.load_callback.text.empty()) {
    become("call_on_load", WithLoadCallback(spec, kernel));
  }
  if (!spec.store_callback.text.empty()) {
    become("call_on_store",
           CallOnStore(kernel, "out", FunctionOf(spec.store_callback, OutPrecision(spec))));
  }
  return kernel;
}

absl::StatusOr<codegen::Kernel> GenerateKernel(const RelaySpec& spec,
                                               const codegen::PassObserver& observer) {
  FFT_ASSIGN_OR_RETURN(codegen::Kernel first, GenerateKernel(spec.first));
  FFT_ASSIGN_OR_RETURN(codegen::Kernel second, GenerateKernel(spec.second));
  ShareData(spec.first, &first);
  ShareData(spec.second, &second);
  FFT_ASSIGN_OR_RETURN(codegen::Kernel relay,
                       RelayKernels(first, second, {RelayName(spec), spec.resident_groups}));
  if (observer) observer({"relay", true, relay});
  return relay;
}

namespace {

template <typename Spec>
absl::StatusOr<std::string> SourceOf(const Spec& spec, const std::string& name, Dialect dialect,
                                     SourceReport* report, int pass_limit) {
  const auto record_pass = [report](const codegen::PassRecord& record) {
    report->passes.push_back({record.pass, record.changed, Print(record.after)});
  };
  const codegen::PassObserver observer = report == nullptr ? codegen::PassObserver() : record_pass;
  if (report != nullptr) *report = {name, dialect, {}, ""};
  FFT_ASSIGN_OR_RETURN(const codegen::Kernel kernel, GenerateKernel(spec, observer));
  FFT_ASSIGN_OR_RETURN(const codegen::Kernel lowered,
                       LowerForDialect(kernel, dialect, observer, pass_limit));
  std::string source = EmitSource(lowered, dialect);
  if (report != nullptr) report->text = source;
  return source;
}

}  // namespace

absl::StatusOr<std::string> GenerateSource(const KernelSpec& spec, Dialect dialect,
                                           SourceReport* report, int pass_limit) {
  return SourceOf(spec, KernelName(spec), dialect, report, pass_limit);
}

absl::StatusOr<std::string> GenerateSource(const RelaySpec& spec, Dialect dialect,
                                           SourceReport* report, int pass_limit) {
  return SourceOf(spec, RelayName(spec), dialect, report, pass_limit);
}

absl::StatusOr<MappedSource> GenerateMappedSource(const KernelSpec& spec, Dialect dialect) {
  FFT_ASSIGN_OR_RETURN(const codegen::Kernel kernel, GenerateKernel(spec));
  FFT_ASSIGN_OR_RETURN(const codegen::Kernel lowered, LowerForDialect(kernel, dialect));
  codegen::EmittedSource source = Emit(lowered, dialect);
  codegen::LineMap printed;
  MappedSource result;
  result.ast = Print(lowered, &printed);
  FFT_CHECK(printed.size() == source.map.size());
  result.text = std::move(source.text);
  result.ast_lines.resize(std::count(result.text.begin(), result.text.end(), '\n'));
  // Outer statements are mapped first, so that inner statements then take over their own lines.
  for (size_t i = 0; i < printed.size(); ++i) {
    const auto begin = result.ast_lines.begin();
    const codegen::LineRange& lines = source.map[i];
    std::fill(begin + lines.first_line - 1, begin + lines.last_line, printed[i].first_line);
    if (lines.last_line > lines.first_line) *(begin + lines.last_line - 1) = printed[i].last_line;
  }
  return result;
}

std::string GeneratorVersion(int pass_limit) {
  if (pass_limit == codegen::kAllPasses) return kGeneratorDigest;
  return absl::StrCat(kGeneratorDigest, "-", pass_limit);
}

}  // namespace fft::kernels
