// Transforms as cyclic convolutions, for lengths that passes cannot transform.
//
//   Bluestein: X[k] = c[k] sum_j (x[j] c[j]) conj(c[k - j]), with the chirp c[j] = exp(-+pi i j^2 /
//   n), for any length n. The convolution has any length M >= 2n - 1.
//   Rader: X[g^-m] = x[0] + sum_q x[g^q] exp(-+2 pi i g^(q - m) / p), for a prime length p with
//   generator g. The convolution has length p - 1.
#ifndef FFT_CORE_CONVOLUTION_H_
#define FFT_CORE_CONVOLUTION_H_

#include <cstdint>
#include <limits>
#include <vector>

namespace fft {

enum class Convolution { kBluestein, kRader };

// The longest transform that is planned as a convolution. Its filter is computed with the plan, and
// permutations of Rader's convolutions are 32-bit ints.
inline constexpr int64_t kMaxConvolvedPoints = std::numeric_limits<int32_t>::max();

// g^0 .. g^(p-2) modulo p, for the smallest generator g of the residues of an odd prime p.
std::vector<int32_t> GeneratorPowers(int64_t p);

}  // namespace fft

#endif  // FFT_CORE_CONVOLUTION_H_
