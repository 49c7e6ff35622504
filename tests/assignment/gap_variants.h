// The same transform on user arrays of other strides.
#ifndef TESTS_ASSIGNMENT_GAP_VARIANTS_H_
#define TESTS_ASSIGNMENT_GAP_VARIANTS_H_

#include <string>

#include "fft/core/problem.h"

namespace fft::testing {

enum class Gaps {
  kAsGiven,  // the problem's own strides
  kPacked,   // none: strides and distances that the library fills in
  kSmall,    // one element more, two more, ... from dimension to dimension
  kLarge,    // elements three apart where legal, dimensions more than twice as far apart as packed
};

inline constexpr Gaps kAllGaps[] = {Gaps::kAsGiven, Gaps::kPacked, Gaps::kSmall, Gaps::kLarge};

std::string ToString(Gaps gaps);

// A completed problem with the strides and distances of `gaps` on both sides. On each side the
// order of the dimensions (the batch among them) from fast to slow stays, and so do offsets. Both
// sides of an in-place problem still describe one array. Transforms that share elements of the
// input no longer do so with kPacked, kSmall and kLarge.
Problem WithGaps(const Problem& problem, Gaps gaps);

}  // namespace fft::testing

#endif  // TESTS_ASSIGNMENT_GAP_VARIANTS_H_
