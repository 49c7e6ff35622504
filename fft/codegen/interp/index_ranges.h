// Bounds of a kernel's index arithmetic, without running it.
#ifndef FFT_CODEGEN_INTERP_INDEX_RANGES_H_
#define FFT_CODEGEN_INTERP_INDEX_RANGES_H_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "fft/codegen/ast/kernel.h"

namespace fft::codegen {

// A launch: workgroups and the values of the int parameters by name.
struct IndexLaunch {
  int64_t grid = 1;
  std::unordered_map<std::string, int64_t> scalars;
};

// Returns, as text, the 32-bit expressions that interval arithmetic cannot prove to stay within 32
// bits for every thread of the launch. Interval arithmetic takes operands as independent of each
// other, so bounds are never too narrow, and they are exact for sums of independent terms.
// Conditions count only if they are upper bounds of a variable or of the thread index.
std::vector<std::string> FindIndexOverflows(const Kernel& kernel, const IndexLaunch& launch);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_INTERP_INDEX_RANGES_H_
