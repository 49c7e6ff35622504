// The mutable variables of a kernel.
#ifndef FFT_CODEGEN_PASSES_VARIABLES_H_
#define FFT_CODEGEN_PASSES_VARIABLES_H_

#include <string_view>
#include <unordered_set>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

class Variables {
 public:
  // `kernel` must outlive this.
  explicit Variables(const Kernel& kernel);

  bool Contain(std::string_view name) const { return names_.contains(name); }
  // Whether statements may change the value of an expression: it reads memory, or a mutable
  // variable.
  bool MayChange(const Node* expression) const;

 private:
  std::unordered_set<std::string_view> names_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_VARIABLES_H_
