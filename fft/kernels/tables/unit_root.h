// Roots of unity in extended precision.
#ifndef FFT_KERNELS_TABLES_UNIT_ROOT_H_
#define FFT_KERNELS_TABLES_UNIT_ROOT_H_

#include <complex>
#include <cstdint>

namespace fft::kernels {

using ExtendedComplex = std::complex<long double>;

// exp(-2 pi i k / n) with the angle reduced to the first octant in integers.
std::complex<long double> UnitRoot(int64_t k, int64_t n);

}  // namespace fft::kernels

#endif  // FFT_KERNELS_TABLES_UNIT_ROOT_H_
