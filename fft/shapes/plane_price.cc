#include "fft/shapes/plane_price.h"

#include <algorithm>
#include <cmath>

#include "fft/base/int_math.h"
#include "fft/shapes/kernel_split.h"

namespace fft {
namespace {

// Shares of the time that moving the data takes.
constexpr double kExchange = 0.128;     // through LDS, where every lane has a butterfly
constexpr double kConflict = 0.041;     // of an exchange, per extra wavefront
constexpr double kStore = 0.070;        // lanes without a butterfly in the last pass, over others
constexpr double kLoadedLine = 0.0201;  // per further line that butterflies meet
constexpr double kStoredLine = 0.0414;
// The share of these that other workgroups of the unit do not hide: beside a constant part it falls
// as their number to the power of -kHidden.
constexpr double kAlways = 0.75;
constexpr double kHidden = 1.5;
// Terms that stretch all of it, in logarithms.
constexpr double kMissing = 0.094 / 64;  // per register
constexpr double kHeld = 0.018 / 16;     // per point of a thread, in single precision, beyond these
constexpr double kUsualPoints = 16;
// Prices of doublings: of the bytes that workgroups hold on a unit beyond the most, and of those
// that they lack to keep memory busy.
constexpr double kCrowded = 0.20, kMostBytes = 96 * 1024;
constexpr double kFew = 0.011, kEnoughBytes = 64 * 1024;
constexpr double kBase = -0.223;

double Doublings(double value, double of) { return std::max(0.0, std::log2(value / of)); }

// Sums over the passes. `lanes` are the occupied ones over those with a butterfly.
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
  const int64_t x = request.x_length, plane = x * request.y_length;
  const int64_t points = plane * shape.planes_per_group;
  const int64_t lanes = RoundUp(shape.threads, target.wavefront);
  // Two reals are a pair, an axis of one point, which has no pass.
  const int first = shape.x_factors.empty() ? 1 : shape.x_factors.front();
  const int last = shape.y_factors.empty() ? 1 : shape.y_factors.back();
  Passes passes;
  AddPasses(shape.x_factors, points, shape.threads, lanes, &passes);
  AddPasses(shape.y_factors, points, shape.threads, lanes, &passes);
  // The last pass stores what it makes.
  const double work = kExchange * (passes.lanes - passes.last_lanes) +
                      kConflict * extra * (passes.count - 1) + kStore * (passes.last_lanes - 1) +
                      kLoadedLine * (LinesMet(x / first, first, request.precision) - 1) +
                      kStoredLine * (LinesMet(plane / last, last, request.precision) - 1);
  const double groups = std::max(1, shape.resident_groups);
  const double word = ComplexBytes(request.precision);
  const double bytes = groups * static_cast<double>(points) * word;
  const double held =
      passes.points / std::max(1.0, passes.count) * word / ComplexBytes(Precision::kSingle);
  return kBase + std::log1p(work * (kAlways + std::pow(groups, -kHidden))) +
         kMissing * std::max(0.0, missing) + kHeld * std::max(0.0, held - kUsualPoints) +
         kCrowded * Doublings(bytes, kMostBytes) + kFew * Doublings(kEnoughBytes, bytes);
}

}  // namespace fft
