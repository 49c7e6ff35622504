#include "fft/exec/sources.h"

#include <utility>

#include "fft/base/ir_marker.h"
#include "fft/base/status.h"
#include "fft/exec/pipeline.h"

namespace fft {
namespace {

constexpr char kCpp[] = "C++";

template <typename Code>
absl::StatusOr<SourceForm> Form(Dialect dialect, const Code& code, const Target& target) {
  FFT_ASSIGN_OR_RETURN(std::string text, SourceOf(code, dialect));
  return SourceForm{LanguageOf(text) == kCpp ? target.dialect : dialect, std::move(text)};
}

template <typename Code>
absl::StatusOr<std::vector<SourceForm>> AllForms(const Code& code, const Target& target) {
  std::vector<SourceForm> forms;
  for (const Dialect dialect : DialectsOf(target)) {
    FFT_ASSIGN_OR_RETURN(SourceForm form, Form(dialect, code, target));
    if (form.dialect == dialect) forms.push_back(std::move(form));
  }
  return forms;
}

}  // namespace

std::string LanguageOf(const std::string& source) {
  if (IsPtx(source)) return "PTX";
  return IsLlvmIr(source) ? "LLVM's representation" : kCpp;
}

std::vector<Dialect> DialectsOf(const Target& target) {
  const Dialect other = IrDialect(target.dialect);
  if (other == target.dialect) return {target.dialect};
  return {target.dialect, other};
}

absl::StatusOr<SourceForm> FormIn(Dialect dialect, const kernels::PlannedKernel& kernel,
                                  const Target& target) {
  return Form(dialect, kernel, target);
}

absl::StatusOr<SourceForm> FormIn(Dialect dialect, const PlannedRelay& relay,
                                  const Target& target) {
  return Form(dialect, relay, target);
}

absl::StatusOr<std::vector<SourceForm>> FormsOf(const kernels::PlannedKernel& kernel,
                                                const Target& target) {
  return AllForms(kernel, target);
}

absl::StatusOr<std::vector<SourceForm>> FormsOf(const PlannedRelay& relay, const Target& target) {
  return AllForms(relay, target);
}

const SourceForm& FormFor(const std::vector<SourceForm>& forms, Dialect dialect) {
  return forms.back().dialect == dialect ? forms.back() : forms.front();
}

absl::StatusOr<std::vector<CodeSources>> SourcesOf(const PlanDescription& plan) {
  std::vector<CodeSources> sources;
  for (const auto* kernels : {&plan.kernels, &plan.callback_kernels}) {
    const bool callbacks = kernels == &plan.callback_kernels;
    for (int i = 0; i < static_cast<int>(kernels->size()); ++i) {
      const kernels::PlannedKernel& kernel = (*kernels)[i];
      const PlannedRelay* const relay = callbacks ? nullptr : plan.RelayOf(i);
      FFT_ASSIGN_OR_RETURN(std::vector<SourceForm> forms, FormsOf(kernel, plan.target));
      sources.push_back({kernel.name, kernel.leaf, callbacks,
                         relay == nullptr ? std::string() : relay->name, std::move(forms)});
    }
  }
  for (const PlannedRelay& relay : plan.relays) {
    FFT_ASSIGN_OR_RETURN(std::vector<SourceForm> forms, FormsOf(relay, plan.target));
    sources.push_back(
        {relay.name, plan.kernels[relay.first].leaf, false, relay.name, std::move(forms)});
  }
  return sources;
}

}  // namespace fft
