// Roots of unity in extended precision, with the smallest possible error.
#ifndef FFT_CODEGEN_DAG_ROOT_OF_UNITY_H_
#define FFT_CODEGEN_DAG_ROOT_OF_UNITY_H_

#include <complex>
#include <cstdint>

namespace fft::codegen {

// exp(2 pi i k / n) for n > 0. The angle is reduced to the first octant in integers, so symmetric
// roots have bit-identical parts and 0, +-1/2, +-1 come out exactly.
std::complex<long double> RootOfUnity(int64_t k, int64_t n);

}  // namespace fft::codegen

#endif  // FFT_CODEGEN_DAG_ROOT_OF_UNITY_H_
