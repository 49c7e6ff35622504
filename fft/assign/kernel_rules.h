// What the kernel of each leaf scheme accepts and gives: one row per scheme. The decision function
// refuses whatever a row does not allow; the generator builds whatever a row does.
#ifndef FFT_ASSIGN_KERNEL_RULES_H_
#define FFT_ASSIGN_KERNEL_RULES_H_

#include <vector>

#include "fft/core/plan_node.h"
#include "fft/core/problem.h"

namespace fft {

enum class InPlace {
  kNever,
  kSameIndices,  // where every element is written where it was read, or every row as a whole
};

// Formats as placements have them: Hermitian arrays are complex ones. R is for sides that hold
// reals, and no other format is.
struct KernelRule {
  SchemeKind scheme;
  std::vector<ArrayFormat> reads;
  std::vector<ArrayFormat> writes;
  InPlace in_place;
};

// The row of a leaf's scheme; null for schemes that are no kernels.
const KernelRule* FindKernelRule(SchemeKind scheme);

}  // namespace fft

#endif  // FFT_ASSIGN_KERNEL_RULES_H_
