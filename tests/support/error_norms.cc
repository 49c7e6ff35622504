#include "tests/support/error_norms.h"

#include <algorithm>
#include <cmath>

#include "fft/core/unit_roundoff.h"
#include "fft/plan/scheme.h"

namespace fft::testing {
namespace {

// Whether each axis of a plan is transformed by one kernel and nothing else computes.
bool OneKernelPerAxis(const PlanNode& node) {
  if (SchemeOf(node.scheme).splits || node.convolution > 0) return false;
  // Conversions of real data and maps of reals also compute.
  if (node.scheme == SchemeKind::kRealPairs || node.scheme == SchemeKind::kRealFull) return false;
  if (node.in_side.reals || node.out_side.reals) return false;
  return std::all_of(node.children.begin(), node.children.end(), OneKernelPerAxis);
}

// Returns the number of roundings by a scale factor: the factor and the product, 2. A power of two
// does not round: 0.
int RoundingsOfScale(double scale) {
  int exponent = 0;
  return std::fabs(std::frexp(scale, &exponent)) == 0.5 ? 0 : 2;
}

}  // namespace

template <typename Real>
ErrorNorms Compare(const std::vector<Real>& result, const std::vector<Real>& reference,
                   int components) {
  if (result.size() != reference.size()) return {NAN, NAN};
  Real sum_difference = 0, sum_reference = 0, max_difference = 0, max_reference = 0;
  bool is_number = true;
  for (size_t i = 0; i < result.size(); i += components) {
    Real difference = 0, modulus = 0;
    for (int c = 0; c < components; ++c) {
      const Real d = result[i + c] - reference[i + c];
      difference += d * d;
      modulus += reference[i + c] * reference[i + c];
    }
    sum_difference += difference;
    sum_reference += modulus;
    max_difference = std::max(max_difference, difference);
    max_reference = std::max(max_reference, modulus);
    is_number = is_number && std::isfinite(difference);
  }
  if (!is_number) return {NAN, NAN};
  if (sum_reference == 0) sum_reference = max_reference = 1;
  return {static_cast<double>(std::sqrt(sum_difference / sum_reference)),
          static_cast<double>(std::sqrt(max_difference / max_reference))};
}

template ErrorNorms Compare(const std::vector<double>&, const std::vector<double>&, int);
template ErrorNorms Compare(const std::vector<long double>&, const std::vector<long double>&, int);

double Gate(const Problem& problem, const PlanNode& plan) {
  double log_points = 0;
  for (int64_t length : problem.lengths) log_points += std::log2(static_cast<double>(length));
  const double roundings = std::max(log_points, 1.0) + RoundingsOfScale(problem.scale);
  const double constant = OneKernelPerAxis(plan) ? 1.5 : 3.0;
  // A square has twice the relative error of its number.
  const double of_function = problem.output.function == PointFunction::kPower ? 2.0 : 1.0;
  return of_function * constant * CoarsestRoundoff(problem) * std::sqrt(roundings);
}

double Scatter(size_t values) {
  return 1 + 1 / std::sqrt(static_cast<double>(std::max<size_t>(values, 1)));
}

bool Passes(const ErrorNorms& norms, double gate) {
  return norms.l2 <= gate && norms.linf <= kLinfAllowance * gate;
}

}  // namespace fft::testing
