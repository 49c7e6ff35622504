// A reference transform: slow, simple, and by another algorithm than the kernels it judges.
#ifndef INSPECTOR_SERVER_RUNS_REFERENCE_DFT_H_
#define INSPECTOR_SERVER_RUNS_REFERENCE_DFT_H_

#include <complex>
#include <cstdint>
#include <vector>

namespace fft::inspector {

// Transforms packed data of `lengths` (slowest first) in place, without normalising: exp(-2 pi i
// nk/N) along every axis when `forward`, exp(+2 pi i nk/N) otherwise. Real is double or long
// double; any length >= 1 takes O(N log N) operations.
template <typename Real>
void ReferenceTransform(const std::vector<int64_t>& lengths, bool forward,
                        std::vector<std::complex<Real>>* data);

// About how many complex numbers a transform takes for an axis of length `n`, beside the data.
int64_t ReferenceScratch(int64_t n);

}  // namespace fft::inspector

#endif  // INSPECTOR_SERVER_RUNS_REFERENCE_DFT_H_
