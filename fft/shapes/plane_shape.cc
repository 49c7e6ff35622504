#include "fft/shapes/plane_shape.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/shapes/bank_conflicts.h"

namespace fft {
namespace {

// Points a workgroup moves at least, where there are planes enough.
constexpr int64_t kPreferredPoints = 1024;
constexpr int kPreferredPointsPerThread = 16;
constexpr int kMaxRounds = 8;
// Of the registers that the model counts, those without which planes share no compute unit.
// Measured on an H200: of 50 planes, the 11 with between 0.70 and 0.96 of them gained 1.07 to 1.5
// times by one more workgroup, those with less lost.
constexpr double kSharedRegisters = 0.7;
// Beyond, one workgroup of few threads has a compute unit to itself: two kernels are faster.
constexpr int64_t kMaxPointsPerThread = 64;

int ComplexBytes(Precision precision) { return 2 * RealBytes(ComputePrecision(precision)); }

absl::Status TooLarge(const PlaneShapeRequest& request, const Target& target,
                      const std::string& what) {
  return absl::ResourceExhaustedError(absl::StrCat(
      "a plane of ", request.y_length, " x ", request.x_length, " in ", ToString(request.precision),
      " precision does not fit one workgroup of ", target.name, ": ", what));
}

std::vector<int> Radices(const PlaneShape& shape) {
  std::vector<int> radices = shape.x_factors;
  radices.insert(radices.end(), shape.y_factors.begin(), shape.y_factors.end());
  return radices;
}

int64_t RoundsOf(int64_t points, int radix, int64_t threads) {
  return CeilDiv(points / radix, threads);
}

RegisterNeed NeedOf(int64_t points, const PlaneShape& shape, Precision precision,
                    const Target& target) {
  int64_t held = 1;
  for (int radix : Radices(shape)) {
    held = std::max(held, RoundsOf(points, radix, shape.threads) * radix);
  }
  return RegistersNeeded(Radices(shape), static_cast<int>(held), precision, target);
}

bool FitsRegisters(int64_t points, const PlaneShape& shape, Precision precision,
                   const Target& target) {
  const int64_t waves = CeilDiv(shape.threads, target.wavefront);
  return NeedOf(points, shape, precision, target).comfortable <= RegistersAvailable(waves, target);
}

// Idle shares of the rounds of all passes, and a little for each further round.
double ThreadCost(int64_t points, const PlaneShape& shape) {
  double cost = 0;
  for (int radix : Radices(shape)) {
    const int64_t rounds = RoundsOf(points, radix, shape.threads);
    const double work = static_cast<double>(points) / radix;
    cost += 1.0 - work / (static_cast<double>(rounds) * shape.threads);
    cost += 0.08 * static_cast<double>(rounds - 1);
  }
  const double held = static_cast<double>(points) / shape.threads;
  return cost + 0.1 * std::max(0.0, held - kPreferredPointsPerThread);
}

// The best number of threads for `points`; false when none fits.
bool ChooseThreads(int64_t points, const PlaneShapeRequest& request, const Target& target,
                   PlaneShape* shape) {
  double best = std::numeric_limits<double>::infinity();
  int threads = 0;
  for (int radix : Radices(*shape)) {
    for (int rounds = 1; rounds <= kMaxRounds; ++rounds) {
      const int64_t candidate = RoundUp(CeilDiv(points / radix, rounds), shape->planes_per_group);
      if (candidate > target.max_threads || points > candidate * kMaxPointsPerThread) continue;
      shape->threads = static_cast<int>(candidate);
      if (!FitsRegisters(points, *shape, request.precision, target)) continue;
      const double cost = ThreadCost(points, *shape);
      if (cost >= best) continue;
      best = cost;
      threads = shape->threads;
    }
  }
  shape->threads = threads;
  return threads > 0;
}

void PlaceLds(const PlaneShapeRequest& request, const Target& target, PlaneShape* shape) {
  shape->exchange = target.is_cpu() ? Exchange::kPingPong : Exchange::kFull;
  const PlanePasses passes = {request.x_length, request.y_length, shape->x_factors,
                              shape->y_factors, shape->threads,   shape->planes_per_group};
  const int64_t word = ComplexBytes(request.precision);
  shape->lds = ChooseLdsLayout(passes, request.precision, target.lds_bytes / word, target);
  const auto stops = static_cast<int>(shape->x_factors.size() + shape->y_factors.size());
  shape->lds_bytes = LdsArrays(shape->exchange, stops) * shape->lds.words * word;
}

// As many as registers suffice for, and of few one more where they nearly do.
int WithOneMore(const KernelShape& group, const RegisterNeed& need, const Target& target) {
  constexpr int kFew = 2;
  const int groups = ResidentGroups(group, need, target);
  if (groups == 0 || groups > kFew) return groups;
  const auto shared = static_cast<int64_t>(kSharedRegisters * static_cast<double>(need.least)) + 1;
  return std::min(groups + 1, ResidentGroups(group, {shared, shared}, target));
}

}  // namespace

absl::StatusOr<PlaneShape> ChoosePlaneShape(const PlaneShapeRequest& request,
                                            const Target& target) {
  // Before enumerating factors: most planes are far too large.
  const std::optional<int64_t> points = CheckedMul(request.x_length, request.y_length);
  if (!points || *points > target.lds_bytes / ComplexBytes(request.precision)) {
    return TooLarge(request, target,
                    absl::StrCat("LDS holds ", target.lds_bytes, " bytes per workgroup"));
  }
  PlaneShape shape;
  // Vectors of a CPU run across the lines, however short they are.
  const bool is_host = target.is_cpu();
  const Tiling lanes = is_host ? Tiling::kColCol : Tiling::kRowRow;
  for (auto [length, factors] : {std::pair{request.x_length, &shape.x_factors},
                                 std::pair{request.y_length, &shape.y_factors}}) {
    FFT_ASSIGN_OR_RETURN(*factors, ModelFactors({length, request.precision, lanes, 1}, target));
  }
  // Along rows they run where a pass has butterflies enough, as the later ones of small radices do.
  if (is_host) std::sort(shape.x_factors.begin(), shape.x_factors.end(), std::greater<int>());
  const int64_t plane = request.x_length * request.y_length;
  int64_t planes = std::clamp<int64_t>(kPreferredPoints / plane, 1, request.count);
  for (; planes >= 1; planes /= 2) {
    shape.planes_per_group = static_cast<int>(planes);
    // The thread loop of a CPU is the loop over the points.
    shape.threads = static_cast<int>(planes * plane);
    if (!is_host && !ChooseThreads(planes * plane, request, target, &shape)) continue;
    PlaceLds(request, target, &shape);
    if (shape.lds_bytes > target.lds_bytes) continue;
    if (is_host) return shape;
    KernelShape group;
    group.threads_per_transform = shape.threads;
    group.lds_bytes = shape.lds_bytes;
    const RegisterNeed need = NeedOf(planes * plane, shape, request.precision, target);
    shape.resident_groups = WithOneMore(group, need, target);
    shape.registers = static_cast<int>(need.least);
    return shape;
  }
  return TooLarge(
      request, target,
      absl::StrCat("LDS of ", target.lds_bytes, " bytes, ", target.max_threads, " threads and ",
                   target.register_file, " registers per workgroup are not enough"));
}

}  // namespace fft
