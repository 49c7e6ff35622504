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
// odd, so each a is a pair (a mod n, a mod 8), and f is known by the n reals g(r) = f(r, 1). Summed
// over a mod 8 first (the prime factor algorithm, I. Good, "The interaction algorithm and practical
// Fourier analysis", 1958), y[k] becomes
//
//   y[k] = 2 Re(exp(-2 pi i n b / 8) G[m]),  m = b / 8 modulo n,
//
// where G is the forward transform of g: sqrt(2) times plus or minus Re G[m] plus or minus Im G[m].
//
// Entry r < n says where g(r) stands: 2 j + 1 where it is -x[j], 2 j where it is x[j]. Entries n +
// 2m and n + 2m + 1, m <= n/2, say which y are made of G[m] and of G[n - m] = conj(G[m]): 4 k, + 1
// where the real part counts negative, + 2 where the imaginary part of G[m] does. G[0] makes one y.
// `is_sine` asks for the order of the DST-IV, which is (-1)^k times the transform of x[n - 1 - j].
std::vector<int32_t> QuarterOrder(int64_t n, bool is_sine);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TABLES_QUARTER_ORDER_H_
