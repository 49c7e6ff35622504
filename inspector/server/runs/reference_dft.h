// A reference transform. It is slow and simple, and uses another algorithm than the kernels.
#ifndef INSPECTOR_SERVER_RUNS_REFERENCE_DFT_H_
#define INSPECTOR_SERVER_RUNS_REFERENCE_DFT_H_

#include <complex>
#include <cstdint>
#include <vector>

#include "fft/core/axis_kind.h"

namespace fft::inspector {

// Transforms packed data of `lengths`, slowest first, in place. Axis i has the kind kinds[i], whose
// sums are those of AxisKind. A real-to-real axis takes the real parts of its numbers, and its
// results are real. Real is double or long double. A line of N points takes O(N log N) operations.
template <typename Real>
void ReferenceTransform(const std::vector<int64_t>& lengths, const std::vector<AxisKind>& kinds,
                        std::vector<std::complex<Real>>* data);

// The approximate number of complex numbers that a transform along an axis of length `n` needs
// besides the data.
int64_t ReferenceScratch(int64_t n, AxisKind kind);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_REFERENCE_DFT_H_
