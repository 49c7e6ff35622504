// The parameters of a kernel under construction, by name.
#ifndef FFT_CODEGEN_KERNELS_PARAMETERS_H_
#define FFT_CODEGEN_KERNELS_PARAMETERS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fft/codegen/ast/builder.h"
#include "fft/codegen/kernel_spec.h"

namespace fft::codegen {

class Parameters {
 public:
  // Declares the parameters of Signature(spec) in their order.
  void Declare(const KernelSpec& spec, Builder& b);

  // The parameter of a name that the signature has.
  Ex operator[](std::string_view name) const;

 private:
  std::vector<std::pair<std::string, Ex>> list_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_KERNELS_PARAMETERS_H_
