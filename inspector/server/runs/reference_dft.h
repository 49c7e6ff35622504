// A reference transform. It is slow and simple, and uses another algorithm than the kernels.
#ifndef INSPECTOR_SERVER_RUNS_REFERENCE_DFT_H_
#define INSPECTOR_SERVER_RUNS_REFERENCE_DFT_H_

#include <complex>
#include <cstdint>
#include <vector>

namespace fft::inspector {

// Transforms packed data of `lengths`, slowest first, in place and without normalisation. The
// factors are exp(-2 pi i nk/N) along every axis if `forward`, otherwise exp(+2 pi i nk/N). Real is
// double or long double. A transform of any length N >= 1 takes O(N log N) operations.
template <typename Real>
void ReferenceTransform(const std::vector<int64_t>& lengths, bool forward,
                        std::vector<std::complex<Real>>* data);

// The approximate number of complex numbers that a transform along an axis of length `n` needs
// besides the data.
int64_t ReferenceScratch(int64_t n);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_REFERENCE_DFT_H_
