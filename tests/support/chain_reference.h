// Reference results of chains (fft/core/chain.h), on values in canonical order (side.h).
#ifndef TESTS_SUPPORT_CHAIN_REFERENCE_H_
#define TESTS_SUPPORT_CHAIN_REFERENCE_H_

#include <cstdint>
#include <vector>

#include "fft/core/chain.h"

namespace fft::testing {

// The output of a completed chain for the sequences `filters`, by its definition as sums: y[n] is
// scale * sum_m x[m] s[n - m], or scale * sum_m x[n + m] conj(s[m]) where the chain correlates.
// `filters` are whole, one after the other. Takes time by the points of input times output.
std::vector<long double> NaiveChain(const Chain& chain, const std::vector<long double>& input,
                                    const std::vector<long double>& filters);

// The output of a completed layer for matrices in the order of its array of spectra, by its
// definition as sums over points and modes. Takes time by the points times the modes.
std::vector<long double> NaiveLayer(const Chain& chain, const std::vector<long double>& input,
                                    const std::vector<long double>& matrices);

// The output of a completed chain that adds frames for the factors of a window, by its definition
// as sums over frames and bins.
std::vector<long double> NaiveOverlapAdd(const Chain& chain, const std::vector<long double>& input,
                                         const std::vector<long double>& window);

// Spectra of filters drawn at random, in the order of FilterProblem, or matrices of a layer; or a
// window that begins with 0.
template <typename Real>
std::vector<Real> RandomSpectra(const Chain& chain, uint64_t seed);

template <typename Real>
struct ExpectedChain {
  std::vector<Real> output;
  // The largest difference that a result may have from `output`, relative in the L2 norm.
  double gate = 0;
};

// The output of a completed chain for spectra, by FFTW.
template <typename Real>
ExpectedChain<Real> ReferenceChain(const Chain& chain, const std::vector<Real>& input,
                                   const std::vector<Real>& spectra);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_CHAIN_REFERENCE_H_
