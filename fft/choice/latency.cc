#include "fft/choice/latency.h"

#include <algorithm>

#include "fft/base/int_math.h"

namespace fft {
namespace {

// The constants are fitted to 392 plans of one to three kernels that have less to do than an H200
// could. Beside 2.7 us for each kernel, prices with them err by a factor of 1.2 in the mean. Each
// of 998 problems had two plans: prices with this choose one that takes 1.04 times the better one's
// time in the mean, prices without it 1.24 times.
//
// Seconds of each product of two points in a butterfly of a prime above 13.
constexpr double kPrimeProduct = 0.7e-9;
constexpr int64_t kLongestShort = 13;
constexpr double kHiddenButterflies = 0.5e-6;
// Seconds of a pass, for each point that a thread has in it.
constexpr double kRaderPoint = 21e-9;  // in a generator's order
constexpr double kBluesteinPoint = 7e-9;
constexpr double kDoubleShare = 2;  // in double precision
// Seconds of a pass, for each byte of the workgroup's points.
constexpr double kByte = 24e-12;
constexpr double kHidden = 1.5e-6;
// Workgroups of a unit that still take turns.
constexpr int64_t kMostRounds = 2;

double Butterflies(const KernelShape& shape) {
  double seconds = 0;
  for (int factor : shape.factors) {
    const int64_t prime = LargestPrimeFactor(factor);
    if (prime > kLongestShort) seconds += kPrimeProduct * static_cast<double>(prime * prime);
  }
  return seconds;
}

}  // namespace

double ButterflySeconds(const KernelShape& shape) {
  return std::max(0.0, Butterflies(shape) - kHiddenButterflies);
}

double ConvolutionSeconds(const ConvolutionGroups& groups, const Target& target) {
  const int64_t rounds = CeilDiv(groups.count, target.compute_units);
  if (rounds > kMostRounds) return 0;
  const KernelShape& shape = groups.shape;
  double points = 1;
  for (int factor : shape.factors) points *= factor;
  const bool is_double = groups.precision == Precision::kDouble;
  const double passes = 2 * static_cast<double>(shape.factors.size()) - 1 + groups.line_passes;
  const double of_a_thread = (groups.kind == Convolution::kRader ? kRaderPoint : kBluesteinPoint) *
                             (is_double ? kDoubleShare : 1) * points / shape.threads_per_transform;
  const double bytes = (is_double ? 16 : 8) * points * shape.transforms_per_group;
  const double seconds =
      Butterflies(shape) + passes * (of_a_thread + kByte * bytes * static_cast<double>(rounds));
  return std::max(0.0, seconds - kHidden);
}

}  // namespace fft
