// Variants of a problem with other strides of the user's arrays.
#ifndef TESTS_ASSIGNMENT_GAP_VARIANTS_H_
#define TESTS_ASSIGNMENT_GAP_VARIANTS_H_

#include <string>

#include "fft/core/problem.h"

namespace fft::testing {

enum class Gaps {
  kAsGiven,  // the problem's own strides
  kPacked,   // no gaps: the strides and distances that the library fills in
  kSmall,    // each dimension has a gap; gaps are one element, two elements, ...
  kLarge,    // elements have stride 3 if legal, dimensions more than twice their packed strides
};

inline constexpr Gaps kAllGaps[] = {Gaps::kAsGiven, Gaps::kPacked, Gaps::kSmall, Gaps::kLarge};

std::string ToString(Gaps gaps);

// Returns a completed problem with the strides and distances of `gaps` on both sides. On each side,
// offsets and the order of the dimensions (with the batch) from fast to slow do not change. Both
// sides of an in-place problem still describe one array. With kPacked, kSmall and kLarge, no two
// transforms share elements of the input.
Problem WithGaps(const Problem& problem, Gaps gaps);

}  // namespace fft::testing

#endif  // TESTS_ASSIGNMENT_GAP_VARIANTS_H_
