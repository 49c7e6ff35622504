// FFTW's types and functions by the type of its reals, so that one template serves every precision.
//
// The header needs only FFTW's header: bench/plugin includes it without this project's libraries.
#ifndef TESTS_SUPPORT_FFTW_FUNCTIONS_H_
#define TESTS_SUPPORT_FFTW_FUNCTIONS_H_

#include <fftw3.h>

namespace fft::testing {

// The names of FFTW in one precision. `Real` is float, double or long double. Example:
//   using F = Fftw<float>;
//   F::Plan plan = F::kPlanDft(rank, lengths, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
//   F::kExecute(plan);
template <typename Real>
struct Fftw;

// Defines Fftw<REAL>; PREFIX begins FFTW's names in that precision. A function that is not called
// need not be linked.
#define FFT_DEFINE_FFTW(REAL, PREFIX)                                     \
  template <>                                                             \
  struct Fftw<REAL> {                                                     \
    using Real = REAL;                                                    \
    using Complex = PREFIX##complex;                                      \
    using Dim = PREFIX##iodim64;                                          \
    using Plan = PREFIX##plan;                                            \
    static constexpr auto kPlanDft = PREFIX##plan_dft;                    \
    static constexpr auto kPlanDftR2c = PREFIX##plan_dft_r2c;             \
    static constexpr auto kPlanDftC2r = PREFIX##plan_dft_c2r;             \
    static constexpr auto kPlanComplex = PREFIX##plan_guru64_dft;         \
    static constexpr auto kPlanRealForward = PREFIX##plan_guru64_dft_r2c; \
    static constexpr auto kPlanRealInverse = PREFIX##plan_guru64_dft_c2r; \
    static constexpr auto kPlanRealToReal = PREFIX##plan_guru64_r2r;      \
    static constexpr auto kExecute = PREFIX##execute;                     \
    static constexpr auto kExecuteComplex = PREFIX##execute_dft;          \
    static constexpr auto kExecuteRealForward = PREFIX##execute_dft_r2c;  \
    static constexpr auto kExecuteRealInverse = PREFIX##execute_dft_c2r;  \
    static constexpr auto kExecuteRealToReal = PREFIX##execute_r2r;       \
    static constexpr auto kDestroy = PREFIX##destroy_plan;                \
  }

FFT_DEFINE_FFTW(float, fftwf_);
FFT_DEFINE_FFTW(double, fftw_);
FFT_DEFINE_FFTW(long double, fftwl_);
#undef FFT_DEFINE_FFTW

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_FFTW_FUNCTIONS_H_
