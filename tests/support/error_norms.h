// The error of a result relative to its reference, and the largest allowed error.
#ifndef TESTS_SUPPORT_ERROR_NORMS_H_
#define TESTS_SUPPORT_ERROR_NORMS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fft/core/problem.h"
#include "fft/tree/plan_node.h"

namespace fft::testing {

// The norms of a result's error, relative to the norm of the reference. They are absolute if the
// reference is zero, and NaN if the result holds a NaN.
struct ErrorNorms {
  double l2 = 0;
  double linf = 0;  // the largest modulus of a difference over the largest modulus of the reference
};

// Returns the norms of `result` minus `reference`, in canonical order. An element is `components`
// numbers.
template <typename Real>
ErrorNorms Compare(const std::vector<Real>& result, const std::vector<Real>& reference,
                   int components);

// The largest relative L2 error allowed: C u sqrt(log2 N + S). N is the product of the lengths, at
// least 2, so that a copy may round once. S is 2 where a scale factor rounds (the factor itself and
// the product with it), else 0. u is 2^-53, 2^-24, 2^-11 or 2^-8 by precision. C is 1.5 where every
// axis is one kernel and 3 where twiddles of a large transform are multiplied in between. The
// L-infinity error may be four times that.
double Gate(const Problem& problem, const PlanNode& plan);
inline constexpr double kLinfAllowance = 4;

// The factor by which the result of an input drawn at random may exceed the gate: 1 + 1 /
// sqrt(values), where `values` counts the output's real numbers. The norm of few roundings
// scatters: a real inverse transform of six reals, whose median error is 0.375 of the gate, exceeds
// the gate for one input in 3,000.
double Scatter(size_t values);

// Returns whether the norms are within the gate. NaNs are not.
bool Passes(const ErrorNorms& norms, double gate);

}  // namespace fft::testing

#endif  // TESTS_SUPPORT_ERROR_NORMS_H_
