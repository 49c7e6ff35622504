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
// The points of a thread, in single precision, that are priced as one unit.
constexpr double kUsualPoints = 16;
// The points of a compute unit, in single precision, that are priced as one unit.
constexpr double kUnitPoints = 1024;

const ShapeWeights& WeightsOf(const KernelShapeRequest& request, const GpuModel& model) {
  if (request.lines_per_transform > 1) return model.lines;
  if (request.few > 0) return model.few_rows;
  if (request.tiling == Tiling::kRowRow) return model.rows;
  return request.tiling == Tiling::kColRow ? model.columns_to_rows : model.columns;
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

// Workgroups that share a compute unit, also where the Target's compiler is not told their number.
double GroupsOnUnit(const KernelShape& shape, const Target& target) {
  if (shape.resident_groups > 0) return shape.resident_groups;
  return GroupsWithRegisters(shape, {shape.registers, shape.registers}, target);
}

// The price of few rows: of the tile's width, and of the transforms that one compute unit has to
// do.
double FewPrice(const KernelShapeRequest& request, const KernelShape& shape,
                const ShapeWeights& weights, const Target& target) {
  if (request.few == 0) return 0;
  const int64_t width = shape.transforms_per_group;
  const int64_t tiles = CeilDiv(CeilDiv(request.few, width), target.compute_units);
  return weights.tile * std::log2(static_cast<double>(width)) +
         weights.unit_points * PassesMade(request, shape.factors) / kUnitPoints *
             static_cast<double>(tiles * width * request.length) * ComplexBytes(request.precision) /
             ComplexBytes(Precision::kSingle);
}

double MissingOf(double bytes, double wanted) { return std::max(0.0, 1 - bytes / wanted); }

// The price of the passes that make lines, which all threads of a workgroup share.
double LinesPrice(const KernelShapeRequest& request, const KernelShape& shape,
                  const ShapeWeights& weights) {
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

// The price of cache lines and sectors of which threads read only parts. Wide tiles of columns read
// longer runs, so they leave less unread.
double RunsPrice(const KernelShapeRequest& request, const KernelShape& shape,
                 const ShapeWeights& weights) {
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

double ExchangePrice(Exchange exchange, const ShapeWeights& weights) {
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

double SplitPrice(const KernelShapeRequest& request, const std::vector<int>& factors, int threads,
                  const GpuModel& model) {
  const ShapeWeights& weights = WeightsOf(request, model);
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

double LeastShapePrice(const KernelShapeRequest& request, const KernelShape& shape, double extra,
                       double split_price, const GpuModel& model, const Target& target) {
  const ShapeWeights& weights = WeightsOf(request, model);
  // Staged kernels move one side or both sides through LDS.
  const double stop = weights.exchange + weights.conflict * extra;
  const double staged = weights.staged + std::min(stop, 2 * stop);
  // Rows that go through LDS read whole cache lines.
  const bool reads_parts = request.tiling == Tiling::kRowRow && request.lines_per_transform == 1;
  const double runs = RunsPrice(request, shape, weights);
  const double lanes = static_cast<double>(RoundUp(shape.threads(), target.wavefront));
  const double exchanges = std::max(0.0, PassesMade(request, shape.factors) - 1.0);
  return split_price + ExchangePrice(shape.exchange, weights) +
         FewPrice(request, shape, weights, target) +
         weights.idle_lanes * (1 - shape.threads() / lanes) +
         (reads_parts ? std::min(runs, staged) : runs + std::min(0.0, staged)) +
         weights.conflict * exchanges * extra + (shape.is_persistent ? weights.persistent : 0) +
         std::min(weights.lone_group, weights.lone_group / GroupsThatFit(shape, target)) +
         std::min(0.0, weights.at_a_time);
}

double ShapePrice(const KernelShapeRequest& request, const KernelShape& shape, double extra,
                  const GpuModel& model, const Target& target) {
  const ShapeWeights& weights = WeightsOf(request, model);
  const double staged =
      (shape.staging == Staging::kNone ? 0 : 1) + (shape.staging == Staging::kLoadAndStore ? 1 : 0);
  const double exchanges = std::max(0.0, PassesMade(request, shape.factors) - 1.0) + staged;
  double price = SplitPrice(request, shape.factors, shape.threads_per_transform, model) +
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
    price += weights.at_a_time * MissingOf(loaded, model.search.bytes_at_a_time);
  }
  return price + FewPrice(request, shape, weights, target) + RunsPrice(request, shape, weights);
}

}  // namespace fft
