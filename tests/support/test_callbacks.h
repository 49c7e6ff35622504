// Callbacks that tests give to problems with callbacks, and what they mean.
#ifndef TESTS_SUPPORT_TEST_CALLBACKS_H_
#define TESTS_SUPPORT_TEST_CALLBACKS_H_

#include <array>
#include <string>
#include <vector>

#include "fft/core/callbacks.h"
#include "fft/core/problem.h"
#include "tests/support/side.h"

namespace fft::testing {

// Factors in the user's table: the element at `offset` is multiplied by entry offset % 5. They are
// powers of two, so that they cost no accuracy.
using CallbackFactors = std::array<double, 5>;
CallbackFactors LoadFactors(const Problem& problem);
CallbackFactors StoreFactors(const Problem& problem);

// Source of callbacks that multiply by the factors behind `user`: numbers in the precision of the
// arithmetic.
Callbacks ScalingCallbacks(const Problem& problem);

// The table that `user` points to.
std::string FactorBytes(const CallbackFactors& factors, Precision precision);

// What a callback makes of all elements of a side, in canonical order.
template <typename Real>
void ApplyFactors(const Side& side, const CallbackFactors& factors, std::vector<Real>* values);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_TEST_CALLBACKS_H_
