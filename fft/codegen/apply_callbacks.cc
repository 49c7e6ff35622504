#include "fft/codegen/apply_callbacks.h"

namespace fft::codegen {
namespace {

// The parameters of callbacks end the signature: what stood before keeps its place.
void UpdateSignature(PlannedKernel* kernel) {
  kernel->name = KernelName(kernel->spec);
  const std::vector<Parameter> signature = Signature(kernel->spec);
  for (size_t i = kernel->arguments.size(); i < signature.size(); ++i) {
    kernel->arguments.push_back({signature[i].kind, signature[i].name, 0, 0});
  }
}

}  // namespace

std::vector<PlannedKernel> ApplyCallbacks(std::vector<PlannedKernel> kernels,
                                          const Callbacks& callbacks) {
  kernels.front().spec.load_callback.text = callbacks.load;
  kernels.back().spec.store_callback.text = callbacks.store;
  for (PlannedKernel& kernel : kernels) UpdateSignature(&kernel);
  return kernels;
}

}  // namespace fft::codegen
