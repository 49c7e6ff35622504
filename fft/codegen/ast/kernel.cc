#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

int64_t SharedBytes(const Kernel& kernel) {
  int64_t bytes = 0;
  for (const SharedArray& array : kernel.shared) bytes += array.count * SizeOf(array.element);
  return bytes;
}

}  // namespace fft::codegen
