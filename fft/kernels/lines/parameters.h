// The parameters of a kernel under construction.
#ifndef FFT_KERNELS_LINES_PARAMETERS_H_
#define FFT_KERNELS_LINES_PARAMETERS_H_

#include <utility>
#include <vector>

#include "fft/kernels/kernel_spec.h"
#include "fft/kernels/lines/expressions.h"
#include "fft/kernels/parameter.h"

namespace fft::kernels {

class Parameters {
 public:
  // Declares the parameters of the signature in their order.
  void Declare(const KernelSpec& spec, const std::vector<Parameter>& signature, Builder& b);

  // The value of a parameter that the signature has.
  Ex operator[](const Parameter& parameter) const;

 private:
  std::vector<std::pair<Parameter, Ex>> list_;
};

}  // namespace fft::kernels

#endif  // FFT_KERNELS_LINES_PARAMETERS_H_
