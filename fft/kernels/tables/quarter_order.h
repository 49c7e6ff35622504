// The order in which a DCT-IV of odd length is a Fourier transform of reals.
#ifndef FFT_KERNELS_TABLES_QUARTER_ORDER_H_
#define FFT_KERNELS_TABLES_QUARTER_ORDER_H_

#include <cstdint>
#include <vector>

namespace fft::kernels {

// With a = 2j + 1 and b = 2k + 1 the transform of n reals x is
//
//   y[k] = 2 sum x[j] cos(2 pi a b / 8n).
//
// x is a function f of the odd residues a modulo 8n, which is even and has f(a + 4n) = -f(a). n is
// odd, so each a is a pair (a mod n, a mod 8), and f is known by the n reals g(r) = f(r, 1). If the
// sum over a mod 8 is done first (the prime factor algorithm, I. Good, "The interaction algorithm
// and practical Fourier analysis", 1958), y[k] becomes
//
//   y[k] = 2 Re(exp(-2 pi i n b / 8) G[m]),  m = b / 8 modulo n,
//
// where G is the forward transform of g. So y[k] is sqrt(2) times plus or minus Re G[m] plus or
// minus Im G[m].
//
// Entry r < n says where g(r) stands: it is 2 j if g(r) = x[j], and 2 j + 1 if g(r) = -x[j].
// Entries n + 2m and n + 2m + 1, m <= n/2, say which y are made of G[m] and of G[n - m] =
// conj(G[m]). Such an entry is 4 k for y[k], + 1 if the real part is negated, + 2 if the imaginary
// part of G[m] is. G[0] makes one y.
// `is_sine` asks for the order of the DST-IV, which is (-1)^k times the transform of x[n - 1 - j].
std::vector<int32_t> QuarterOrder(int64_t n, bool is_sine);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TABLES_QUARTER_ORDER_H_
