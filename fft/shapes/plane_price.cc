#include "fft/shapes/plane_price.h"

#include <algorithm>
#include <cmath>

#include "fft/base/int_math.h"
#include "fft/machine/model.h"
#include "fft/shapes/kernel_split.h"

namespace fft {
namespace {

double Doublings(double value, double of) { return std::max(0.0, std::log2(value / of)); }

// Sums over the passes. `lanes` is the sum, over all passes, of the occupied lanes divided by the
// lanes that have a butterfly.
struct Passes {
  double count = 0, lanes = 0, last_lanes = 0, points = 0;
};

void AddPasses(const std::vector<int>& factors, int64_t points, int threads, int64_t lanes,
               Passes* sum) {
  for (int radix : factors) {
    const int64_t butterflies = points / radix, rounds = CeilDiv(butterflies, threads);
    sum->last_lanes = static_cast<double>(rounds * lanes) / static_cast<double>(butterflies);
    sum->lanes += sum->last_lanes;
    sum->points += static_cast<double>(radix * rounds);
    ++sum->count;
  }
}

}  // namespace

double LinesMet(int64_t run, int radix, Precision precision) {
  const auto bytes = static_cast<double>(run * 2 * RealBytes(precision));
  return std::min<double>(std::max(1.0, kLineBytes / bytes), radix);
}

double PlanePrice(const PlaneShapeRequest& request, const PlaneShape& shape, double missing,
                  double extra, const Target& target) {
  const PlaneWeights& weights = ModelOf(target).gpu.plane;
  const int64_t x = request.x_length, plane = x * request.y_length;
  const int64_t points = plane * shape.planes_per_group;
  const int64_t lanes = RoundUp(shape.threads, target.wavefront);
  // Two reals are a pair, an axis of one point, which has no pass.
  const int first = shape.x_factors.empty() ? 1 : shape.x_factors.front();
  const int last = shape.y_factors.empty() ? 1 : shape.y_factors.back();
  Passes passes;
  AddPasses(shape.x_factors, points, shape.threads, lanes, &passes);
  AddPasses(shape.y_factors, points, shape.threads, lanes, &passes);
  // The last pass stores its results, so it has no exchange.
  const double work = weights.exchange * (passes.lanes - passes.last_lanes) +
                      weights.conflict * extra * (passes.count - 1) +
                      weights.store * (passes.last_lanes - 1) +
                      weights.loaded_line * (LinesMet(x / first, first, request.precision) - 1) +
                      weights.stored_line * (LinesMet(plane / last, last, request.precision) - 1);
  const double groups = std::max(1, shape.resident_groups);
  const double word = ComplexBytes(request.precision);
  const double bytes = groups * static_cast<double>(points) * word;
  const double held =
      passes.points / std::max(1.0, passes.count) * word / ComplexBytes(Precision::kSingle);
  return weights.base + std::log1p(work * (weights.always + std::pow(groups, -weights.hidden))) +
         weights.missing * std::max(0.0, missing) +
         weights.held * std::max(0.0, held - weights.usual_points) +
         weights.crowded * Doublings(bytes, weights.most_bytes) +
         weights.few * Doublings(weights.enough_bytes, bytes);
}

}  // namespace fft
