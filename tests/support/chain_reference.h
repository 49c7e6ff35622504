// Reference results of chains (fft/core/chain.h), on values in canonical order (side.h).
#ifndef TESTS_SUPPORT_CHAIN_REFERENCE_H_
#define TESTS_SUPPORT_CHAIN_REFERENCE_H_

#include <cstdint>
#include <vector>

#include "fft/core/chain.h"

namespace fft::testing {

// Returns the output y of a completed chain for the input x by its definition as sums. For a filter
// s, y[n] is scale * sum_m x[m] s[n - m], or scale * sum_m x[n + m] conj(s[m]) if the chain
// correlates. `filters` has whole filters, one after the other. The time grows with input points
// times output points.
std::vector<long double> NaiveChain(const Chain& chain, const std::vector<long double>& input,
                                    const std::vector<long double>& filters);

// Returns the output of a completed layer by its definition as sums over points and modes. Matrices
// are in the order of the layer's array of spectra. The time grows with points times modes.
std::vector<long double> NaiveLayer(const Chain& chain, const std::vector<long double>& input,
                                    const std::vector<long double>& matrices);

// The output of a completed chain that adds frames, for the factors of a window. The definition is
// a sum over frames and bins.
std::vector<long double> NaiveOverlapAdd(const Chain& chain, const std::vector<long double>& input,
                                         const std::vector<long double>& window);

// Draws random spectra of filters in the order of FilterProblem, the matrices of a layer, or a
// window that begins with 0.
template <typename Real>
std::vector<Real> RandomSpectra(const Chain& chain, uint64_t seed);

template <typename Real>
struct ExpectedChain {
  std::vector<Real> output;
  // The largest allowed L2 norm of the error, relative to the L2 norm of `output`.
  double gate = 0;
};

// Returns the output of a completed chain for `spectra`, by FFTW.
template <typename Real>
ExpectedChain<Real> ReferenceChain(const Chain& chain, const std::vector<Real>& input,
                                   const std::vector<Real>& spectra);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_CHAIN_REFERENCE_H_
