#include "fft/shapes/shape_price.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "fft/base/int_math.h"
#include "fft/shapes/kernel_split.h"

namespace fft {
namespace {

// Half a cache line, by which tiles of columns are priced.
constexpr int kSectorPairBytes = 64;
// Bytes that threads should have in flight on a compute unit where they load one butterfly, compute
// and store it in place, and go on; in the precision computed in. Fewer leave memory waiting.
constexpr double kBytesAtATime = 32768;
// The points of a thread, in single precision, that are priced as one unit.
constexpr double kUsualPoints = 16;

// What each property of a shape adds. Tilings have different weights, since they wait for different
// things.
struct Weights {
  double pass = 0;
  double exchange = 0;        // an array of LDS written and read again
  double conflict = 0;        // of an exchange, per extra wavefront
  double half = 0;            // exchange by halves
  double in_place = 0;        // exchange in place
  double ping_pong = 0;       // exchange between two arrays
  double staged = 0;          // rows through LDS on their way, beside the exchanges that this takes
  double lone_group = 0;      // over the workgroups of a compute unit
  double persistent = 0;      // workgroups that do tile after tile
  double at_a_time = 0;       // of kBytesAtATime, what is missing
  double idle_lanes = 0;      // share of the lanes without a thread's work
  double idle_rounds = 0;     // sum of the passes' shares of threads that have no butterfly
  double idle_loads = 0;      // the same of the first pass, which loads
  double work = 0;            // arithmetic of idle threads, over that of the busy ones
  double points = 0;          // of a thread, in kUsualPoints
  double part_of_line = 0;    // of rows that few lanes read: what is missing of a line
  double part_of_sector = 0;  // and of a sector
  double tile = 0;            // of columns: their width, in doublings of half a line
  double narrow = 0;          // and what is missing of that
  double radix = 0;           // the largest, in kUsualPoints
};
constexpr Weights kRows = {.pass = 0.060,
                           .exchange = 0.046,
                           .conflict = 0.066,
                           .half = 0.072,
                           .in_place = -0.010,
                           .ping_pong = 0.049,
                           .staged = 0.071,
                           .lone_group = 0.317,
                           .persistent = 0.047,
                           .at_a_time = 0.05,
                           .idle_lanes = 0.353,
                           .idle_rounds = 0.211,
                           .idle_loads = 0.378,
                           .work = 0.166,
                           .points = 0.055,
                           .part_of_line = 0.549,
                           .part_of_sector = 1.350};
// Weights of columns to columns, and of rows to columns.
constexpr Weights kColumns = {.pass = 0.058,
                              .exchange = 0.058,
                              .in_place = -0.007,
                              .ping_pong = 0.05,
                              .lone_group = 0.365,
                              .persistent = 0.099,
                              .at_a_time = 0.476,
                              .idle_lanes = 0.445,
                              .idle_rounds = 0.177,
                              .idle_loads = 0.370,
                              .work = 0.114,
                              .points = 0.058,
                              .tile = -0.10,
                              .narrow = 0.25};
constexpr Weights kColumnsToRows = {.pass = 0.055,
                                    .exchange = 0.055,
                                    .half = -0.180,
                                    .in_place = -0.189,
                                    .ping_pong = 0.053,
                                    .lone_group = 0.22,
                                    .persistent = 0.099,
                                    .idle_lanes = 0.10,
                                    .idle_rounds = 0.869,
                                    .idle_loads = 0.087,
                                    .work = 0.049,
                                    .points = 0.215,
                                    .narrow = 0.40};

// Weights for kernels whose first pass makes lines of each transform. Their tiles count transforms,
// and the first pass loads.
constexpr Weights kLines = {.pass = 0.040,
                            .exchange = 0.030,
                            .conflict = 0.030,
                            .in_place = -0.068,
                            .lone_group = 0.240,
                            .idle_lanes = 0.450,
                            .idle_rounds = 0.110,
                            .idle_loads = 0.450,
                            .work = 0.145,
                            .points = 0.035,
                            .tile = 0.093,
                            .narrow = 0.40,
                            .radix = 0.083};

const Weights& WeightsOf(const KernelShapeRequest& request) {
  if (request.lines_per_transform > 1) return kLines;
  if (request.tiling == Tiling::kRowRow) return kRows;
  return request.tiling == Tiling::kColRow ? kColumnsToRows : kColumns;
}

// Arithmetic of a butterfly: primes without a fast algorithm multiply every input by every root.
double ButterflyWork(int radix) {
  static const auto kWork = [] {
    std::array<double, kLargestRadix + 1> work = {};
    for (int r = 2; r <= kLargestRadix; ++r) {
      work[r] = IsLargePrime(r) ? r * r / 4.0 : r * std::log2(static_cast<double>(r));
    }
    return work;
  }();
  return kWork[radix];
}

// Workgroups that share a compute unit, also where the Target's compiler is not told.
double GroupsOnUnit(const KernelShape& shape, const Target& target) {
  if (shape.resident_groups > 0) return shape.resident_groups;
  return GroupsWithRegisters(shape, {shape.registers, shape.registers}, target);
}

double MissingOf(double bytes, double wanted) { return std::max(0.0, 1 - bytes / wanted); }

// The price of the pass before lines, which all threads of a workgroup share.
double LinesPrice(const KernelShapeRequest& request, const KernelShape& shape,
                  const Weights& weights) {
  const int64_t transforms = shape.transforms_per_group / request.lines_per_transform;
  const int64_t butterflies = ButterfliesIntoLines(request) * transforms;
  const double idle = 1 - static_cast<double>(butterflies) /
                              static_cast<double>(RoundUp(butterflies, shape.threads()));
  double price = weights.idle_loads * idle;
  if (request.tiling == Tiling::kRowRow) {
    price += weights.tile * std::log2(static_cast<double>(transforms));
  } else {
    const auto bytes = static_cast<double>(transforms * 2 * RealBytes(request.precision));
    price += weights.narrow * MissingOf(bytes, kSectorPairBytes);
  }
  return price;
}

// The price of cache lines that threads read for themselves, in pieces; wide tiles of columns read
// longer runs.
double RunsPrice(const KernelShapeRequest& request, const KernelShape& shape,
                 const Weights& weights) {
  if (request.lines_per_transform > 1) return LinesPrice(request, shape, weights);
  if (request.tiling != Tiling::kRowRow) {
    const auto bytes =
        static_cast<double>(shape.transforms_per_group * 2 * RealBytes(request.precision));
    return weights.tile * std::log2(bytes / kSectorPairBytes) +
           weights.narrow * MissingOf(bytes, kSectorPairBytes);
  }
  if (shape.staging != Staging::kNone) return 0;
  const double bytes = shape.threads_per_transform * 2.0 * RealBytes(request.precision);
  return weights.part_of_line * MissingOf(bytes, kLineBytes) +
         weights.part_of_sector * MissingOf(bytes, kSectorBytes);
}

double ExchangePrice(Exchange exchange, const Weights& weights) {
  switch (exchange) {
    case Exchange::kHalf:
      return weights.half;
    case Exchange::kInPlace:
      return weights.in_place;
    case Exchange::kPingPong:
      return weights.ping_pong;
    case Exchange::kFull:
    case Exchange::kNone:
      return 0;
  }
  return 0;
}

}  // namespace

double SplitPrice(const KernelShapeRequest& request, const std::vector<int>& factors, int threads) {
  const Weights& weights = WeightsOf(request);
  double price = 0, done = 0, needed = 0;
  for (size_t i = 0; i < factors.size(); ++i) {
    const double butterflies = static_cast<double>(request.length) / factors[i];
    const double slots = static_cast<double>(Rounds(request.length, factors[i], threads)) * threads;
    const double work = ButterflyWork(factors[i]);
    const double idle = 1 - butterflies / slots;
    const bool loads = i == 0 && request.lines_per_transform == 1;
    price += (weights.idle_rounds + (loads ? weights.idle_loads : 0)) * idle;
    done += work * slots;
    needed += work * butterflies;
  }
  const double passes = PassesMade(request, factors);
  const double points = static_cast<double>(request.length) / threads;
  const double bytes = ComplexBytes(request.precision);
  const double radix = factors.empty() ? 1 : *std::max_element(factors.begin(), factors.end());
  if (needed > 0) price += weights.work * (done / needed - 1);
  return price + weights.pass * passes + weights.exchange * std::max(0.0, passes - 1) +
         (weights.points * points + weights.radix * radix) / kUsualPoints * bytes /
             ComplexBytes(Precision::kSingle);
}

double ShapePrice(const KernelShapeRequest& request, const KernelShape& shape, double extra,
                  const Target& target) {
  const Weights& weights = WeightsOf(request);
  const double staged =
      (shape.staging == Staging::kNone ? 0 : 1) + (shape.staging == Staging::kLoadAndStore ? 1 : 0);
  const double exchanges = std::max(0.0, PassesMade(request, shape.factors) - 1.0) + staged;
  double price = SplitPrice(request, shape.factors, shape.threads_per_transform) +
                 weights.exchange * staged + weights.conflict * exchanges * extra +
                 ExchangePrice(shape.exchange, weights);
  if (staged > 0) price += weights.staged;
  if (shape.is_persistent) price += weights.persistent;
  const double groups = GroupsOnUnit(shape, target);
  const auto lanes = static_cast<double>(RoundUp(shape.threads(), target.wavefront));
  price += weights.lone_group / groups + weights.idle_lanes * (1 - shape.threads() / lanes);
  if (shape.exchange == Exchange::kInPlace) {
    const double loaded =
        groups * shape.threads() * shape.factors.front() * ComplexBytes(request.precision);
    price += weights.at_a_time * MissingOf(loaded, kBytesAtATime);
  }
  return price + RunsPrice(request, shape, weights);
}

}  // namespace fft
