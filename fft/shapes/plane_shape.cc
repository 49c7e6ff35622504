#include "fft/shapes/plane_shape.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/base/int_math.h"
#include "fft/base/status.h"
#include "fft/machine/machine.h"
#include "fft/machine/model.h"
#include "fft/shapes/bank_conflicts.h"
#include "fft/shapes/kernel_split.h"
#include "fft/shapes/plane_price.h"
#include "fft/shapes/tile_shape.h"

namespace fft {
namespace {

// Small planes share a workgroup up to this many points.
constexpr int64_t kSharedPoints = 4096;
constexpr int64_t kHostPoints = 1024;  // about the points of a CPU's tile
constexpr int kMaxRounds = 6;
// How many registers a thread may lack if workgroups share a compute unit. Among 663 measured
// shapes that lack up to this many, 5 in 100 spilled.
constexpr int kMissingRegisters = 8;
// With more points than this, a compute unit holds only one workgroup of few threads, and two
// kernels are faster.
constexpr int64_t kMaxPointsPerThread = 64;
// How many factorisations of an axis into equally many passes are priced, and how many shapes have
// their LDS laid out.
constexpr size_t kMaxAlike = 3;
constexpr size_t kMaxLayouts = 6;
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

RegisterNeed NeedOf(int64_t points, const PlaneShape& shape, Precision precision,
                    const Target& target) {
  const std::vector<int> radices = Radices(shape);
  int64_t held = 1;
  for (int radix : radices) {
    held = std::max(held, CeilDiv(points / radix, shape.threads) * radix);
  }
  // The last pass of an axis has no rotations.
  const auto x = RegistersNeeded(shape.x_factors, static_cast<int>(held), precision, target);
  const auto y = RegistersNeeded(shape.y_factors, static_cast<int>(held), precision, target);
  return {std::max(x.least, y.least), std::max(x.comfortable, y.comfortable)};
}

// The factorisations into the fewest passes and into one more pass. For each number of passes, only
// the kMaxAlike factorisations with the smallest largest radix are kept. Empty if a prime factor is
// no radix.
std::vector<std::vector<int>> FactorsOf(int64_t length, Precision precision, const Target& target) {
  if (length == 1) return {{}};
  FactorLimits limits;
  limits.largest_composite = LargestComposite(target);
  limits.largest_prime = LargestPrimeRadix(target);
  const int primes = static_cast<int>(PrimeFactors(length).size());
  std::vector<std::vector<int>> found;
  while (found.empty() && limits.most <= primes) {
    found = Factorisations(length, limits);
    ++limits.most;
  }
  found = Factorisations(length, limits);
  // The first radix of a factorisation is its largest.
  std::stable_sort(found.begin(), found.end(),
                   [](const std::vector<int>& a, const std::vector<int>& b) {
                     return std::pair(a.size(), a.front()) < std::pair(b.size(), b.front());
                   });
  std::vector<std::vector<int>> kept;
  size_t alike = 0;
  for (std::vector<int>& factors : found) {
    alike = !kept.empty() && kept.back().size() == factors.size() ? alike + 1 : 1;
    if (alike > kMaxAlike) continue;
    OrderPasses(precision, &factors);
    kept.push_back(std::move(factors));
  }
  return kept;
}

// Moves the radix whose loads meet the fewest cache lines to the front.
void BeginWithRuns(const PlaneShapeRequest& request, std::vector<int>* factors) {
  const auto lines = [&request](int radix) {
    return LinesMet(request.x_length / radix, radix, request.precision);
  };
  const auto first = std::min_element(factors->begin(), factors->end(),
                                      [&lines](int a, int b) { return lines(a) < lines(b); });
  std::rotate(factors->begin(), first, first + 1);
}

PlanePasses PassesOf(const PlaneShapeRequest& request, const PlaneShape& shape) {
  return {request.x_length, request.y_length, shape.x_factors,
          shape.y_factors,  shape.threads,    shape.planes_per_group};
}

void PlaceLds(const PlaneShapeRequest& request, const Target& target, PlaneShape* shape) {
  shape->exchange = LanesAreVectors(target) ? Exchange::kPingPong : Exchange::kFull;
  const PlanePasses passes = PassesOf(request, *shape);
  const int64_t word = ComplexBytes(request.precision);
  shape->lds = ChooseLdsLayout(passes, request.precision, target.lds_bytes / word, target);
  const auto stops = static_cast<int>(shape->x_factors.size() + shape->y_factors.size());
  shape->lds_bytes = LdsArrays(shape->exchange, stops) * shape->lds.words * word;
}

// A shape, its price, and the registers that its threads need.
struct Priced {
  double price = 0;
  PlaneShape shape;
  RegisterNeed need;
};

// The cheapest of the shapes that a plane may have on a GPU.
class PlaneList {
 public:
  PlaneList(const PlaneShapeRequest& request, const Target& target, size_t most)
      : request_(request),
        target_(target),
        most_(most),
        plane_(request.x_length * request.y_length),
        xs_(FactorsOf(request.x_length, request.precision, target)),
        ys_(FactorsOf(request.y_length, request.precision, target)) {
    for (std::vector<int>& factors : xs_) {
      if (!factors.empty()) BeginWithRuns(request, &factors);
    }
    const int64_t shared = std::min(request.count, std::max<int64_t>(1, kSharedPoints / plane_));
    // The numbers of planes are 1, 2, 3, 4, 6, 8, 12, ..
    for (int64_t planes = 1, power = 1; planes <= shared;) {
      AddPlanes(static_cast<int>(planes));
      planes += std::max<int64_t>(1, power / 2);
      if (planes == 2 * power) power = planes;
    }
  }

  // The shapes that fit with their LDS, the cheapest first.
  std::vector<PlaneShape> Shapes() const {
    std::vector<Priced> found;
    for (Priced priced : cheapest_) {
      PlaneShape& shape = priced.shape;
      PlaceLds(request_, target_, &shape);
      if (shape.lds_bytes > target_.lds_bytes) continue;
      shape.resident_groups = std::min(shape.resident_groups, Fitting(shape));
      const PlanePasses passes = PassesOf(request_, shape);
      const double extra =
          ExtraWavefronts(passes, shape.lds, request_.precision, target_, Accesses::kSample);
      priced.price = PlanePrice(request_, shape, Missing(priced), extra, target_);
      shape.copy_share = std::min(1.0, std::exp(-priced.price));
      shape.registers = static_cast<int>(priced.need.least);
      if (!TakesResidentGroups(target_)) shape.resident_groups = 0;
      found.push_back(std::move(priced));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Priced& a, const Priced& b) { return a.price < b.price; });
    std::vector<PlaneShape> shapes;
    for (Priced& priced : found) shapes.push_back(std::move(priced.shape));
    return shapes;
  }

 private:
  int Fitting(const PlaneShape& shape) const {
    KernelShape group;
    group.threads_per_transform = shape.threads;
    group.lds_bytes = shape.lds_bytes;
    return static_cast<int>(
        std::min<int64_t>(GroupsThatFit(group, target_), target_.resources.resident_groups));
  }

  double Missing(const Priced& priced) const {
    const int64_t waves = CeilDiv(priced.shape.threads, target_.wavefront);
    return static_cast<double>(priced.need.least -
                               RegistersAvailable(priced.shape.resident_groups * waves, target_));
  }

  void AddPlanes(int planes) {
    const int64_t points = planes * plane_;
    Priced priced;
    priced.shape.planes_per_group = planes;
    // The bytes of LDS are counted without padding here.
    priced.shape.lds_bytes = points * ComplexBytes(request_.precision);
    if (priced.shape.lds_bytes > target_.lds_bytes) return;
    for (const std::vector<int>& x : xs_) {
      for (const std::vector<int>& y : ys_) {
        priced.shape.x_factors = x;
        priced.shape.y_factors = y;
        for (int threads : ThreadsOf(points, priced.shape)) {
          priced.shape.threads = threads;
          AddGroups(points, &priced);
        }
      }
    }
  }

  // Numbers of threads that share the butterflies of some pass about evenly, and those numbers
  // rounded up to whole wavefronts.
  std::set<int> ThreadsOf(int64_t points, const PlaneShape& shape) const {
    std::set<int> counts;
    for (int radix : Radices(shape)) {
      for (int rounds = 1; rounds <= kMaxRounds; ++rounds) {
        const int64_t even = CeilDiv(points / radix, rounds);
        for (int64_t threads : {even, RoundUp(even, target_.wavefront)}) {
          threads = RoundUp(threads, shape.planes_per_group);
          if (threads > target_.max_threads || points > threads * kMaxPointsPerThread) continue;
          counts.insert(static_cast<int>(threads));
        }
      }
    }
    return counts;
  }

  void AddGroups(int64_t points, Priced* priced) {
    priced->need = NeedOf(points, priced->shape, request_.precision, target_);
    const double usual_extra = ModelOf(target_).gpu.search.usual_plane_conflicts;
    const int64_t waves = CeilDiv(priced->shape.threads, target_.wavefront);
    if (priced->need.comfortable > RegistersAvailable(waves, target_)) return;
    // Compilers of other targets choose the number of registers themselves.
    const int allowed = TakesResidentGroups(target_) ? kMissingRegisters : 0;
    for (int groups = Fitting(priced->shape); groups >= 1; --groups) {
      priced->shape.resident_groups = groups;
      const double missing = Missing(*priced);
      if (missing > allowed) continue;
      priced->price = PlanePrice(request_, priced->shape, missing, usual_extra, target_);
      Keep(*priced);
      if (missing <= 0) break;
    }
  }

  void Keep(const Priced& priced) {
    if (cheapest_.size() == most_ && priced.price >= cheapest_.back().price) return;
    const auto after =
        std::upper_bound(cheapest_.begin(), cheapest_.end(), priced,
                         [](const Priced& a, const Priced& b) { return a.price < b.price; });
    cheapest_.insert(after, priced);
    if (cheapest_.size() > most_) cheapest_.pop_back();
  }

  const PlaneShapeRequest& request_;
  const Target& target_;
  const size_t most_;
  const int64_t plane_;
  std::vector<std::vector<int>> xs_, ys_;
  std::vector<Priced> cheapest_;
};

// Whether these are radices of a target whose product is the length.
bool AreRadices(int64_t length, const std::vector<int>& factors, const Target& target) {
  int64_t product = 1;
  for (int r : factors) {
    const bool is_radix =
        (r >= 2 && r <= kMaxRadix) || (IsPrime(r) && r <= LargestPrimeRadix(target));
    if (!is_radix || product > length) return false;
    product *= r;
  }
  return product == length;
}

// An error if the plane is too large, or if an axis has no kernel by itself.
absl::Status CheckPlane(const PlaneShapeRequest& request, const Target& target) {
  const std::optional<int64_t> points = CheckedMul(request.x_length, request.y_length);
  if (!points || *points > target.lds_bytes / ComplexBytes(request.precision)) {
    return TooLarge(request, target,
                    absl::StrCat("LDS holds ", target.lds_bytes, " bytes per workgroup"));
  }
  for (int64_t length : {request.x_length, request.y_length}) {
    FFT_RETURN_IF_ERROR(SplitThreads({length, request.precision}, target).status());
  }
  return absl::OkStatus();
}

// A tile of up to kHostPoints points in whole planes, or of one plane. The thread loop is the loop
// over the points.
absl::StatusOr<PlaneShape> HostShape(const PlaneShapeRequest& request, const Target& target) {
  PlaneShape shape;
  for (auto [length, factors] : {std::pair{request.x_length, &shape.x_factors},
                                 std::pair{request.y_length, &shape.y_factors}}) {
    // Vectors run across the lines, however short they are.
    FFT_ASSIGN_OR_RETURN(*factors,
                         ModelFactors({length, request.precision, Tiling::kColCol, 1}, target));
  }
  // Vectors run along a row in passes that have enough butterflies. Later passes of small radices
  // have them.
  std::sort(shape.x_factors.begin(), shape.x_factors.end(), std::greater<int>());
  const int64_t plane = request.x_length * request.y_length;
  int64_t planes = std::clamp<int64_t>(kHostPoints / plane, 1, request.count);
  for (; planes >= 1; planes /= 2) {
    shape.planes_per_group = static_cast<int>(planes);
    shape.threads = static_cast<int>(planes * plane);
    PlaceLds(request, target, &shape);
    if (shape.lds_bytes <= target.lds_bytes) return shape;
  }
  return TooLarge(request, target, absl::StrCat("LDS of ", target.lds_bytes, " bytes"));
}

}  // namespace

absl::StatusOr<PlaneShape> ChoosePlaneShape(const PlaneShapeRequest& request,
                                            const Target& target) {
  FFT_RETURN_IF_ERROR(CheckPlane(request, target));
  if (LanesAreVectors(target)) return HostShape(request, target);
  std::vector<PlaneShape> shapes = PlaneList(request, target, kMaxLayouts).Shapes();
  if (!shapes.empty()) return std::move(shapes.front());
  return TooLarge(
      request, target,
      absl::StrCat("LDS of ", target.lds_bytes, " bytes, ", target.max_threads, " threads and ",
                   target.register_file, " registers per workgroup are not enough"));
}

std::optional<PlaneShape> RestoredPlane(const PlaneShape& kept, const PlaneShapeRequest& request,
                                        const Target& target) {
  if (!CheckPlane(request, target).ok()) return std::nullopt;
  // A shape for vectors takes no search, so it is made anew and compared.
  if (LanesAreVectors(target)) {
    const absl::StatusOr<PlaneShape> shape = HostShape(request, target);
    return shape.ok() && *shape == kept ? std::optional(kept) : std::nullopt;
  }
  const int64_t points = request.x_length * request.y_length * kept.planes_per_group;
  const bool is_group = kept.copy_share > 0 && IsCopyShare(kept.copy_share) &&
                        kept.planes_per_group >= 1 && kept.planes_per_group <= request.count &&
                        kept.threads >= 1 && kept.threads <= target.max_threads &&
                        kept.threads % kept.planes_per_group == 0 &&
                        points <= kept.threads * kMaxPointsPerThread;
  if (!is_group || !AreRadices(request.x_length, kept.x_factors, target) ||
      !AreRadices(request.y_length, kept.y_factors, target) ||
      !IsLdsLayout(PassesOf(request, kept), kept.lds, target)) {
    return std::nullopt;
  }
  const RegisterNeed need = NeedOf(points, kept, request.precision, target);
  const int64_t waves = CeilDiv(kept.threads, target.wavefront);
  PlaneShape shape = kept;
  shape.exchange = Exchange::kFull;
  const auto stops = static_cast<int>(shape.x_factors.size() + shape.y_factors.size());
  shape.lds_bytes =
      LdsArrays(shape.exchange, stops) * shape.lds.words * ComplexBytes(request.precision);
  shape.registers = static_cast<int>(need.least);
  const int most_groups = TakesResidentGroups(target) ? target.max_waves : 0;
  const bool fits = shape.lds_bytes <= target.lds_bytes && kept.resident_groups >= 0 &&
                    kept.resident_groups <= most_groups &&
                    need.comfortable <= RegistersAvailable(waves, target);
  return fits && shape == kept ? std::optional(kept) : std::nullopt;
}

std::vector<PlaneShape> ListPlaneShapes(const PlaneShapeRequest& request, const Target& target,
                                        int most) {
  if (LanesAreVectors(target) || !CheckPlane(request, target).ok()) return {};
  return PlaneList(request, target, most).Shapes();
}

}  // namespace fft
