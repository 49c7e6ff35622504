// The names of a kernel, and new names beside them.
#ifndef FFT_CODEGEN_PASSES_NAME_SET_H_
#define FFT_CODEGEN_PASSES_NAME_SET_H_

#include <string>
#include <unordered_set>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

class NameSet {
 public:
  explicit NameSet(const Kernel& kernel);

  // A name that nothing in the kernel has: the hint, or the hint with a number. The name counts as
  // taken afterwards.
  std::string Fresh(const std::string& hint);

 private:
  std::unordered_set<std::string> names_;
};

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_PASSES_NAME_SET_H_
