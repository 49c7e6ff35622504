#include "fft/kernels/apply_callbacks.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "fft/base/sha256.h"
#include "fft/kernels/kernel_table.h"

namespace fft::kernels {
namespace {

// Gives the kernel a new name and appends the callbacks' parameters to its signature. Other
// parameters keep their places.
void UpdateSignature(const Step& step, PlannedKernel* kernel) {
  kernel->name = KernelName(kernel->spec);
  const std::vector<Parameter> signature = Signature(kernel->spec);
  for (size_t i = kernel->arguments.size(); i < signature.size(); ++i) {
    KernelArgument argument{signature[i]};
    if (signature[i] == ParameterId::kInPairStride) argument.value = step.in.pair_stride;
    if (signature[i] == ParameterId::kOutPairStride) argument.value = step.out.pair_stride;
    kernel->arguments.push_back(argument);
  }
}

// The callbacks' declarations, with the digests of the objects to be linked, so that kernels linked
// to different objects differ in name and source.
std::string DeclarationsOf(const Callbacks& callbacks) {
  std::string text = callbacks.declarations;
  for (const std::string& object : callbacks.objects) {
    absl::StrAppend(&text, "\n// Linked to ", Sha256Hex(object), ".\n");
  }
  return text;
}

// The load callback that calls a chain's function of frequency.
std::string SpectrumAsLoad(const std::string& function) {
  return absl::StrCat(function,
                      "\n__device__ T load(const T* data, size_t offset, void*) {\n"
                      "  return spectrum(data, offset);\n}\n");
}

}  // namespace

std::vector<PlannedKernel> ApplyCallbacks(std::vector<PlannedKernel> kernels,
                                          const Problem& problem, const Candidate& candidate,
                                          const Callbacks& callbacks) {
  const std::string declarations = DeclarationsOf(callbacks);
  if (!callbacks.load.empty()) {
    kernels.front().spec.load_callback = {callbacks.load,
                                          problem.input.format == ArrayFormat::kReal, declarations};
  }
  if (!callbacks.store.empty()) {
    kernels.back().spec.store_callback = {
        callbacks.store, problem.output.format == ArrayFormat::kReal, declarations};
  }
  if (!callbacks.spectrum.empty()) {
    for (PlannedKernel& kernel : kernels) {
      if (!ReadsSpectra(kernel.spec)) continue;
      kernel.spec.load_callback = {SpectrumAsLoad(callbacks.spectrum), false, declarations};
    }
  }
  for (size_t i = 0; i < kernels.size(); ++i) UpdateSignature(candidate.steps[i], &kernels[i]);
  return kernels;
}

}  // namespace fft::kernels
