#include "fft/choice/latency.h"

#include <algorithm>

#include "fft/base/int_math.h"

namespace fft {
namespace {

// Primes above this one count as long (ButterflySeconds).
constexpr int64_t kLongestShort = 13;

double Butterflies(const KernelShape& shape, const LatencyWeights& weights) {
  double seconds = 0;
  for (int factor : shape.factors) {
    const int64_t prime = LargestPrimeFactor(factor);
    if (prime > kLongestShort)
      seconds += weights.prime_product * static_cast<double>(prime * prime);
  }
  return seconds;
}

}  // namespace

double ButterflySeconds(const KernelShape& shape, const LatencyWeights& weights) {
  return std::max(0.0, Butterflies(shape, weights) - weights.hidden_butterflies);
}

double ConvolutionSeconds(const ConvolutionGroups& groups, const Target& target) {
  const LatencyWeights& weights = ModelOf(target).gpu.latency;
  const int64_t rounds = CeilDiv(groups.count, target.compute_units);
  if (rounds > weights.most_rounds) return 0;
  const KernelShape& shape = groups.shape;
  double points = 1;
  for (int factor : shape.factors) points *= factor;
  const bool is_double = groups.precision == Precision::kDouble;
  const double passes = 2 * static_cast<double>(shape.factors.size()) - 1 + groups.line_passes;
  const double of_a_thread =
      (groups.kind == Convolution::kRader ? weights.rader_point : weights.bluestein_point) *
      (is_double ? weights.double_precision : 1) * points / shape.threads_per_transform;
  const double bytes = (is_double ? 16 : 8) * points * shape.transforms_per_group;
  const double seconds =
      Butterflies(shape, weights) +
      passes * (of_a_thread + weights.byte * bytes * static_cast<double>(rounds));
  return std::max(0.0, seconds - weights.hidden);
}

}  // namespace fft
