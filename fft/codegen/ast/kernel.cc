#include "fft/codegen/ast/kernel.h"

#include <algorithm>
#include <map>

namespace fft::codegen {

int64_t SharedBytes(const Kernel& kernel) {
  std::map<int, int64_t> bytes;
  int64_t most = 0;
  for (const SharedArray& array : kernel.shared) {
    int64_t& of_side = bytes[array.side];
    of_side += array.count * SizeOf(array.element);
    most = std::max(most, of_side);
  }
  return most;
}

bool HasSides(const Kernel& kernel) {
  return std::any_of(kernel.shared.begin(), kernel.shared.end(),
                     [](const SharedArray& array) { return array.side != 0; });
}

}  // namespace fft::codegen
