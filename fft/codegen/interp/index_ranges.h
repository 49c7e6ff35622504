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

// The 32-bit expressions, printed, that interval arithmetic does not prove to stay within 32 bits
// for any thread of the launch. Each operand varies on its own, so what is bounded here is bounded,
// and a sum of terms that do not depend on each other is bounded exactly. Only conditions that hold
// a variable or the thread below something are looked at.
std::vector<std::string> FindIndexOverflows(const Kernel& kernel, const IndexLaunch& launch);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_INTERP_INDEX_RANGES_H_
