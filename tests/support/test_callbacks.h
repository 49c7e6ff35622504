// Callbacks for tests of problems with callbacks, and the values that they compute.
#ifndef TESTS_SUPPORT_TEST_CALLBACKS_H_
#define TESTS_SUPPORT_TEST_CALLBACKS_H_

#include <array>
#include <string>
#include <vector>

#include "fft/core/callbacks.h"
#include "fft/core/chain.h"
#include "fft/core/problem.h"

namespace fft::testing {

// Factors in the user's table: the element at `offset` is multiplied by entry offset % 5. They are
// powers of two, so that neither they nor their inverses (BeforeStore) cost accuracy.
using CallbackFactors = std::array<double, 5>;
CallbackFactors LoadFactors(const Problem& problem);
CallbackFactors StoreFactors(const Problem& problem);

// Returns the sources of callbacks that multiply by the factors at `user`, which are in the
// precision of the arithmetic.
Callbacks ScalingCallbacks(const Problem& problem);

// Returns the callback of a chain with callbacks: a function that multiplies element k of the array
// of spectra by LoadFactors(chain.arrays)[k % 5]. A chain without callbacks gets none.
Callbacks SpectrumCallbacks(const Chain& chain);
// Returns what the kernels of a chain read if the array holds `spectra`.
template <typename Real>
std::vector<Real> SpectraRead(const Chain& chain, std::vector<Real> spectra);

// Returns the bytes of the table that `user` points to.
std::string FactorBytes(const CallbackFactors& factors, Precision precision);

// Returns the factors of the window for a problem whose input has a window. Single precision
// represents them exactly.
std::vector<double> WindowFactors(const Problem& problem);
// Returns the bytes of the window's array, to which ExecuteArguments::load_user points.
std::string WindowBytes(const Problem& problem);

// The values that the transform itself reads and writes, in canonical order. Loaded returns `input`
// after the load callback and times the window; BeforeStore returns `output` before the store
// callback. Without a callback and a window they are the arrays' own values. Errors are measured on
// these values, because a norm of values times unequal factors would hide the errors of those with
// small factors.
template <typename Real>
std::vector<Real> Loaded(const Problem& problem, std::vector<Real> input);
template <typename Real>
std::vector<Real> BeforeStore(const Problem& problem, std::vector<Real> output);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_TEST_CALLBACKS_H_
