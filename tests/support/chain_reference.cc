#include "tests/support/chain_reference.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>

#include "fft/base/status.h"
#include "fft/core/unit_roundoff.h"
#include "tests/support/reference.h"

namespace fft::testing {
namespace {

using Complex = std::complex<long double>;

int64_t PointsOf(const Problem& problem) {
  int64_t points = 1;
  for (int64_t length : problem.lengths) points *= length;
  return points;
}

Complex ValueAt(const std::vector<long double>& values, int64_t i, bool is_real) {
  return is_real ? Complex(values[i]) : Complex(values[2 * i], values[2 * i + 1]);
}

// Where the elements of an array lie in its whole axes.
std::vector<int64_t> Positions(const Problem& problem, const ArrayDescription& array) {
  if (!array.ranges.empty()) return PositionsInWhole(array.ranges, problem.lengths);
  std::vector<int64_t> all(PointsOf(problem));
  std::iota(all.begin(), all.end(), int64_t{0});
  return all;
}

// The cyclic sum, or difference, of two positions in the whole axes.
int64_t Combine(const Problem& problem, int64_t a, int64_t b, int sign) {
  int64_t result = 0, weight = 1;
  for (size_t i = problem.lengths.size(); i-- > 0;) {
    const int64_t n = problem.lengths[i];
    result += ((a % n + sign * (b % n) + n) % n) * weight;
    weight *= n;
    a /= n;
    b /= n;
  }
  return result;
}

Problem Completed(const Problem& problem) {
  const absl::StatusOr<Problem> completed = CompleteProblem(problem);
  FFT_CHECK(completed.ok());
  return *completed;
}

// The gate of a chain is the sum of the gates of both transforms (error_norms.h) and of the
// rounding of input and output where their precision is only for storage.
double GateOf(const Chain& chain) {
  constexpr double kShare = 3;  // error_norms.h's C for a transform of several kernels
  const Precision precision = chain.arrays.precision;
  const double points = static_cast<double>(std::max<int64_t>(2, PointsOf(chain.arrays)));
  const double stored = IsStorage(precision) ? 2 * UnitRoundoff(precision) : 0;
  return stored +
         2 * kShare * UnitRoundoff(ComputePrecision(precision)) * std::sqrt(std::log2(points) + 2);
}

}  // namespace

std::vector<long double> NaiveChain(const Chain& chain, const std::vector<long double>& input,
                                    const std::vector<long double>& filters) {
  const Problem& arrays = chain.arrays;
  const bool is_real = IsReal(chain);
  const std::vector<int64_t> from = Positions(arrays, arrays.input);
  const std::vector<int64_t> to = Positions(arrays, arrays.output);
  std::vector<long double> output;
  for (int64_t t = 0; t < TransformCount(arrays); ++t) {
    const int64_t filter = t % arrays.batch % chain.spectra * PointsOf(arrays);
    for (int64_t n : to) {
      Complex sum = 0;
      for (size_t m = 0; m < from.size(); ++m) {
        const Complex x = ValueAt(input, t * std::ssize(from) + static_cast<int64_t>(m), is_real);
        const int64_t lag =
            chain.conjugates ? Combine(arrays, from[m], n, -1) : Combine(arrays, n, from[m], -1);
        const Complex s = ValueAt(filters, filter + lag, is_real);
        sum += x * (chain.conjugates ? std::conj(s) : s);
      }
      sum *= static_cast<long double>(arrays.scale);
      output.push_back(sum.real());
      if (!is_real) output.push_back(sum.imag());
    }
  }
  return output;
}

template <typename Real>
std::vector<Real> RandomSpectra(const Chain& chain, uint64_t seed) {
  const Problem filter = Completed(FilterProblem(chain));
  return ReferenceTransform(filter, RandomInput<Real>(filter, seed));
}

template <typename Real>
ExpectedChain<Real> ReferenceChain(const Chain& chain, const std::vector<Real>& input,
                                   const std::vector<Real>& spectra) {
  std::vector<Real> between = ReferenceTransform(Completed(ForthProblem(chain)), input);
  for (size_t i = 0; i < between.size(); i += 2) {
    const size_t at = i % spectra.size();
    const std::complex<Real> x(between[i], between[i + 1]), s(spectra[at], spectra[at + 1]);
    const std::complex<Real> product = x * (chain.conjugates ? std::conj(s) : s);
    between[i] = product.real();
    between[i + 1] = product.imag();
  }
  const Problem back = Completed(BackProblem(chain));
  ExpectedChain<Real> expected;
  expected.gate = GateOf(chain) * ExcessOfWhole(back, between);
  expected.output = ReferenceTransform(back, std::move(between));
  return expected;
}

template std::vector<double> RandomSpectra(const Chain&, uint64_t);
template std::vector<long double> RandomSpectra(const Chain&, uint64_t);
template ExpectedChain<double> ReferenceChain(const Chain&, const std::vector<double>&,
                                              const std::vector<double>&);
template ExpectedChain<long double> ReferenceChain(const Chain&, const std::vector<long double>&,
                                                   const std::vector<long double>&);

}  // namespace fft::testing
